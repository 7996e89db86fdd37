//! All codes and statuses that VTpass documents, and their outcomes.

use super::*;
use domain_core::money::{Amount, Currency};
use serde_json::json;

fn vend(service: &str) -> Vend {
    Vend {
        reference: "7QK2M9".into(),
        ordered_at_ms: 1_795_303_800_000,
        kind: Bill::Power,
        service: service.into(),
        customer: "1111111111111".into(),
        package: None,
        phone: None,
        amount: Amount::parse("1000", Currency::Ngn).unwrap(),
        is_repeat: false,
    }
}

fn body(code: &str, status: &str) -> Value {
    json!({ "code": code, "content": { "transactions": { "status": status } }, "requestId": "2026112200307QK2M9" })
}

fn vended_for(body: &Value, question: Question) -> Vended {
    Answer::read(body).judge(&vend("ikeja-electric-prepaid"), question)
}

#[test]
fn documented_codes_have_their_outcomes() {
    use OrderOutcome::{Done, NotFound, Pending, Refused, Unknown};
    for (code, status, paid, asked) in [
        ("000", "delivered", Done, Done),
        ("000", "Successful", Done, Done),
        ("000", "pending", Pending, Pending),
        ("000", "initiated", Pending, Pending),
        ("000", "", Pending, Pending),
        ("001", "", Pending, Pending),
        ("044", "pending", Pending, Pending),
        ("099", "", Pending, Pending),
        ("089", "", Pending, Pending),
        ("000", "failed", Refused, Refused),
        ("000", "reversed", Refused, Refused),
        ("016", "failed", Refused, Refused),
        ("016", "", Refused, Refused),
        ("040", "reversed", Refused, Refused),
        ("015", "", Unknown, NotFound),
        ("030", "", Unknown, Unknown),
        ("083", "", Unknown, Unknown),
        ("777", "delivered", Unknown, Unknown),
        ("016", "delivered", Unknown, Unknown),
        ("000", "something new", Unknown, Unknown),
        ("", "delivered", Unknown, Unknown),
        // An error that refuses a purchase says nothing about an earlier one.
        ("010", "", Refused, Unknown),
        ("013", "", Refused, Unknown),
        ("091", "", Refused, Unknown),
        ("018", "", Refused, Unknown),
        ("087", "", Refused, Unknown),
        ("027", "", Refused, Unknown),
    ] {
        let body = body(code, status);
        assert_eq!(
            vended_for(&body, Question::Pay).outcome,
            paid,
            "{code} {status}"
        );
        assert_eq!(
            vended_for(&body, Question::Requery).outcome,
            asked,
            "{code} {status}"
        );
    }
    for (code, was_not_begun) in [("014", false), ("019", true), ("085", true), ("086", true)] {
        let body = body(code, "");
        let answer = Answer::read(&body);
        assert!(answer.must_be_confirmed() && answer.was_not_begun() == was_not_begun);
    }
}

#[test]
fn answers_about_another_purchase_are_unknown_outcomes() {
    let mut other = body("000", "delivered");
    other["requestId"] = json!("202611220030OTHER1");
    assert_eq!(
        vended_for(&other, Question::Requery).outcome,
        OrderOutcome::Unknown
    );
    for nonsense in [json!(null), json!([]), json!("000"), json!({ "code": {} })] {
        assert_eq!(
            vended_for(&nonsense, Question::Pay).outcome,
            OrderOutcome::Unknown
        );
    }
}

#[test]
fn tokens_are_found_in_every_documented_field() {
    let digits = "12345678901234567890";
    for (field, value) in [
        ("token", json!("1234-5678-9012-3456-7890")),
        ("mainToken", json!("12345678901234567890")),
        ("Token", json!("1234 5678 9012 3456 7890")),
        ("purchased_code", json!("Token : 12345678901234567890")),
    ] {
        let mut answer = body("000", "delivered");
        answer["token"] = json!("");
        answer[field] = value;
        answer["units"] = json!("10.5 kWh");
        let token = vended_for(&answer, Question::Pay).token;
        let token = token.map(|token| (token.token, token.units));
        assert_eq!(token, Some((digits.into(), Some("10.5".into()))), "{field}");
        let postpaid = Answer::read(&answer).judge(&vend("ikeja-electric-postpaid"), Question::Pay);
        assert!(postpaid.token.is_none());
    }
    for missing in [
        json!(null),
        json!(""),
        json!("Token : 123"),
        json!("123456789012345678901"),
    ] {
        let mut answer = body("000", "delivered");
        answer["token"] = missing;
        let vended = vended_for(&answer, Question::Pay);
        assert!(vended.outcome == OrderOutcome::Done && vended.token.is_none());
    }
}

#[test]
fn units_are_a_number() {
    for (text, units) in [
        ("10.5", Some("10.5")),
        ("79.9 kWh", Some("79.9")),
        ("12", Some("12")),
        ("kWh", None),
        (".5", None),
        ("1.2.3", None),
        ("1234567890123", None),
    ] {
        assert_eq!(units_of(text).as_deref(), units, "{text}");
    }
}
