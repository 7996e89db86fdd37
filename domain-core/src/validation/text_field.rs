//! What a text must be, and fields that are judged by their own text alone.

use super::characters::{Characters, count_characters, deceives, deceives_in_lines};
use super::{Code, Violation, Violations, is_email};
use validator::ValidateLength;

/// Something that a text must be. Lengths are in characters.
#[derive(Debug, Clone, Copy)]
pub enum TextRule<'a> {
    AtLeast(u64),
    AtMost(u64),
    Exactly(u64),
    /// One line that reads as it is written. Other people see it: a name that turns the direction of writing, or begins
    /// another line, passes for something else.
    Line,
    /// Lines that read as they are written.
    Lines,
    /// The digits 0 to 9 only.
    Numeric,
    /// ASCII letters and digits only.
    Alphanumeric,
    Email,
    OneOf(&'a [&'a str]),
}

impl TextRule<'_> {
    #[inline(never)]
    pub(super) fn holds(&self, text: &str) -> bool {
        match self {
            Self::AtLeast(limit) => Characters(text).validate_length(Some(*limit), None, None),
            Self::AtMost(limit) => Characters(text).validate_length(None, Some(*limit), None),
            Self::Exactly(limit) => Characters(text).validate_length(None, None, Some(*limit)),
            Self::Line => !deceives(text),
            Self::Lines => !deceives_in_lines(text),
            Self::Numeric => text.bytes().all(|byte| byte.is_ascii_digit()),
            Self::Alphanumeric => text.bytes().all(|byte| byte.is_ascii_alphanumeric()),
            Self::Email => is_email(text),
            Self::OneOf(options) => options.contains(&text),
        }
    }

    /// How a text is refused for which it does not hold.
    #[inline(never)]
    pub(super) fn violation(&self, field: &'static str, text: &str) -> Violation {
        let (code, limit, words) = match self {
            Self::AtLeast(limit) => (Code::TooShort, *limit, "at least"),
            Self::AtMost(limit) => (Code::TooLong, *limit, "at most"),
            Self::Exactly(limit) => (Code::WrongLength, *limit, "exactly"),
            Self::Line | Self::Lines => {
                return Violation::new(field, Code::NotAllowed)
                    .saying("Leave out characters that cannot be seen.");
            }
            Self::Numeric => return Violation::new(field, Code::NotNumeric),
            Self::Alphanumeric => return Violation::new(field, Code::NotAlphanumeric),
            Self::Email => return Violation::new(field, Code::Email),
            Self::OneOf(options) => {
                return Violation::new(field, Code::NotOneOf).with("limit", options.join(", "));
            }
        };
        let length = count_characters(text);
        // Nobody counts how much of a long text has to go.
        let end = match code {
            Code::TooLong => {
                let too_many = length.saturating_sub(limit);
                [": this is ", &too_many.to_string(), " too many."].concat()
            }
            _ => String::from("."),
        };
        Violation::new(field, code)
            .with("limit", limit)
            .with("value", length)
            .saying_all(&["Use ", words, " ", &limit.to_string(), " characters", &end])
    }
}

/// A field whose verdict depends on nothing but its text: no context and no other field. Wherever it stands, it is judged
/// alike, and while it is typed in nobody has to look at the rest of its form.
#[derive(Debug, Clone, Copy)]
pub struct TextField {
    pub name: &'static str,
    is_required: bool,
    /// In the order in which they are to be reported.
    rules: &'static [TextRule<'static>],
    /// Said of whatever rule is broken.
    message: Option<&'static str>,
}

impl TextField {
    /// Must be there.
    pub const fn required(name: &'static str, rules: &'static [TextRule<'static>]) -> Self {
        Self {
            name,
            is_required: true,
            rules,
            message: None,
        }
    }

    /// May be blank.
    pub const fn optional(name: &'static str, rules: &'static [TextRule<'static>]) -> Self {
        Self {
            is_required: false,
            ..Self::required(name, rules)
        }
    }

    /// The same, where these words are said of any text that breaks a rule.
    #[must_use]
    pub const fn saying(self, message: &'static str) -> Self {
        Self {
            message: Some(message),
            ..self
        }
    }

    /// What is wrong with the text.
    #[inline]
    pub fn violation(&self, text: &str) -> Option<Violation> {
        if is_blank(text) {
            return self
                .is_required
                .then(|| Violation::new(self.name, Code::Required));
        }
        let broken = self.rules.iter().find(|rule| !rule.holds(text))?;
        let violation = broken.violation(self.name, text);
        Some(match self.message {
            Some(message) => violation.saying(message),
            None => violation,
        })
    }
}

impl Violations {
    /// Judges the text of a field.
    #[inline(never)]
    pub fn text(&mut self, field: &TextField, text: &str) {
        if self.is_of_interest(field.name)
            && let Some(violation) = field.violation(text)
        {
            self.add(violation);
        }
    }
}

/// Whether there is nothing but white space. The first byte tells of nearly every text.
pub(super) fn is_blank(text: &str) -> bool {
    !matches!(text.as_bytes().first(), Some(b'!'..=b'~')) && text.trim().is_empty()
}
