use super::*;
use crate::testing::{Reply, Stub, quick};
use ground::secret::Secret;

const SECRET: &str = "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j";
/// 2026-11-20T09:00:00Z.
const MORNING_MS: i64 = 1_795_165_200_000;
const GOOD: &str = r#"{"ipRestrict":false,"enableReading":true,"enableSpotAndMarginTrading":true,"enableWithdrawals":false,
    "enableInternalTransfer":false,"permitsUniversalTransfer":false,"enableMargin":false,"enableFutures":false}"#;

fn keys() -> ExchangeKeys {
    ExchangeKeys {
        key: Secret::new("key-of-ada".into()),
        secret: Secret::new(SECRET.into()),
    }
}

async fn asked(replies: Vec<Reply>) -> (Result<KeyRights, ExchangeError>, Vec<String>) {
    let stub = Stub::new(replies).await;
    let exchange = Binance::new(&stub.url(""), Clock::set_to(MORNING_MS), quick()).unwrap();
    let rights = exchange.rights(&keys()).await;
    (rights, stub.asked().await)
}

#[tokio::test]
async fn calls_are_signed_and_contain_no_secret() {
    let (rights, asked) = asked(vec![Reply::json(200, GOOD)]).await;
    let good = KeyRights {
        reads: true,
        withdraws: false,
        transfers: false,
        borrows: false,
        trades: true,
    };
    assert_eq!(rights, Ok(good));
    let signed = "f0d0f4c02f3ebcdb4e27264ade05946ab1aefbbfa9ea30ddbcff345c16cb71d2";
    let line = format!("GET {RIGHTS}?recvWindow=5000&timestamp={MORNING_MS}&signature={signed} ");
    assert!(asked[0].starts_with(&line), "{}", asked[0]);
    assert!(asked[0].to_lowercase().contains("x-mbx-apikey: key-of-ada"));
    assert!(!asked[0].contains(SECRET));
}

#[tokio::test]
async fn missing_permissions_count_as_granted() {
    for (without, expected) in [
        (
            "enableWithdrawals",
            KeyRights {
                reads: true,
                withdraws: true,
                transfers: false,
                borrows: false,
                trades: true,
            },
        ),
        (
            "permitsUniversalTransfer",
            KeyRights {
                reads: true,
                withdraws: false,
                transfers: true,
                borrows: false,
                trades: true,
            },
        ),
        (
            "enableFutures",
            KeyRights {
                reads: true,
                withdraws: false,
                transfers: false,
                borrows: true,
                trades: true,
            },
        ),
    ] {
        let body = GOOD.replace(without, "unheardOf");
        let (rights, _) = asked(vec![Reply::json(200, &body)]).await;
        assert_eq!(rights, Ok(expected), "{without}");
    }
    // Without the permission that every key has, the answer is not about permissions.
    let body = GOOD.replace("enableReading", "unheardOf");
    let (rights, _) = asked(vec![Reply::json(200, &body)]).await;
    assert_eq!(rights, Err(ExchangeError::Unavailable));
}

#[tokio::test]
async fn refusals_and_failures_differ() {
    for (status, body, expected) in [
        (
            401,
            r#"{"code":-2014,"msg":"API-key format invalid."}"#,
            ExchangeError::Refused,
        ),
        (
            401,
            r#"{"code":-2015,"msg":"Invalid API-key, IP, or permissions for action."}"#,
            ExchangeError::Refused,
        ),
        (
            400,
            r#"{"code":-1022,"msg":"Signature for this request is not valid."}"#,
            ExchangeError::Refused,
        ),
        (
            503,
            r#"{"code":-1006,"msg":"unexpected"}"#,
            ExchangeError::Unavailable,
        ),
        (200, "<html>", ExchangeError::Unavailable),
        (429, "", ExchangeError::Unavailable),
    ] {
        let (rights, _) = asked(vec![Reply::json(status, body)]).await;
        assert_eq!(rights, Err(expected), "{status} {body}");
    }
}

#[tokio::test]
async fn a_wrong_clock_is_corrected_once() {
    let wrong =
        r#"{"code":-1021,"msg":"Timestamp for this request is outside of the recvWindow."}"#;
    let time = r#"{"serverTime":1795165260000}"#;
    let (rights, asked_for) = asked(vec![
        Reply::json(400, wrong),
        Reply::json(200, time),
        Reply::json(200, GOOD),
    ])
    .await;
    assert!(rights.is_ok());
    assert!(
        asked_for[2].contains("timestamp=1795165260000&"),
        "{}",
        asked_for[2]
    );
    let (rights, _) = asked(vec![
        Reply::json(400, wrong),
        Reply::json(200, time),
        Reply::json(400, wrong),
    ])
    .await;
    assert_eq!(rights, Err(ExchangeError::Unavailable));
}
