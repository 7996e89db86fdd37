//! Writing JSON text.

use super::Node;

const HEXADECIMAL: &[u8; 16] = b"0123456789abcdef";

impl Node<'_> {
    /// As JSON text, without blanks.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.append_to(&mut text);
        text
    }

    fn append_to(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Flag(flag) => out.push_str(if *flag { "true" } else { "false" }),
            Self::Number(number) => out.push_str(number),
            Self::Text(text) => append_text(text, out),
            Self::List(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    item.append_to(out);
                }
                out.push(']');
            }
            Self::Object(object) => {
                out.push('{');
                for (index, (key, node)) in object.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    append_text(key, out);
                    out.push(':');
                    node.append_to(out);
                }
                out.push('}');
            }
        }
    }
}

fn append_text(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\0'..='\u{1f}' => {
                out.push_str("\\u00");
                for shift in [4_u32, 0] {
                    let digit = usize::try_from((u32::from(character) >> shift) & 0xF).unwrap_or(0);
                    out.push(HEXADECIMAL.get(digit).copied().map_or('0', char::from));
                }
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}
