//! Any text as a configuration. `fuzz/run configuration`

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| feldpost_fuzz::configuration::check(data));
