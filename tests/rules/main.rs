//! The rules of FRIEDRICH, rule by rule, as a stranger meets them: positions and orders as JSON of
//! the referee protocol in, events and refusals out.
//!
//! A test is named after the rule it is about. What is tested beside the code (the board, single
//! algorithms) stands there.

mod editions;
mod faq;
mod fate_support;
mod protocol;
mod r10_recruitment;
mod r11_fate;
mod r11_strokes;
mod r11_texts_10_to_12;
mod r11_texts_1_to_3;
mod r11_texts_4_to_6;
mod r11_texts_7_to_9;
mod r12_end;
mod r13_expert;
mod r14_scenarios;
mod r1_setup;
mod r2_sequence;
mod r3_cards;
mod r4_movement;
mod r5_conquest;
mod r6_troops;
mod r7_combat;
mod r8_retreat;
mod r9_supply;
mod rulebook_examples;
mod support;
mod whole_games;
