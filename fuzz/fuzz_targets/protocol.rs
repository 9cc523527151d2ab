//! Any lines to the referee. `fuzz/run protocol`

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| feldpost_fuzz::protocol::check(data));
