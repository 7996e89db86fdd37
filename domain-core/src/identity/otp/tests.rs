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
            resend_seconds: None,
        });
        assert_eq!(
            (resend.remaining_seconds, resend.allowed),
            (remaining, remaining == 0),
            "{ms}"
        );
    }
}
