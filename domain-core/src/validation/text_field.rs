//! Requirements on texts, and fields whose verdict depends on their own text alone.

use super::characters::{Characters, count_characters, deceives, deceives_in_lines};
use super::person_name::{self, Fault};
use super::{Code, Violation, Violations, is_email, plain_identifier, plain_phone};
use validator::ValidateLength;

/// A requirement on a text. Lengths are in characters.
#[derive(Debug, Clone, Copy)]
pub enum TextRule<'a> {
    AtLeast(u64),
    AtMost(u64),
    Exactly(u64),
    /// One line without disguising characters. Other people see it: text that reverses the writing direction or starts
    /// another line could pass for something else.
    Line,
    /// Lines without disguising characters.
    Lines,
    /// A person's name: letters of any script with their marks, blanks, `'`, `-` and `.`, at least one letter, and no
    /// word that suggests the brand's staff. Names appear in notices sent by the brand.
    PersonName,
    /// The digits 0 to 9 only.
    Numeric,
    /// ASCII letters and digits only.
    Alphanumeric,
    Email,
    /// A Nigerian mobile number, starting with 07, 08 or 09. New prefixes are assigned from time to time.
    Mobile,
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
            Self::PersonName => person_name::fault(text).is_none(),
            Self::Numeric => text.bytes().all(|byte| byte.is_ascii_digit()),
            Self::Alphanumeric => text.bytes().all(|byte| byte.is_ascii_alphanumeric()),
            Self::Email => is_email(text),
            Self::Mobile => ["07", "08", "09"]
                .iter()
                .any(|front| text.starts_with(front)),
            Self::OneOf(options) => options.contains(&text),
        }
    }

    /// The violation of the requirement. `counted`: the unit of the text's length, `digits` or `characters`.
    #[inline(never)]
    pub(super) fn violation(&self, field: &'static str, text: &str, counted: Counted) -> Violation {
        let (code, limit, words) = match self {
            Self::AtLeast(limit) => (Code::TooShort, *limit, "at least"),
            Self::AtMost(limit) => (Code::TooLong, *limit, "at most"),
            Self::Exactly(limit) => (Code::WrongLength, *limit, "exactly"),
            Self::Line | Self::Lines => {
                return Violation::new(field, Code::NotAllowed)
                    .saying("Leave out characters that cannot be seen.");
            }
            Self::PersonName => {
                let violation = Violation::new(field, Code::NotAllowed);
                return match person_name::fault(text) {
                    Some(Fault::Character(character)) => violation.saying_all(&[
                        "A name has letters, spaces, apostrophes, hyphens and full stops. Leave out ",
                        character,
                        ".",
                    ]),
                    Some(Fault::Word(word)) => violation.saying_all(&[
                        "Leave out \u{201c}",
                        word,
                        "\u{201d}: people would take you for us.",
                    ]),
                    Some(Fault::NoLetter) | None => violation.saying("Use at least one letter."),
                };
            }
            Self::Numeric => return Violation::new(field, Code::NotNumeric),
            Self::Alphanumeric => return Violation::new(field, Code::NotAlphanumeric),
            Self::Email => return Violation::new(field, Code::Email),
            Self::Mobile => return Violation::new(field, Code::NotAllowed),
            Self::OneOf(options) => {
                return Violation::new(field, Code::NotOneOf).with("limit", options.join(", "));
            }
        };
        let length = count_characters(text);
        // Say how many characters to remove or add: counting them in a long text is tedious.
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
            .saying_all(&["Use ", words, " ", &limit.to_string(), counted.noun(), &end])
    }
}

/// The unit in which a message counts the length of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Counted {
    Characters,
    /// The text is a number.
    Digits,
}

impl Counted {
    const fn noun(self) -> &'static str {
        match self {
            Self::Characters => " characters",
            Self::Digits => " digits",
        }
    }
}

/// A field whose verdict depends on its text alone: no context and no other field. It is checked the same way in every
/// form, and during typing the rest of the form need not be checked.
#[derive(Debug, Clone, Copy)]
pub struct TextField {
    pub name: &'static str,
    is_required: bool,
    /// In the order in which they are reported.
    rules: &'static [TextRule<'static>],
    /// The message for any violation.
    message: Option<&'static str>,
    reads: Reads,
    /// The noun for messages about its digits, with an article.
    noun: Option<&'static str>,
    /// Suggests the intended text for one that violates a rule.
    nearest: Option<fn(&str) -> Option<String>>,
}

/// The normalisation of a field's text before validation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reads {
    AsItIs,
    Phone,
    Identifier,
}

impl TextField {
    /// Required.
    pub const fn required(name: &'static str, rules: &'static [TextRule<'static>]) -> Self {
        Self {
            name,
            is_required: true,
            rules,
            message: None,
            reads: Reads::AsItIs,
            noun: None,
            nearest: None,
        }
    }

    /// Optional.
    pub const fn optional(name: &'static str, rules: &'static [TextRule<'static>]) -> Self {
        Self {
            is_required: false,
            ..Self::required(name, rules)
        }
    }

    /// Sets one message for all violations.
    #[must_use]
    pub const fn saying(self, message: &'static str) -> Self {
        Self {
            message: Some(message),
            ..self
        }
    }

    /// Marks a phone number, which is normalised before validation.
    #[must_use]
    pub const fn of_phone(self) -> Self {
        Self {
            reads: Reads::Phone,
            ..self
        }
    }

    /// Marks a number, which is normalised before validation: `an account`, `a PIN`.
    #[must_use]
    pub const fn of_number(self, noun: &'static str) -> Self {
        Self {
            reads: Reads::Identifier,
            noun: Some(noun),
            ..self
        }
    }

    /// Sets the function that suggests the intended text.
    #[must_use]
    pub const fn meant_for(self, nearest: fn(&str) -> Option<String>) -> Self {
        Self {
            nearest: Some(nearest),
            ..self
        }
    }

    /// The violation of the text.
    #[inline]
    pub fn violation(&self, text: &str) -> Option<Violation> {
        match self.reads {
            Reads::AsItIs => self.broken(text),
            Reads::Phone => self.broken(&plain_phone(text)),
            Reads::Identifier => self.broken(&plain_identifier(text)),
        }
    }

    #[inline]
    fn broken(&self, text: &str) -> Option<Violation> {
        if is_blank(text) {
            return self
                .is_required
                .then(|| Violation::new(self.name, Code::Required));
        }
        let broken = self.rules.iter().find(|rule| !rule.holds(text))?;
        let is_number = self
            .rules
            .iter()
            .any(|rule| matches!(rule, TextRule::Numeric));
        let counted = if is_number {
            Counted::Digits
        } else {
            Counted::Characters
        };
        let violation = broken.violation(self.name, text, counted);
        let violation = match (self.message, self.noun, broken) {
            (Some(message), _, _) => violation.saying(message),
            (None, Some(noun), TextRule::Exactly(limit)) if count_characters(text) > *limit => {
                let (length, limit) = (count_characters(text).to_string(), limit.to_string());
                violation.saying_all(&[&length, " digits; ", noun, " has ", &limit, "."])
            }
            _ => violation,
        };
        let nearest = self.nearest.and_then(|nearest| nearest(text));
        Some(match nearest {
            Some(nearest) => violation.with("nearest", nearest),
            None => violation,
        })
    }
}

impl Violations {
    /// Checks a field's text.
    #[inline(never)]
    pub fn text(&mut self, field: &TextField, text: &str) {
        if self.is_of_interest(field.name)
            && let Some(violation) = field.violation(text)
        {
            self.add(violation);
        }
    }
}

/// Whether the text is only white space. For nearly every text the first byte decides.
pub(super) fn is_blank(text: &str) -> bool {
    !matches!(text.as_bytes().first(), Some(b'!'..=b'~')) && text.trim().is_empty()
}
