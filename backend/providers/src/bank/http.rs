//! A bank over HTTP, as described in docs/providers.md.
//!
//! Every call is signed and timestamped. An answer counts only if it matches the payout: same reference, currency and
//! amount. Anything else is an unknown outcome.

use super::signature::signature;
use super::{Bank, BankError, BankPort, NewAccount, Opened, OpenedAccount, Payout, checks};
use crate::Later;
use crate::OrderOutcome;
use crate::client::{Answered, ProviderClient, Wire};
use axum::http::{HeaderName, Method, StatusCode};
use ground::clock::Clock;
use ground::config::{BankProvider, ConfigError};
use ground::secret::Secret;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Mutex;

const TIMESTAMP: HeaderName = HeaderName::from_static("x-bank-timestamp");
const SIGNATURE: HeaderName = HeaderName::from_static("x-bank-signature");
const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const BANKS_ARE_FRESH_MS: i64 = 60 * 60 * 1_000;

/// A bank over HTTP.
pub struct HttpBank {
    client: ProviderClient,
    secret: Secret<String>,
    clock: Clock,
    banks: Mutex<Option<KnownBanks>>,
}

struct KnownBanks {
    banks: Vec<Bank>,
    asked_at_ms: i64,
}

#[derive(Deserialize)]
struct BankList {
    banks: Vec<Value>,
}

#[derive(Deserialize)]
struct Holder {
    account_name: String,
}

#[derive(Deserialize)]
struct Refusal {
    code: String,
}

#[derive(Deserialize)]
struct PayoutState {
    reference: String,
    currency: String,
    amount: String,
    status: Status,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    Paid,
    Refused,
    Pending,
}

impl HttpBank {
    /// # Errors
    /// An invalid URL.
    pub fn new(provider: &BankProvider, clock: Clock, wire: Wire) -> Result<Self, ConfigError> {
        let client = ProviderClient::new(&provider.url, provider.key.clone(), wire)?;
        Ok(Self {
            client,
            secret: provider.secret.clone(),
            clock,
            banks: Mutex::default(),
        })
    }

    async fn get(&self, path: &str) -> Option<Answered> {
        self.call(Method::GET, path, None, Vec::new()).await
    }

    async fn post(&self, path: &str, key: Option<&str>, body: &Value) -> Option<Answered> {
        self.call(Method::POST, path, key, body.to_string().into_bytes())
            .await
    }

    /// `None` if there is no response, for any reason. The reason is only logged: even if the payout was certainly not
    /// sent, its status is queried before it is sent again.
    async fn call(
        &self,
        method: Method,
        path: &str,
        key: Option<&str>,
        body: Vec<u8>,
    ) -> Option<Answered> {
        let timestamp = (self.clock.now_ms() / 1_000).to_string();
        let signature = signature(
            self.secret.reveal(),
            &timestamp,
            &method,
            &self.client.path(path),
            &body,
        );
        let mut headers = vec![(TIMESTAMP, timestamp), (SIGNATURE, signature)];
        headers.extend(key.map(|key| (IDEMPOTENCY_KEY, String::from(key))));
        self.client.call(method, path, &headers, body).await.ok()
    }

    /// Tests URL, key and signature with the list of banks, and returns its length.
    ///
    /// # Errors
    /// The failure.
    pub async fn knock(&self) -> Result<usize, String> {
        self.client
            .knock()
            .await
            .map_err(|cause| cause.to_string())?;
        let answered = self.get("/banks").await.ok_or("it did not respond")?;
        match answered.status {
            StatusCode::OK => {}
            status @ (StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) => {
                return Err(format!(
                    "it rejects AJO_BANK_KEY or the signature by AJO_BANK_SECRET: {status}"
                ));
            }
            status => return Err(format!("it responds {status}")),
        }
        let banks = answered.read::<BankList>();
        let banks = banks.and_then(|list| checks::banks(list.banks));
        Ok(banks.ok_or("its list of banks is invalid")?.len())
    }

    async fn ask_for_banks(&self) -> Option<Vec<Bank>> {
        let answered = self
            .get("/banks")
            .await
            .filter(|answered| answered.status == StatusCode::OK)?;
        checks::banks(answered.read::<BankList>()?.banks)
    }

    /// Lists older than an hour are refreshed; if that fails, the old list is used.
    async fn banks(&self) -> Result<Vec<Bank>, BankError> {
        let now_ms = self.clock.now_ms();
        let mut known = self.banks.lock().await;
        if let Some(known) = known
            .as_ref()
            .filter(|known| now_ms - known.asked_at_ms < BANKS_ARE_FRESH_MS)
        {
            return Ok(known.banks.clone());
        }
        if let Some(banks) = self.ask_for_banks().await {
            *known = Some(KnownBanks {
                banks,
                asked_at_ms: now_ms,
            });
        }
        known
            .as_ref()
            .map(|known| known.banks.clone())
            .ok_or(BankError::Unavailable)
    }

    async fn enquire(&self, bank_code: &str, account_number: &str) -> Result<String, BankError> {
        let body = json!({ "bank_code": bank_code, "account_number": account_number });
        let answered = self
            .post("/enquiries", None, &body)
            .await
            .ok_or(BankError::Unavailable)?;
        if refuses(&answered, "account_not_found") {
            return Err(BankError::NotFound);
        }
        let holder = answered
            .read::<Holder>()
            .filter(|_| answered.status == StatusCode::OK);
        holder
            .and_then(|holder| checks::holder(&holder.account_name))
            .ok_or(BankError::Unavailable)
    }

    async fn open(&self, wanted: &NewAccount) -> Result<Opened, BankError> {
        let body = json!({
            "reference": wanted.reference,
            "currency": wanted.currency,
            "name": wanted.name,
            "email": wanted.email,
            "phone": wanted.phone,
            "bvn": wanted.bvn,
        });
        let answered = self
            .post("/virtual-accounts", Some(&wanted.reference), &body)
            .await
            .ok_or(BankError::Unavailable)?;
        if refuses(&answered, "bvn_required") {
            return Ok(Opened::BvnRequired);
        }
        if refuses(&answered, "bvn_refused") {
            return Err(BankError::BvnRefused);
        }
        let opened = answered
            .read::<OpenedAccount>()
            .filter(|_| answered.status.is_success());
        opened
            .and_then(|opened| checks::account(wanted.currency, opened))
            .map(Opened::Account)
            .ok_or(BankError::Unavailable)
    }

    async fn pay(&self, payout: &Payout) -> OrderOutcome {
        let body = json!({
            "reference": payout.reference,
            "currency": payout.amount.currency(),
            "amount": payout.amount,
            "bank_code": payout.bank_code,
            "account_number": payout.account_number,
            "account_name": payout.account_name,
            "narration": payout.narration,
        });
        let Some(answered) = self.post("/payouts", Some(&payout.reference), &body).await else {
            return OrderOutcome::Unknown;
        };
        if refuses(&answered, "payout_refused") {
            return OrderOutcome::Refused;
        }
        let about_it = |state: &PayoutState| {
            state.reference == payout.reference
                && state.currency == payout.amount.currency().as_str()
                && state.amount == payout.amount.to_string()
        };
        match answered
            .read::<PayoutState>()
            .filter(|_| answered.status.is_success())
        {
            Some(state) if about_it(&state) => state.status.outcome(),
            Some(_) => {
                tracing::error!(
                    reference = payout.reference,
                    "the bank answered about another payout"
                );
                OrderOutcome::Unknown
            }
            None => OrderOutcome::Unknown,
        }
    }

    async fn status(&self, reference: &str) -> OrderOutcome {
        // Our references contain only letters, digits and hyphens.
        let Some(answered) = self.get(&format!("/payouts/{reference}")).await else {
            return OrderOutcome::Unknown;
        };
        // A 404 without this body may be due to a wrong URL, and proves nothing.
        if refuses(&answered, "payout_not_found") {
            return OrderOutcome::NotFound;
        }
        let state = answered
            .read::<PayoutState>()
            .filter(|_| answered.status == StatusCode::OK);
        state
            .filter(|state| state.reference == reference)
            .map_or(OrderOutcome::Unknown, |state| state.status.outcome())
    }
}

impl Status {
    const fn outcome(&self) -> OrderOutcome {
        match self {
            Self::Paid => OrderOutcome::Done,
            Self::Refused => OrderOutcome::Refused,
            Self::Pending => OrderOutcome::Pending,
        }
    }
}

fn refuses(answered: &Answered, code: &str) -> bool {
    answered.status.is_client_error()
        && answered
            .read::<Refusal>()
            .is_some_and(|refusal| refusal.code == code)
}

impl BankPort for HttpBank {
    fn banks(&self) -> Later<'_, Result<Vec<Bank>, BankError>> {
        Box::pin(self.banks())
    }

    fn enquire<'a>(
        &'a self,
        bank_code: &'a str,
        account_number: &'a str,
    ) -> Later<'a, Result<String, BankError>> {
        Box::pin(self.enquire(bank_code, account_number))
    }

    fn open_account<'a>(&'a self, wanted: &'a NewAccount) -> Later<'a, Result<Opened, BankError>> {
        Box::pin(self.open(wanted))
    }

    fn pay_out<'a>(&'a self, payout: &'a Payout) -> Later<'a, OrderOutcome> {
        Box::pin(self.pay(payout))
    }

    fn payout_status<'a>(&'a self, reference: &'a str) -> Later<'a, OrderOutcome> {
        Box::pin(self.status(reference))
    }
}

#[cfg(test)]
#[path = "http_tests.rs"]
mod tests;
