//! Tests against a bank with prepared responses.

use super::*;
use crate::testing::{Reply, Stub, quick};
use domain_core::money::{Amount, Currency};

const REFERENCE: &str = "7QK2M9";
const PAID: &str = r#"{"reference":"7QK2M9","currency":"NGN","amount":"1500.00","status":"paid"}"#;

fn bank_at(url: String) -> HttpBank {
    let provider = BankProvider {
        url,
        key: Secret::new("key".into()),
        secret: Secret::new("secret".into()),
    };
    HttpBank::new(&provider, Clock::set_to(1_795_165_200_000), quick()).unwrap()
}

async fn bank<const N: usize>(replies: [Reply; N]) -> (HttpBank, Stub) {
    let stub = Stub::new(replies).await;
    (bank_at(stub.url("/v1")), stub)
}

fn payout() -> Payout {
    Payout {
        reference: REFERENCE.into(),
        bank_code: "058".into(),
        account_number: "0123456789".into(),
        account_name: "OBI ADAEZE".into(),
        amount: Amount::parse("1500.00", Currency::Ngn).unwrap(),
        narration: "Rent".into(),
    }
}

fn wanted() -> NewAccount {
    NewAccount {
        reference: "u1-NGN".into(),
        currency: Currency::Ngn,
        name: "Ada Obi".into(),
        email: "ada@example.ng".into(),
        phone: "08031234567".into(),
        bvn: None,
    }
}

async fn paid_by(reply: Reply) -> OrderOutcome {
    bank([reply]).await.0.pay_out(&payout()).await
}

async fn status_by(reply: Reply) -> OrderOutcome {
    bank([reply]).await.0.payout_status(REFERENCE).await
}

/// Responses that leave open whether the money was sent.
fn unclear() -> Vec<Reply> {
    let cut = b"HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{\"reference\":\"7Q".to_vec();
    let endless = [b"HTTP/1.1 200 OK\r\n\r\n".to_vec(), vec![b' '; 600 * 1024]].concat();
    let mut replies = vec![
        Reply::Silence,
        Reply::Reset,
        Reply::Bytes(cut),
        Reply::Bytes(endless),
        Reply::Bytes(b"nonsense\r\n\r\n".to_vec()),
    ];
    for status in [
        301, 302, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504,
    ] {
        replies.push(Reply::json(status, PAID));
        replies.push(Reply::json(status, "<html>"));
    }
    for body in [
        "",
        "{}",
        "null",
        "[]",
        "{\"status\":\"paid\"}",
        r#"{"reference":"7QK2M9","currency":"NGN","amount":"1500.00","status":"done"}"#,
    ] {
        replies.push(Reply::json(200, body));
    }
    replies
}

#[tokio::test]
async fn payouts_are_signed_and_carry_their_reference() {
    let (bank, stub) = bank([Reply::json(201, PAID)]).await;
    assert_eq!(bank.pay_out(&payout()).await, OrderOutcome::Done);
    let asked = stub.asked().await.remove(0);
    let (head, body) = asked.split_once("\r\n\r\n").unwrap();
    let signed = signature(
        "secret",
        "1795165200",
        &Method::POST,
        "/v1/payouts",
        body.as_bytes(),
    );
    for expected in [
        "POST /v1/payouts HTTP/1.1",
        "authorization: Bearer key",
        "x-bank-timestamp: 1795165200",
        &format!("x-bank-signature: {signed}"),
        "idempotency-key: 7QK2M9",
    ] {
        assert!(
            head.lines().any(|line| line == expected),
            "{expected}\n{head}"
        );
    }
    let body: Value = serde_json::from_str(body).unwrap();
    assert_eq!(
        body,
        json!({ "reference": "7QK2M9", "currency": "NGN", "amount": "1500.00", "bank_code": "058", "account_number": "0123456789",
                "account_name": "OBI ADAEZE", "narration": "Rent" })
    );
}

#[test]
fn the_signature_matches_the_documentation() {
    let signed = signature("bank-secret", "1795165200", &Method::GET, "/v1/banks", b"");
    assert_eq!(signed, DOCUMENTED, "docs/providers.md shows this one");
}

const DOCUMENTED: &str = "b3ab95347ff18e3d7f19d034195451b6d7dbe4e8c56bf3d21b810baba09e02a6";

#[tokio::test]
async fn payout_statuses_are_read() {
    for (text, outcome) in [
        ("paid", OrderOutcome::Done),
        ("refused", OrderOutcome::Refused),
        ("pending", OrderOutcome::Pending),
    ] {
        let body = PAID.replace("paid", text);
        assert_eq!(paid_by(Reply::json(200, &body)).await, outcome);
        assert_eq!(status_by(Reply::json(200, &body)).await, outcome);
    }
    assert_eq!(
        paid_by(Reply::json(
            422,
            r#"{"code":"payout_refused","message":"No such bank"}"#
        ))
        .await,
        OrderOutcome::Refused
    );
    assert_eq!(
        status_by(Reply::json(404, r#"{"code":"payout_not_found"}"#)).await,
        OrderOutcome::NotFound
    );
}

#[tokio::test]
async fn unclear_answers_are_unknown_outcomes() {
    for reply in unclear() {
        assert_eq!(paid_by(reply.clone()).await, OrderOutcome::Unknown);
        assert_eq!(status_by(reply).await, OrderOutcome::Unknown);
    }
}

#[tokio::test]
async fn answers_about_another_payout_are_unknown_outcomes() {
    for (part, other) in [("7QK2M9", "OTHER1"), ("NGN", "USD"), ("1500.00", "15.00")] {
        assert_eq!(
            paid_by(Reply::json(200, &PAID.replace(part, other))).await,
            OrderOutcome::Unknown,
            "{other}"
        );
    }
    assert_eq!(
        status_by(Reply::json(200, &PAID.replace("7QK2M9", "OTHER1"))).await,
        OrderOutcome::Unknown
    );
}

#[tokio::test]
async fn an_unreachable_bank_leaves_the_payout_unknown() {
    let stub = tokio::net::TcpListener::bind(("127.0.0.1", 0))
        .await
        .unwrap();
    let bank = bank_at(format!("http://{}", stub.local_addr().unwrap()));
    drop(stub);
    assert_eq!(bank.pay_out(&payout()).await, OrderOutcome::Unknown);
    assert_eq!(
        bank.enquire("058", "0123456789").await,
        Err(BankError::Unavailable)
    );
}

#[tokio::test]
async fn name_enquiries_are_validated() {
    async fn named(reply: Reply) -> Result<String, BankError> {
        bank([reply]).await.0.enquire("058", "0123456789").await
    }
    assert_eq!(
        named(Reply::json(200, r#"{"account_name":" OBI  ADAEZE "}"#)).await,
        Ok("OBI ADAEZE".into())
    );
    assert_eq!(
        named(Reply::json(404, r#"{"code":"account_not_found"}"#)).await,
        Err(BankError::NotFound)
    );
    for body in [
        r#"{"account_name":""}"#,
        r#"{"account_name":"A\u0000B"}"#,
        r#"{"account_name":7}"#,
        r#"{"account_name":"EZE\u202eADA"}"#,
    ] {
        assert_eq!(
            named(Reply::json(200, body)).await,
            Err(BankError::Unavailable),
            "{body}"
        );
    }
    for reply in unclear() {
        assert_eq!(named(reply).await, Err(BankError::Unavailable));
    }
}

#[tokio::test]
async fn accounts_are_opened_or_need_a_bvn() {
    async fn opened(reply: Reply) -> Result<Opened, BankError> {
        bank([reply]).await.0.open_account(&wanted()).await
    }
    let body =
        r#"{"account_number":"0123456789","bank_name":"Wema Bank","account_name":"ADA OBI"}"#;
    assert!(
        matches!(opened(Reply::json(201, body)).await, Ok(Opened::Account(account)) if account.account_number == "0123456789")
    );
    assert_eq!(
        opened(Reply::json(422, r#"{"code":"bvn_required"}"#)).await,
        Ok(Opened::BvnRequired)
    );
    assert_eq!(
        opened(Reply::json(422, r#"{"code":"bvn_refused"}"#)).await,
        Err(BankError::BvnRefused)
    );
    assert_eq!(
        opened(Reply::json(201, &body.replace("0123456789", "12"))).await,
        Err(BankError::Unavailable)
    );
    for reply in unclear() {
        assert_eq!(opened(reply).await, Err(BankError::Unavailable));
    }
}

#[tokio::test]
async fn bank_lists_are_cached_for_an_hour_and_longer_on_failure() {
    let list = r#"{"banks":[{"name":"Zenith Bank","code":"057","nip_code":"000015","ussd_template":null,"type":"commercial"}]}"#;
    let (bank, stub) = bank([Reply::json(200, list), Reply::json(500, "{}")]).await;
    assert_eq!(bank.banks().await.unwrap()[0].code, "057");
    assert_eq!(bank.banks().await.unwrap().len(), 1);
    assert_eq!(stub.asked().await.len(), 1);
    bank.clock.advance_ms(BANKS_ARE_FRESH_MS);
    assert_eq!(bank.banks().await.unwrap().len(), 1);
    assert_eq!(stub.asked().await.len(), 2);
    let (away, _stub) = super::tests::bank([Reply::json(500, "{}")]).await;
    assert_eq!(away.banks().await, Err(BankError::Unavailable));
}
