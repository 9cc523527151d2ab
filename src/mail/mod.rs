//! Mail in and out: sources, transports, intake, composition, tokens.
