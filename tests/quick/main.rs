//! The tests that take seconds and need nothing but the program. They are one test program, because each one is linked
//! with all of feldpost again after every change; a part of it alone: `cargo test --test quick rule_numbers::`.

mod corpora;
mod demo_course;
mod doctor;
mod handbook;
mod installation;
mod mail_corpus;
mod naive;
mod receipts;
mod referee;
mod replies;
mod rule_numbers;
