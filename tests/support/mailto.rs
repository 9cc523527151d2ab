//! The fields of a `mailto:` link as a mail program reads them (RFC 6068, section 2).

/// A field without its percent signs.
pub fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let hex: Vec<u8> = rest.by_ref().take(2).collect();
            let hex = String::from_utf8(hex).expect("digits");
            bytes.push(u8::from_str_radix(&hex, 16).expect("a byte"));
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).expect("UTF-8")
}
