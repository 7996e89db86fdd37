//! Chat messages.

use crate::shape::form_values;
use crate::validation::{Code, Form, NoContext, Violation, Violations};

/// A page of text; longer texts take several messages. The documents specify no limit.
pub const MOST_CHARACTERS: u64 = 2_000;

/// The documents specify no limit.
pub const MOST_ATTACHMENTS: u64 = 4;

/// A client-generated key, unique per sender.
const SHORTEST_ID_CHARACTERS: u64 = 8;
const LONGEST_ID_CHARACTERS: u64 = 64;

form_values! {
    /// A typed message, validated after trimming and normalising line breaks. (Document 2, section 3.)
    pub struct ChatMessage {
        /// The client-generated key: repeated messages with one key are stored once.
        client_id: String,
        /// May be blank if there are attachments.
        message: String,
        /// Identifiers of uploaded files.
        attachments: Vec<String>,
    }
}

impl ChatMessage {
    /// The message with the text as stored: trimmed, with normalised line breaks.
    #[must_use]
    pub fn tidied(self) -> Self {
        Self {
            message: tidied(&self.message),
            ..self
        }
    }
}

impl Form for ChatMessage {
    const NAME: &'static str = "chat_message";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        found
            .required("client_id", &self.client_id)
            .refuse_if(!self.client_id.bytes().all(plain), || {
                Violation::new("client_id", Code::NotAlphanumeric)
            })
            .at_least(SHORTEST_ID_CHARACTERS)
            .at_most(LONGEST_ID_CHARACTERS)
            .done();
        let message = tidied(&self.message);
        if self.attachments.is_empty() {
            check_text(&message, found);
        } else {
            found
                .optional("message", &message)
                .lines(MOST_CHARACTERS)
                .done();
        }
        let count = u64::try_from(self.attachments.len()).unwrap_or(u64::MAX);
        if count > MOST_ATTACHMENTS {
            let violation = Violation::new("attachments", Code::TooLong);
            found.add(
                violation
                    .with("limit", MOST_ATTACHMENTS)
                    .with("value", count)
                    .saying("Send at most four files with a message."),
            );
        }
    }
}

/// Validates a text that has been [`tidied`].
pub fn check_text(message: &str, found: &mut Violations) {
    found
        .required("message", message)
        .lines(MOST_CHARACTERS)
        .done();
}

/// Trims the text, normalises line breaks and replaces tabs by spaces.
#[must_use]
pub fn tidied(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.trim().chars() {
        match c {
            '\n' if before == '\r' => {}
            '\r' => tidy.push('\n'),
            '\t' => tidy.push(' '),
            c => tidy.push(c),
        }
        before = c;
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(client_id: &str, message: &str) -> Vec<(String, &'static str)> {
        let form = ChatMessage {
            client_id: client_id.into(),
            message: message.into(),
            attachments: Vec::new(),
        };
        codes(form)
    }

    fn codes(form: ChatMessage) -> Vec<(String, &'static str)> {
        form.tidied()
            .violations(&NoContext {})
            .iter()
            .map(|violation| (violation.field.to_string(), violation.code.as_str()))
            .collect()
    }

    const ID: &str = "0190c0de-0000-7000-8000-000000000002";

    fn message(code: &'static str) -> Vec<(String, &'static str)> {
        vec![(String::from("message"), code)]
    }

    #[test]
    fn a_message_has_one_to_two_thousand_characters() {
        assert_eq!(broken(ID, "?"), []);
        assert_eq!(broken(ID, &"Ọ".repeat(2_000)), []);
        assert_eq!(broken(ID, &"Ọ".repeat(2_001)), message("too_long"));
        for blank in ["", " ", "\n\t \r\n"] {
            assert_eq!(broken(ID, blank), message("required"), "{blank:?}");
        }
    }

    #[test]
    fn line_breaks_are_kept_and_invisible_characters_refused() {
        assert_eq!(broken(ID, "one\r\n\ttwo\n"), []);
        assert_eq!(
            tidied(" one\r\n\ttwo\rthree\nfour\n\nfive\n"),
            "one\n two\nthree\nfour\n\nfive"
        );
        let form = ChatMessage {
            client_id: ID.into(),
            message: String::from(" one\r\n"),
            attachments: Vec::new(),
        };
        assert_eq!(form.tidied().message, "one");
        for text in ["a\u{202e}b", "a\u{200b}b", "\u{1b}[31mred", "a\u{7}b"] {
            assert_eq!(broken(ID, text), message("not_allowed"), "{text:?}");
        }
    }

    #[test]
    fn client_ids_have_a_format() {
        for (name, code) in [
            ("", "required"),
            ("a b c d e f", "not_alphanumeric"),
            ("short", "too_short"),
            (&"x".repeat(65), "too_long"),
        ] {
            let expected = vec![(String::from("client_id"), code)];
            assert_eq!(broken(name, "Hello"), expected, "{name}");
        }
    }

    #[test]
    fn files_may_replace_text_and_four_are_allowed() {
        let with = |count: usize, message: &str| {
            codes(ChatMessage {
                client_id: ID.into(),
                message: message.into(),
                attachments: vec![String::from("file"); count],
            })
        };
        assert_eq!(with(4, ""), []);
        assert_eq!(with(1, "a\u{202e}b"), message("not_allowed"));
        let too_many = vec![(String::from("attachments"), "too_long")];
        assert_eq!(with(5, "All of them"), too_many);
    }
}
