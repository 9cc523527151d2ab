//! The rules of FRIEDRICH: pure computation.
