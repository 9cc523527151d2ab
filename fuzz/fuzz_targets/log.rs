//! Any text as the log of a game. `fuzz/run log`

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| feldpost_fuzz::log::check(data));
