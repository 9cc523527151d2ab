//! Tests of the published file, the example in `docs/log-format.md` among them.

use super::*;
