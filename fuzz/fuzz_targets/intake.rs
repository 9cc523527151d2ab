//! Any bytes as a mail. `fuzz/run intake`

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| feldpost_fuzz::intake::check(data));
