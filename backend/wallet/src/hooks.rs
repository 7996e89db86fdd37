//! The bank's webhooks: credits and results of payouts. Each is signed, recent, and takes effect once.

use super::coins::deposits;
use super::funding::{self, Credit};
use super::returned;
use axum::http::{HeaderMap, HeaderName};
use domain_core::money::{AmountText, Currency};
use ground::error::{ApiError, ErrorCode};
use ground::secret::{hex, same_bytes};
use hmac::{Hmac, KeyInit, Mac};
use money::orders;
use money::statement::Counterparty;
use providers::OrderOutcome;
use providers::custody::{Notice as CustodyNotice, NoticeRefused};
use serde::Deserialize;
use service::app::AppState;
use service::http::body;
use sha2::Sha256;
use utoipa::ToSchema;

/// Seconds since 1970 on the bank's clock.
const TIMESTAMP: HeaderName = HeaderName::from_static("x-bank-timestamp");
/// HMAC-SHA256 of `{timestamp}.{body}` with the secret shared with the bank, in hexadecimal.
const SIGNATURE: HeaderName = HeaderName::from_static("x-bank-signature");
/// Older notices are rejected as replays; those from further in the future come from a wrong clock.
const FRESH_SECONDS: i64 = 300;
/// Counted by reason: `signature` (an unknown sender or another secret), `stale` (a replay or a wrong clock),
/// `malformed`, or `credit` (money at the bank without a recipient here).
const REFUSED: &str = "ajo_bank_notices_refused_total";
/// Counts the custodian's rejected notices by reason.
const CUSTODY_REFUSED: &str = "ajo_custody_notices_refused_total";
const LONGEST_REFERENCE_CHARACTERS: usize = 100;

/// A notice.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "event")]
pub enum Notice {
    /// Money arrived on a virtual account.
    #[serde(rename = "credit.received")]
    Credit {
        /// The bank's own reference.
        reference: String,
        account_number: String,
        #[schema(value_type = service::http::schema::Currency)]
        currency: Currency,
        #[schema(value_type = String)]
        amount: AmountText,
        sender: Option<Counterparty>,
    },
    /// A credit was reversed by the sender's bank.
    #[serde(rename = "credit.reversed")]
    Reversed {
        /// The bank's own reference of the credit.
        reference: String,
    },
    /// A payout was completed.
    #[serde(rename = "payout.paid")]
    Paid {
        /// Our reference.
        reference: String,
    },
    /// A payout failed permanently, or was returned after completion.
    #[serde(rename = "payout.refused")]
    Refused {
        /// Our reference.
        reference: String,
    },
}

/// Processes a notice.
///
/// # Errors
/// 404 if no secret is configured; 401 for an invalid or outdated signature; the errors of [`funding::credit`] and
/// [`orders::notice`].
pub async fn take(app: &AppState, headers: &HeaderMap, bytes: &[u8]) -> Result<(), ApiError> {
    verify(app, headers, bytes)?;
    let notice = serde_json::from_slice(bytes)
        .map_err(|_| ApiError::new(ErrorCode::MalformedJson, "The body is not JSON."))
        .and_then(body::typed);
    let notice = notice.inspect_err(|error| {
        let code = error.code();
        tracing::error!(code, "a notice that the bank has signed cannot be read");
        app.metrics.refused(REFUSED, "malformed");
    })?;
    match notice {
        Notice::Credit {
            reference,
            account_number,
            currency,
            amount,
            sender,
        } => {
            let credited = async {
                if reference.trim().is_empty() || reference.len() > LONGEST_REFERENCE_CHARACTERS {
                    return Err(ApiError::new(
                        ErrorCode::WrongType,
                        "reference is missing or too long.",
                    ));
                }
                let amount = amount
                    .amount("amount", currency)
                    .map_err(|violation| ApiError::refused(vec![violation]))?;
                let credit = Credit {
                    provider_reference: reference.clone(),
                    account_number,
                    currency,
                    amount,
                    sender,
                };
                funding::credit(app, &credit).await
            };
            let credited = credited.await.map(|_| ());
            credited.inspect_err(|error| not_credited(app, &reference, error))
        }
        Notice::Reversed { reference } => funding::reversed(app, &reference).await,
        Notice::Paid { reference } => {
            let noticed = orders::notice(app, &reference, OrderOutcome::Done).await;
            noticed.map(|_| ())
        }
        Notice::Refused { reference } => {
            match orders::notice(app, &reference, OrderOutcome::Refused).await? {
                true => returned::give_back(app, &reference, None).await.map(|_| ()),
                false => Ok(()),
            }
        }
    }
}

/// Processes a notice of the custodian.
///
/// # Errors
/// 401 for a wrong signature; 503 if the custodian does not respond: it retries.
pub async fn take_custody(
    app: &AppState,
    headers: &HeaderMap,
    bytes: &[u8],
) -> Result<(), ApiError> {
    match app.ports.custody.notice(headers, bytes) {
        Ok(CustodyNotice::Deposit { reference }) => {
            match deposits::noticed(app, &reference).await {
                // The custodian's store has other invoices as well; retries would not help.
                Err(error) if error.is(ErrorCode::NotFound) => Ok(()),
                done => done,
            }
        }
        Ok(CustodyNotice::Other) => Ok(()),
        Err(NoticeRefused::Unreadable) => Err(ApiError::new(
            ErrorCode::MalformedJson,
            "The body is not JSON.",
        )),
        Err(NoticeRefused::Signature) => {
            tracing::warn!("a notice of the custodian was refused");
            app.metrics.refused(CUSTODY_REFUSED, "signature");
            Err(ApiError::unauthenticated())
        }
    }
}

fn verify(app: &AppState, headers: &HeaderMap, bytes: &[u8]) -> Result<(), ApiError> {
    let secret = app
        .config
        .bank_hook_secret
        .as_ref()
        .ok_or_else(ApiError::not_found)?;
    let header = |name: &HeaderName| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    };
    let timestamp = header(&TIMESTAMP);
    let expected = signature(secret.reveal(), timestamp, bytes);
    let age_seconds = timestamp
        .parse::<i64>()
        .ok()
        .and_then(|sent| (app.clock.now_ms() / 1_000).checked_sub(sent));
    let fresh = age_seconds.is_some_and(|age| (-FRESH_SECONDS..=FRESH_SECONDS).contains(&age));
    let reason = match same_bytes(expected.as_bytes(), header(&SIGNATURE).as_bytes()) {
        true if fresh => return Ok(()),
        true => "stale",
        false => "signature",
    };
    tracing::warn!(reason, "a bank notice was refused");
    app.metrics.refused(REFUSED, reason);
    Err(ApiError::unauthenticated())
}

/// Logs and counts a credit that was refused. Repeated notices do not help: an operator has to look into it.
fn not_credited(app: &AppState, reference: &str, error: &ApiError) {
    if error.status().is_client_error() {
        let reference: String = reference
            .chars()
            .take(LONGEST_REFERENCE_CHARACTERS)
            .collect();
        let code = error.code();
        tracing::error!(reference, code, "money at the bank is credited to nobody");
        app.metrics.refused(REFUSED, "credit");
    }
}

/// The signature of a notice, as the bank computes it.
pub fn signature(secret: &str, timestamp: &str, bytes: &[u8]) -> String {
    let mut mac =
        <Hmac<Sha256> as KeyInit>::new_from_slice(secret.as_bytes()).expect("HMAC takes any key");
    mac.update(timestamp.as_bytes());
    mac.update(b".");
    mac.update(bytes);
    hex(&mac.finalize().into_bytes())
}
