//! One-time codes: what they look like, where they lead, when another may be asked for.

use crate::calendar::Instant;
use crate::shape::{choice, form_values, input, output};
use crate::validation::{Form, Judged, NoContext, Refusal, Violations};

/// (Document 1, section 9.)
pub const CODE_CHARS: usize = 6;
/// Where the hyphen stands when a code is sent. (Document 1, section 5.)
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

fn plain(code: &str) -> String {
    match code.split_at_checked(HYPHEN_AFTER) {
        Some((first, rest)) => [first, rest.strip_prefix('-').unwrap_or(rest)].concat(),
        None => code.to_owned(),
    }
}

fn check(code: &str, found: &mut Violations) {
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

    /// What stands in the six boxes.
    pub struct TypedCode {
        /// Typed or pasted.
        typed: String,
    }

    /// What the code page was opened for.
    pub struct PageInput {
        page: Option<String>,
    }

    /// When the last code was sent.
    pub struct ResendInput {
        context: ResendContext,
        sent_at: Instant,
        now: Instant,
    }
}

choice! {
    /// Where a code was asked for.
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

    /// What may stand in the boxes.
    pub struct CleanCode {
        /// The letters and digits typed, at most six.
        code: String,
        /// Whether all six are there, so that the code can be sent.
        complete: bool,
    }

    /// What the code page does.
    pub struct NextPage {
        action: CodeAction,
        /// Where the right code leads.
        next: &'static str,
    }

    /// Whether another code may be asked for.
    pub struct Resend {
        /// How long one waits after a code was sent, in seconds.
        wait_seconds: i64,
        /// How long is left of it, in whole seconds, rounded up.
        remaining_seconds: i64,
        allowed: bool,
    }
}

/// First three characters, a hyphen, last three. Source: document 1, section 5.
///
/// # Errors
/// What `form.otp` finds wrong with the code.
pub fn wire(input: &CodeInput) -> Judged<Wire> {
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

/// 45 seconds on the code page, 90 in the phone dialog. Source: document 1, section 9.
pub fn resend(input: &ResendInput) -> Resend {
    let wait_seconds = match input.context {
        ResendContext::Login => RESEND_LOGIN_SECONDS,
        ResendContext::Phone => RESEND_PHONE_SECONDS,
    };
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
mod tests {
    use super::*;
    use crate::validation::Code;

    #[test]
    fn a_code_is_six_letters_or_digits_with_or_without_its_hyphen() {
        for (code, sent) in [
            ("abc123", "abc-123"),
            ("ABC-123", "ABC-123"),
            ("000000", "000-000"),
        ] {
            assert_eq!(wire(&CodeInput { code: code.into() }).unwrap().wire, sent);
        }
        for (code, wrong) in [
            ("", Code::Required),
            ("   ", Code::Required),
            ("---", Code::NotAlphanumeric),
            ("ab-c123", Code::NotAlphanumeric),
            ("abc--123", Code::NotAlphanumeric),
            ("abc12", Code::WrongLength),
            ("abc1234", Code::WrongLength),
            ("abcd-12", Code::NotAlphanumeric),
            ("١٢٣٤٥٦", Code::NotAlphanumeric),
            ("abc 12", Code::NotAlphanumeric),
        ] {
            let refusal = wire(&CodeInput { code: code.into() }).unwrap_err();
            assert_eq!(refusal.violations[0].code, wrong, "{code}");
        }
    }

    #[test]
    fn the_boxes_keep_letters_and_digits() {
        assert_eq!(
            clean(&TypedCode {
                typed: " 12-3 45é6789".into()
            }),
            CleanCode {
                code: "123456".into(),
                complete: true
            }
        );
        assert_eq!(
            clean(&TypedCode { typed: "--".into() }),
            CleanCode {
                code: String::new(),
                complete: false
            }
        );
    }

    #[test]
    fn unknown_pages_reset_the_password() {
        for (page, action, next) in [
            (Some("otp-login"), CodeAction::Login, "/dashboard"),
            (Some("validate"), CodeAction::Validate, "/verified"),
            (
                Some("identity-registration"),
                CodeAction::IdentityRegistration,
                "/dashboard",
            ),
            (
                Some("identity-auth"),
                CodeAction::IdentityAuth,
                "/dashboard",
            ),
            (Some("forgot"), CodeAction::Reset, "/reset-password"),
            (None, CodeAction::Reset, "/reset-password"),
        ] {
            assert_eq!(
                next_page(&PageInput {
                    page: page.map(Into::into)
                }),
                NextPage { action, next }
            );
        }
    }

    #[test]
    fn another_code_after_45_or_90_seconds() {
        for (context, ms, remaining) in [
            (ResendContext::Login, 0, 45),
            (ResendContext::Login, 44_001, 1),
            (ResendContext::Login, 44_999, 1),
            (ResendContext::Login, 45_000, 0),
            (ResendContext::Login, -5_000, 45),
            (ResendContext::Phone, 45_000, 45),
            (ResendContext::Phone, 90_000, 0),
        ] {
            let resend = resend(&ResendInput {
                context,
                sent_at: Instant(0),
                now: Instant(ms),
            });
            assert_eq!(
                (resend.remaining_seconds, resend.allowed),
                (remaining, remaining == 0),
                "{ms}"
            );
        }
    }
}
