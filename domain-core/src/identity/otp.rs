//! One-time codes: their form, where they lead, and when another may be requested.

use crate::calendar::Instant;
use crate::shape::{choice, form_values, input, output};
use crate::validation::{Checked, Form, NoContext, Refusal, Violations};

/// (Document 1, section 9.)
pub const CODE_CHARS: usize = 6;
/// The position of the hyphen when a code is sent. (Document 1, section 5.)
const HYPHEN_AFTER: usize = 3;
/// (Document 1, section 9.)
pub const RESEND_LOGIN_SECONDS: i64 = 45;
/// (Document 1, section 9.)
pub const RESEND_PHONE_SECONDS: i64 = 90;

form_values! {
    /// Entering a code. (Document 1, section 5.)
    pub struct OtpForm {
        /// Six ASCII letters or digits; a hyphen after the third is dropped.
        code: String,
    }
}

impl OtpForm {
    /// The code without its hyphen.
    pub fn plain(&self) -> String {
        plain(&self.code)
    }
}

pub(super) fn plain(code: &str) -> String {
    match code.split_at_checked(HYPHEN_AFTER) {
        Some((first, rest)) => [first, rest.strip_prefix('-').unwrap_or(rest)].concat(),
        None => code.to_owned(),
    }
}

pub(super) fn check(code: &str, found: &mut Violations) {
    let plain = plain(code);
    let chars = u64::try_from(CODE_CHARS).unwrap_or(0);
    found
        .required("code", &plain)
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
    /// A code as it was entered.
    pub struct CodeInput {
        code: String,
    }

    /// The content of the six boxes.
    pub struct TypedCode {
        /// Typed or pasted.
        typed: String,
    }

    /// The page that opened the code page.
    pub struct PageInput {
        page: Option<String>,
    }

    /// When the last code was sent.
    pub struct ResendInput {
        context: ResendContext,
        sent_at: Instant,
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
    /// What entering the code does.
    pub enum CodeAction {
        Login = "otp-login",
        Validate = "validate",
        IdentityRegistration = "identity-registration",
        IdentityAuth = "identity-auth",
        Reset = "reset",
    }
}

output! {
    /// The code as it is sent.
    pub struct Wire {
        /// `abc-def`
        wire: String,
    }

    /// The characters for the boxes.
    pub struct CleanCode {
        /// The letters and digits typed, at most six.
        code: String,
        /// Whether all six are present, so that the code can be sent.
        complete: bool,
    }

    /// What the code page does.
    pub struct NextPage {
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
        allowed: bool,
    }
}

/// First three characters, a hyphen, last three. Source: document 1, section 5.
///
/// # Errors
/// The violations of `form.otp`.
pub fn wire(input: &CodeInput) -> Checked<Wire> {
    let mut found = Violations::none();
    check(&input.code, &mut found);
    let violations = found.into_vec();
    let plain = plain(&input.code);
    match plain.split_at_checked(HYPHEN_AFTER) {
        Some((first, last)) if violations.is_empty() => Ok(Wire {
            wire: [first, "-", last].concat(),
        }),
        _ => Err(Refusal { violations }),
    }
}

/// Keeps the ASCII letters and digits that were typed or pasted, at most six. Source: document 1, section 5.
pub fn clean(input: &TypedCode) -> CleanCode {
    let code: String = input
        .typed
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(CODE_CHARS)
        .collect();
    CleanCode {
        complete: code.len() == CODE_CHARS,
        code,
    }
}

/// What the code page does: anything but the four named pages is a password reset. Source: document 1, section 4.
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
