use super::*;
use crate::validation::Code;

#[test]
fn a_code_is_six_letters_or_digits_with_or_without_its_hyphen() {
    for (code, sent) in [
        ("abc123", "abc-123"),
        ("ABC-123", "ABC-123"),
        ("000000", "000-000"),
        ("ab-c123", "abc-123"),
        ("abc 123", "abc-123"),
        ("١٢٣٤٥٦", "123-456"),
        ("\u{200e}942488\u{200e}", "942-488"),
        ("Your code is 942-488.", "942-488"),
    ] {
        assert_eq!(wire(&CodeInput { code: code.into() }).unwrap().wire, sent);
    }
    for (code, wrong) in [
        ("", Code::Required),
        ("   ", Code::Required),
        ("---", Code::Required),
        ("ab.c123", Code::NotAlphanumeric),
        ("abc12", Code::WrongLength),
        ("abc1234", Code::WrongLength),
        ("abc 12", Code::WrongLength),
    ] {
        let refusal = wire(&CodeInput { code: code.into() }).unwrap_err();
        assert_eq!(refusal.violations[0].code, wrong, "{code}");
    }
}

fn boxed(typed: &str) -> (String, bool, bool) {
    let CleanCode {
        code,
        complete,
        unclear,
    } = clean(&BoxedCode {
        typed: typed.into(),
    });
    (code, complete, unclear)
}

#[test]
fn the_boxes_keep_letters_and_digits() {
    for (typed, code) in [
        ("", ""),
        ("--", ""),
        ("9", "9"),
        ("94 2", "942"),
        ("é٣1", "31"),
        ("abc-def", "abcdef"),
        (" 942 488 ", "942488"),
        ("\u{200e}942488\u{200e}", "942488"),
        ("٩٤٢٤٨٨", "942488"),
        ("９４２４８８", "942488"),
    ] {
        assert_eq!(
            boxed(typed),
            (code.to_owned(), code.len() == 6, false),
            "{typed}"
        );
    }
}

#[test]
fn messages_are_searched_for_their_only_code() {
    for message in [
        "Your Ajo code is 942-488. It is valid for 10 minutes.",
        "942488 is your Ajo code. Call 0803 123 4567 if you did not ask for it.",
        "Ajo: 942 488",
        "G-942488",
        "Code 942488, I repeat 942-488",
        "الرمز ٩٤٢٤٨٨ صالح لمدة ١٠ دقائق",
    ] {
        assert_eq!(
            boxed(message),
            ("942488".to_owned(), true, false),
            "{message}"
        );
    }
    for message in [
        "Your Ajo code is on its way",
        "12345678",
        "0803 942 488",
        "942-488-12",
        "942488 or 942489",
        "1 23-45é6789",
    ] {
        assert_eq!(boxed(message), (String::new(), false, true), "{message}");
    }
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
