//! One-time codes: format, effect, and resending.

use crate::calendar::Instant;
use crate::shape::{choice, form_values, input, output, typed_text};
use crate::validation::{
    Checked, Form, NoContext, Refusal, Violations, is_blank_character, is_dash, is_mark, narrow,
    plain_identifier,
};
use std::borrow::Cow;

/// (Document 1, section 9.)
pub const CODE_CHARS: usize = 6;
/// The position of the hyphen in the wire format. (Document 1, section 5.)
const HYPHEN_AFTER: usize = 3;
/// (Document 1, section 9.)
pub const RESEND_LOGIN_SECONDS: i64 = 45;
/// (Document 1, section 9.)
pub const RESEND_PHONE_SECONDS: i64 = 90;

typed_text! {
    /// A code in a form: `942488`, and also `942-488`, `942 488` and a message that contains one such code.
    pub struct TypedCode = plain
}

form_values! {
    /// Entering a code. (Document 1, section 5.)
    pub struct OtpForm {
        /// Six ASCII letters or digits; hyphens and blanks are dropped.
        code: TypedCode,
    }
}

impl OtpForm {
    /// The code without separators.
    pub fn plain(&self) -> String {
        self.code.to_string()
    }
}

/// The only code in a text, or otherwise the text without separators.
fn plain(typed: &str) -> Cow<'_, str> {
    found(typed).map_or_else(|| plain_identifier(typed), Cow::Owned)
}

pub(super) fn check(code: &TypedCode, found: &mut Violations) {
    let chars = u64::try_from(CODE_CHARS).unwrap_or(0);
    found
        .required("code", code)
        .alphanumeric()
        .exactly(chars)
        .done();
}

impl Form for OtpForm {
    const NAME: &'static str = "otp";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        check(&self.code, found);
    }
}

input! {
    /// A code as entered.
    pub struct CodeInput {
        /// The code as entered: six ASCII letters or digits; hyphens and blanks are dropped.
        code: TypedCode,
    }

    /// The content of the six boxes.
    pub struct BoxedCode {
        /// Typed or pasted.
        typed: String,
    }

    /// The page that opened the code page.
    pub struct PageInput {
        /// The `page` in the URL of the code page; null or unknown: a password reset.
        page: Option<String>,
    }

    /// When the last code was sent.
    pub struct ResendInput {
        /// The screen on which the code was requested, which decides the longest wait.
        context: ResendContext,
        /// The time at which the last code was sent.
        sent_at: Instant,
        /// The current time.
        now: Instant,
        /// The wait that the server returned with the code, if any.
        resend_seconds: Option<i64>,
    }
}

choice! {
    /// The screen on which a code was requested.
    pub enum ResendContext {
        /// The code page: 45 seconds.
        Login = "login",
        /// The phone dialog: 90 seconds.
        Phone = "phone",
    }
}

choice! {
    /// The effect of entering the code.
    pub enum CodeAction {
        Login = "otp-login",
        Validate = "validate",
        IdentityRegistration = "identity-registration",
        IdentityAuth = "identity-auth",
        Reset = "reset",
    }
}

output! {
    /// The wire format of a code.
    pub struct Wire {
        /// `abc-def`
        wire: String,
    }

    /// The characters for the boxes.
    pub struct CleanCode {
        /// The typed letters and digits, at most six; empty if ambiguous.
        code: String,
        /// Whether all six are present, so that the code can be sent.
        complete: bool,
        /// Whether the pasted text is longer than a code and does not contain exactly one.
        unclear: bool,
    }

    /// The effect and destination of the code page.
    pub struct NextPage {
        /// The effect of a correct code.
        action: CodeAction,
        /// The page after a correct code.
        next: &'static str,
    }

    /// Whether another code may be requested.
    pub struct Resend {
        /// The wait between two codes, in seconds.
        wait_seconds: i64,
        /// The remaining wait in whole seconds, rounded up.
        remaining_seconds: i64,
        /// Whether another code may be requested now: no wait remains.
        allowed: bool,
    }
}

/// The first three characters, a hyphen, the last three. Source: document 1, section 5.
///
/// # Errors
/// The violations of `form.otp`.
pub fn wire(input: &CodeInput) -> Checked<Wire> {
    let mut found = Violations::none();
    check(&input.code, &mut found);
    let violations = found.into_vec();
    match input.code.split_at_checked(HYPHEN_AFTER) {
        Some((first, last)) if violations.is_empty() => Ok(Wire {
            wire: [first, "-", last].concat(),
        }),
        _ => Err(Refusal { violations }),
    }
}

/// Keeps the typed letters and digits. In a longer text, such as a pasted message, the code is the only run of six
/// digits, or of three and three. Source: document 1, section 5.
pub fn clean(input: &BoxedCode) -> CleanCode {
    let short = || {
        let code: String = input
            .typed
            .chars()
            .map(narrow)
            .filter(char::is_ascii_alphanumeric)
            .collect();
        let seen = plain_identifier(&input.typed).chars().count();
        (seen <= CODE_CHARS).then_some(code)
    };
    let code = short().or_else(|| found(&input.typed));
    CleanCode {
        unclear: code.is_none(),
        complete: code.as_ref().is_some_and(|code| code.len() == CODE_CHARS),
        code: code.unwrap_or_default(),
    }
}

/// A run of ASCII letters and digits in a text, with its preceding separator.
struct Run {
    text: String,
    gap: Gap,
}

#[derive(PartialEq, Eq)]
enum Gap {
    Blank,
    Dash,
    Other,
}

fn runs(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut gap: Option<Gap> = Some(Gap::Other);
    for typed in text.chars().filter(|typed| !is_mark(*typed)) {
        let character = narrow(typed);
        if !character.is_ascii_alphanumeric() {
            gap = Some(match gap {
                None if is_dash(typed) => Gap::Dash,
                None if is_blank_character(typed) => Gap::Blank,
                _ => Gap::Other,
            });
            continue;
        }
        match (gap.take(), runs.last_mut()) {
            (None, Some(run)) => run.text.push(character),
            (before, _) => runs.push(Run {
                text: character.into(),
                gap: before.unwrap_or(Gap::Other),
            }),
        }
    }
    runs
}

/// The only code in a text: six digits in a run, or three and three. Digits joined to further digits belong to a phone
/// or account number.
fn found(text: &str) -> Option<String> {
    let runs = runs(text);
    let is_number = |run: &Run| run.text.bytes().all(|byte| byte.is_ascii_digit());
    let has = |at: usize, gaps: &[Gap]| {
        runs.get(at)
            .is_some_and(|run| is_number(run) && gaps.contains(&run.gap))
    };
    let follows = |at: usize, gaps: &[Gap]| {
        let before = at.checked_sub(1).and_then(|before| runs.get(before));
        has(at, gaps) && before.is_some_and(is_number)
    };
    let code_at = |(at, run): (usize, &Run)| {
        let next = at.saturating_add(1);
        if !is_number(run) {
            return None;
        }
        if run.text.len() == CODE_CHARS {
            let is_alone = !follows(at, &[Gap::Dash]) && !has(next, &[Gap::Dash]);
            return is_alone.then(|| run.text.clone());
        }
        let second = runs.get(next)?;
        let gaps: &[Gap] = match second.gap {
            Gap::Dash => &[Gap::Dash],
            Gap::Blank => &[Gap::Blank, Gap::Dash],
            Gap::Other => return None,
        };
        let is_pair = [run, second]
            .iter()
            .all(|run| is_number(run) && run.text.len() == HYPHEN_AFTER);
        let is_alone = !follows(at, gaps) && !has(next.saturating_add(1), gaps);
        (is_pair && is_alone).then(|| [run.text.as_str(), &second.text].concat())
    };
    let mut codes = runs.iter().enumerate().filter_map(code_at);
    let first = codes.next()?;
    codes.all(|code| code == first).then_some(first)
}

/// The effect of the code page: on any page except the four named ones, a password reset. Source: document 1, section
/// 4.
pub fn next_page(input: &PageInput) -> NextPage {
    let named = input.page.as_deref().and_then(CodeAction::named);
    let action = named.unwrap_or(CodeAction::Reset);
    let next = match action {
        CodeAction::Validate => "/verified",
        CodeAction::Login | CodeAction::IdentityRegistration | CodeAction::IdentityAuth => {
            "/dashboard"
        }
        CodeAction::Reset => "/reset-password",
    };
    NextPage { action, next }
}

/// 45 seconds on the code page, 90 in the phone dialog; less if the server returned a shorter wait. Source: document 1,
/// section 9.
pub fn resend(input: &ResendInput) -> Resend {
    let longest = match input.context {
        ResendContext::Login => RESEND_LOGIN_SECONDS,
        ResendContext::Phone => RESEND_PHONE_SECONDS,
    };
    let wait_seconds = input.resend_seconds.unwrap_or(longest).clamp(0, longest);
    let wait_ms = wait_seconds.saturating_mul(1000);
    let left_ms = wait_ms
        .saturating_sub(input.now.ms_since(input.sent_at))
        .clamp(0, wait_ms);
    Resend {
        wait_seconds,
        remaining_seconds: left_ms.saturating_add(999) / 1000,
        allowed: left_ms == 0,
    }
}

#[cfg(test)]
mod tests;
