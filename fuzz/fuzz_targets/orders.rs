//! Any text as orders. `fuzz/run orders`

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| feldpost_fuzz::orders::check(data));
