//! Binance's signed interface for spot accounts. Source: its documentation, version 3.
//!
//! A call is signed over its query as it is sent, and is valid for five seconds around the exchange's clock, which is
//! asked for once where ours is off.

use super::{ExchangeError, ExchangeKeyPort, ExchangeKeys};
use crate::clock::Clock;
use crate::config::ConfigError;
use crate::outbound::Later;
use crate::outbound::client::{Answered, ProviderClient, Wire};
use crate::secret::{Secret, hex};
use axum::http::{HeaderName, Method, StatusCode};
use domain_core::signals::exchange::KeyRights;
use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use sha2::Sha256;

const KEY: HeaderName = HeaderName::from_static("x-mbx-apikey");
const RIGHTS: &str = "/sapi/v1/account/apiRestrictions";
const TIME: &str = "/api/v3/time";
const WINDOW_MS: i64 = 5_000;
/// The clocks differ by too much.
const WRONG_TIME: i64 = -1021;
/// The secret is another key's; the key is malformed; the key, its address or its rights are wrong.
const WRONG_KEY: [i64; 3] = [-1022, -2014, -2015];

pub struct Binance {
    client: ProviderClient,
    clock: Clock,
}

#[derive(Deserialize)]
struct Refusal {
    code: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Time {
    server_time: i64,
}

/// A right that is not named counts as given, reading as not given.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Restrictions {
    enable_reading: Option<bool>,
    enable_withdrawals: Option<bool>,
    enable_internal_transfer: Option<bool>,
    permits_universal_transfer: Option<bool>,
    enable_margin: Option<bool>,
    enable_futures: Option<bool>,
}

/// What became of a signed call.
enum Said {
    Rights(KeyRights),
    WrongTime,
}

impl Binance {
    /// # Errors
    /// An invalid URL.
    pub fn new(url: &str, clock: Clock, wire: Wire) -> Result<Self, ConfigError> {
        let client = ProviderClient::new(url, Secret::new(String::new()), wire)?;
        Ok(Self { client, clock })
    }

    async fn ask(&self, keys: &ExchangeKeys, now_ms: i64) -> Result<Said, ExchangeError> {
        let query = format!("recvWindow={WINDOW_MS}&timestamp={now_ms}");
        let signature = signature(keys.secret.reveal(), &query);
        let path = format!("{RIGHTS}?{query}&signature={signature}");
        let headers = [(KEY, keys.key.reveal().clone())];
        let answered = self
            .client
            .call(Method::GET, &path, &headers, Vec::new())
            .await;
        let answered: Answered = answered.map_err(|_| ExchangeError::Unavailable)?;
        if answered.status == StatusCode::OK {
            let said: Restrictions = answered.read().ok_or(ExchangeError::Unavailable)?;
            return Ok(Said::Rights(said.rights()));
        }
        match answered.read::<Refusal>() {
            Some(refusal) if refusal.code == WRONG_TIME => Ok(Said::WrongTime),
            Some(refusal) if WRONG_KEY.contains(&refusal.code) => Err(ExchangeError::Refused),
            _ => Err(ExchangeError::Unavailable),
        }
    }

    async fn exchange_time(&self) -> Result<i64, ExchangeError> {
        let answered = self.client.call(Method::GET, TIME, &[], Vec::new()).await;
        let answered = answered.map_err(|_| ExchangeError::Unavailable)?;
        let time: Time = answered.read().ok_or(ExchangeError::Unavailable)?;
        Ok(time.server_time)
    }

    async fn permitted(&self, keys: &ExchangeKeys) -> Result<KeyRights, ExchangeError> {
        if let Said::Rights(rights) = self.ask(keys, self.clock.now_ms()).await? {
            return Ok(rights);
        }
        match self.ask(keys, self.exchange_time().await?).await? {
            Said::Rights(rights) => Ok(rights),
            Said::WrongTime => Err(ExchangeError::Unavailable),
        }
    }
}

impl Restrictions {
    fn rights(&self) -> KeyRights {
        let given = |right: Option<bool>| right.unwrap_or(true);
        KeyRights {
            reads: self.enable_reading == Some(true),
            withdraws: given(self.enable_withdrawals),
            transfers: given(self.enable_internal_transfer)
                || given(self.permits_universal_transfer),
            borrows: given(self.enable_margin) || given(self.enable_futures),
        }
    }
}

fn signature(secret: &str, query: &str) -> String {
    let mut mac =
        <Hmac<Sha256> as KeyInit>::new_from_slice(secret.as_bytes()).expect("HMAC takes any key");
    mac.update(query.as_bytes());
    hex(&mac.finalize().into_bytes())
}

impl ExchangeKeyPort for Binance {
    fn rights<'a>(&'a self, keys: &'a ExchangeKeys) -> Later<'a, Result<KeyRights, ExchangeError>> {
        Box::pin(self.permitted(keys))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbound::testing::{Reply, Stub, quick};

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

    #[test]
    fn a_query_is_signed_as_the_documentation_signs_it() {
        let order = "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559";
        let expected = "c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71";
        assert_eq!(signature(SECRET, order), expected);
    }

    #[tokio::test]
    async fn the_call_is_signed_and_carries_no_secret() {
        let (rights, asked) = asked(vec![Reply::json(200, GOOD)]).await;
        let good = KeyRights {
            reads: true,
            withdraws: false,
            transfers: false,
            borrows: false,
        };
        assert_eq!(rights, Ok(good));
        let signed = "f0d0f4c02f3ebcdb4e27264ade05946ab1aefbbfa9ea30ddbcff345c16cb71d2";
        let line =
            format!("GET {RIGHTS}?recvWindow=5000&timestamp={MORNING_MS}&signature={signed} ");
        assert!(asked[0].starts_with(&line), "{}", asked[0]);
        assert!(asked[0].to_lowercase().contains("x-mbx-apikey: key-of-ada"));
        assert!(!asked[0].contains(SECRET));
    }

    #[tokio::test]
    async fn a_right_that_is_not_named_counts_as_given() {
        for (without, expected) in [
            (
                "enableWithdrawals",
                KeyRights {
                    reads: true,
                    withdraws: true,
                    transfers: false,
                    borrows: false,
                },
            ),
            (
                "permitsUniversalTransfer",
                KeyRights {
                    reads: true,
                    withdraws: false,
                    transfers: true,
                    borrows: false,
                },
            ),
            (
                "enableFutures",
                KeyRights {
                    reads: true,
                    withdraws: false,
                    transfers: false,
                    borrows: true,
                },
            ),
            (
                "enableReading",
                KeyRights {
                    reads: false,
                    withdraws: false,
                    transfers: false,
                    borrows: false,
                },
            ),
        ] {
            let body = GOOD.replace(without, "unheardOf");
            let (rights, _) = asked(vec![Reply::json(200, &body)]).await;
            assert_eq!(rights, Ok(expected), "{without}");
        }
    }

    #[tokio::test]
    async fn refusals_and_failures_are_told_apart() {
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
    async fn a_clock_that_is_off_is_set_by_the_exchange_once() {
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
}
