//! Reading JSON text (RFC 8259).

use super::{Node, Object};
use crate::RuleCallError;
use std::borrow::Cow;

/// Deeper nesting is refused, so that hostile text cannot exhaust the stack.
const DEEPEST: usize = 127;

/// Reads JSON text.
///
/// # Errors
/// `malformed` when the text is not JSON, holds a lone surrogate, or nests deeper than 127 levels.
pub fn parse(text: &str) -> Result<Node<'_>, RuleCallError> {
    let mut cursor = Cursor { text, at: 0 };
    cursor.document().ok_or(RuleCallError {
        code: "malformed",
        message: Cow::Borrowed("The input is not JSON."),
    })
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn document(&mut self) -> Option<Node<'a>> {
        let node = self.value(0)?;
        self.skip_blanks();
        (self.at == self.text.len()).then_some(node)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn step(&mut self) {
        self.at = self.at.saturating_add(1);
    }

    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.step();
        }
    }

    fn next_mark(&mut self) -> Option<u8> {
        self.skip_blanks();
        let mark = self.peek()?;
        self.step();
        Some(mark)
    }

    fn value(&mut self, depth: usize) -> Option<Node<'a>> {
        self.skip_blanks();
        match self.peek()? {
            b'{' => self.object(depth),
            b'[' => self.list(depth),
            b'"' => self.text().map(Node::Text),
            b't' => self.word("true", Node::Flag(true)),
            b'f' => self.word("false", Node::Flag(false)),
            b'n' => self.word("null", Node::Null),
            _ => self.number(),
        }
    }

    fn word(&mut self, word: &str, node: Node<'a>) -> Option<Node<'a>> {
        self.text.get(self.at..)?.starts_with(word).then(|| {
            self.at = self.at.saturating_add(word.len());
            node
        })
    }

    fn list(&mut self, depth: usize) -> Option<Node<'a>> {
        self.step();
        let mut items = Vec::new();
        self.skip_blanks();
        if depth >= DEEPEST {
            return None;
        }
        if self.peek()? == b']' {
            self.step();
            return Some(Node::List(items));
        }
        loop {
            items.push(self.value(depth.saturating_add(1))?);
            match self.next_mark()? {
                b',' => {}
                b']' => return Some(Node::List(items)),
                _ => return None,
            }
        }
    }

    fn object(&mut self, depth: usize) -> Option<Node<'a>> {
        self.step();
        self.skip_blanks();
        if depth >= DEEPEST {
            return None;
        }
        if self.peek()? == b'}' {
            self.step();
            return Some(Node::Object(Object::new()));
        }
        let mut object = Object::with_room(1);
        loop {
            self.skip_blanks();
            if self.peek()? != b'"' {
                return None;
            }
            let key = self.text()?;
            if self.next_mark()? != b':' {
                return None;
            }
            object.push(key, self.value(depth.saturating_add(1))?);
            match self.next_mark()? {
                b',' => {}
                b'}' => return Some(Node::Object(object)),
                _ => return None,
            }
        }
    }

    /// A text, borrowed from the input unless it holds an escape.
    fn text(&mut self) -> Option<Cow<'a, str>> {
        self.step();
        let start = self.at;
        let mut unescaped: Option<String> = None;
        let mut taken = start;
        loop {
            match self.peek()? {
                b'"' => {
                    let rest = self.text.get(taken..self.at)?;
                    self.step();
                    return Some(match unescaped {
                        None => Cow::Borrowed(rest),
                        Some(mut text) => {
                            text.push_str(rest);
                            Cow::Owned(text)
                        }
                    });
                }
                b'\\' => {
                    let text = unescaped.get_or_insert_default();
                    text.push_str(self.text.get(taken..self.at)?);
                    self.step();
                    let character = self.escape()?;
                    unescaped.get_or_insert_default().push(character);
                    taken = self.at;
                }
                0..=0x1F => return None,
                _ => self.step(),
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        let mark = self.peek()?;
        self.step();
        Some(match mark {
            b'"' | b'\\' | b'/' => char::from(mark),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.code_point(),
            _ => return None,
        })
    }

    fn code_point(&mut self) -> Option<char> {
        let first = self.four_digits()?;
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(first);
        }
        (self.peek()? == b'\\').then(|| self.step())?;
        (self.peek()? == b'u').then(|| self.step())?;
        let second = self
            .four_digits()?
            .checked_sub(0xDC00)
            .filter(|low| *low < 0x400)?;
        let high = first.checked_sub(0xD800)?.checked_shl(10)?;
        char::from_u32(high.checked_add(second)?.checked_add(0x1_0000)?)
    }

    fn four_digits(&mut self) -> Option<u32> {
        let end = self.at.checked_add(4)?;
        let digits = self.text.get(self.at..end)?;
        self.at = end;
        digits
            .bytes()
            .all(|byte| byte.is_ascii_hexdigit())
            .then(|| u32::from_str_radix(digits, 16).ok())?
    }

    fn number(&mut self) -> Option<Node<'a>> {
        let start = self.at;
        if self.peek()? == b'-' {
            self.step();
        }
        let zero_first = self.peek()? == b'0';
        let whole = self.digits();
        if whole == 0 || (zero_first && whole > 1) {
            return None;
        }
        if self.peek() == Some(b'.') {
            self.step();
            (self.digits() > 0).then_some(())?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.step();
            if let Some(b'+' | b'-') = self.peek() {
                self.step();
            }
            (self.digits() > 0).then_some(())?;
        }
        Some(Node::Number(Cow::Borrowed(self.text.get(start..self.at)?)))
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.step();
        }
        self.at.saturating_sub(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_what_serde_json_does() {
        for text in [
            "null",
            " true ",
            "[]",
            "{}",
            "[1,-2.5e3,\"a\\n\\u00e9\\ud83d\\ude00\"]",
            r#"{"b":{"a":[null]},"a":"\""}"#,
        ] {
            let ours = parse(text).unwrap().to_text();
            let theirs: serde_json::Value = serde_json::from_str(text).unwrap();
            let reread: serde_json::Value = serde_json::from_str(&ours).unwrap();
            assert_eq!(reread, theirs, "{text}");
        }
    }

    #[test]
    fn refuses_what_is_not_json() {
        for text in [
            "",
            "nul",
            "[1,]",
            "{\"a\"}",
            "{a:1}",
            "01",
            "1.",
            ".5",
            "-",
            "1e",
            "\"\\x\"",
            "\"\\ud800\"",
            "\"\t\"",
            "1 2",
            "+1",
            "\"\\u+123\"",
        ] {
            assert_eq!(parse(text).unwrap_err().code, "malformed", "{text}");
        }
        assert!(parse(&"[".repeat(100_000)).is_err());
    }
}
