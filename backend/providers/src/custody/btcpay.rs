//! A BTCPay Server: bitcoin with the operator's own keys. Source: its Greenfield API, version 1.
//!
//! It serves bitcoin only, so `serves` is false for ether and tether. An address is that of an invoice without an
//! amount, which accepts any number of payments, even late ones. A payout has no idempotency key: before it is made,
//! the store's payouts are searched for our reference, and a missing one counts as not made only once a timed-out
//! request can no longer arrive.

use super::{AddressOf, CustodyPort, CustodyUnavailable, Deposit, Notice, NoticeRefused, Sending};
use crate::client::{Answered, CallError, ProviderClient, Wire};
use crate::{Later, OrderOutcome};
use axum::http::{HeaderMap, Method, StatusCode};
use domain_core::money::{Amount, Currency};
use domain_core::payment::order::MAY_ARRIVE_MS;
use domain_core::wallet::coin::{Network, check};
use ground::clock::Clock;
use ground::config::{ConfigError, CustodyProvider};
use ground::secret::{Secret, hex, same_bytes};
use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Number, Value, json};
use sha2::Sha256;

const SIGNATURE: &str = "btcpay-sig";
const METHOD: &str = "BTC-CHAIN";
/// An invoice's address is watched for a year; later payments are reported as late.
const MINUTES_A_YEAR: u32 = 365 * 24 * 60;
/// The store's invoice policy, and the number of confirmations that it means.
const SPEED_POLICY: &str = "LowSpeed";
const CONFIRMATIONS: i64 = 6;
/// A transaction with two inputs and two outputs.
const USUAL_BYTES: i64 = 210;
/// More than any network fee so far, in satoshi per byte.
const GREATEST_RATE: i64 = 1_000;
/// Enough for thirty thousand payouts.
const LARGEST_LIST_BYTES: usize = 16 * 1024 * 1024;
const LONGEST_ID: usize = 200;

pub struct BtcPay {
    client: ProviderClient,
    /// The store's path.
    store: String,
    hook_secret: Secret<String>,
    clock: Clock,
}

#[derive(Deserialize)]
struct Invoice {
    id: String,
    metadata: Option<Metadata>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct Metadata {
    order_id: Option<String>,
    reference: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PaymentMethod {
    payment_method_id: String,
    destination: Option<String>,
    #[serde(default)]
    payments: Vec<Payment>,
}

#[derive(Deserialize)]
struct Payment {
    id: String,
    value: Value,
    status: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FeeRate {
    #[serde(alias = "feerate")]
    fee_rate: Number,
}

#[derive(Deserialize)]
struct Payout {
    state: String,
    metadata: Option<Metadata>,
}

#[derive(Deserialize)]
struct WebhookBody {
    r#type: String,
    metadata: Option<Metadata>,
}

fn outcome(state: &str) -> OrderOutcome {
    match state {
        "Completed" => OrderOutcome::Done,
        "Cancelled" => OrderOutcome::Refused,
        "AwaitingApproval" | "AwaitingPayment" | "InProgress" => OrderOutcome::Pending,
        _ => OrderOutcome::Unknown,
    }
}

/// Accepts a string or a number as written. More than eight decimals are not an amount of bitcoin.
fn bitcoin(value: &Value) -> Option<Amount> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    Amount::parse(&text, Currency::Btc).ok()
}

/// Satoshi per byte, rounded up.
fn satoshi_a_byte(rate: &Number) -> Option<i64> {
    let text = rate.to_string();
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    let whole: i64 = whole.parse().ok()?;
    let up = i64::from(decimals.bytes().any(|digit| digit != b'0'));
    Some(whole.checked_add(up)?.clamp(1, GREATEST_RATE))
}

impl BtcPay {
    /// # Errors
    /// An invalid URL.
    pub fn new(provider: &CustodyProvider, clock: Clock, wire: Wire) -> Result<Self, ConfigError> {
        let wire = wire.of_up_to(LARGEST_LIST_BYTES);
        let client = ProviderClient::new(&provider.url, provider.key.clone(), wire)?;
        Ok(Self {
            client: client.announced("token"),
            store: format!("/api/v1/stores/{}", provider.store),
            hook_secret: provider.hook_secret.clone(),
            clock,
        })
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Option<T> {
        let path = [&self.store, path].concat();
        let answered = self
            .client
            .call(Method::GET, &path, &[], Vec::new())
            .await
            .ok()?;
        (answered.status == StatusCode::OK).then(|| answered.read())?
    }

    async fn post(&self, path: &str, body: Value) -> Result<Answered, CallError> {
        let path = [&self.store, path].concat();
        self.client
            .call(Method::POST, &path, &[], body.to_string().into_bytes())
            .await
    }

    /// Our invoices with a reference, oldest last. The search may return others that contain it.
    async fn invoices(&self, reference: &str) -> Option<Vec<Invoice>> {
        let found: Vec<Invoice> = self.get(&format!("/invoices?orderId={reference}")).await?;
        let is_ours = |invoice: &Invoice| {
            let metadata = invoice.metadata.as_ref();
            metadata.and_then(|metadata| metadata.order_id.as_deref()) == Some(reference)
                && is_id(&invoice.id)
        };
        Some(found.into_iter().filter(is_ours).collect())
    }

    async fn method(&self, invoice: &Invoice) -> Option<PaymentMethod> {
        let path = format!("/invoices/{}/payment-methods", invoice.id);
        let methods: Vec<PaymentMethod> = self.get(&path).await?;
        methods
            .into_iter()
            .find(|method| method.payment_method_id == METHOD)
    }

    async fn new_invoice(&self, reference: &str) -> Option<Invoice> {
        let body = json!({
            "amount": null,
            "currency": "BTC",
            "metadata": { "orderId": reference },
            "checkout": {
                "paymentMethods": [METHOD],
                "expirationMinutes": MINUTES_A_YEAR,
                "monitoringMinutes": MINUTES_A_YEAR,
                "speedPolicy": SPEED_POLICY,
            },
        });
        let answered = self.post("/invoices", body).await.ok()?;
        let invoice = answered
            .read::<Invoice>()
            .filter(|_| answered.status.is_success());
        invoice.filter(|invoice| is_id(&invoice.id))
    }

    /// The payout with our reference; `None` if the store is unavailable.
    async fn payout(&self, reference: &str) -> Option<OrderOutcome> {
        let payouts: Vec<Payout> = self.get("/payouts?includeCancelled=true").await?;
        let is_ours = |payout: &&Payout| {
            let metadata = payout.metadata.as_ref();
            metadata.and_then(|metadata| metadata.reference.as_deref()) == Some(reference)
        };
        // A paid one takes precedence over a cancelled one.
        let ours: Vec<OrderOutcome> = payouts
            .iter()
            .filter(is_ours)
            .map(|payout| outcome(&payout.state))
            .collect();
        let open = [
            OrderOutcome::Done,
            OrderOutcome::Pending,
            OrderOutcome::Unknown,
            OrderOutcome::Refused,
        ];
        Some(
            open.into_iter()
                .find(|state| ours.contains(state))
                .unwrap_or(OrderOutcome::NotFound),
        )
    }
}

fn is_id(id: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    !id.is_empty() && id.len() <= LONGEST_ID && id.bytes().all(plain)
}

impl CustodyPort for BtcPay {
    fn serves(&self, coin: Currency, network: Network) -> bool {
        coin == Currency::Btc && network == Network::Bitcoin
    }

    fn confirmations(&self, _: Network) -> i64 {
        CONFIRMATIONS
    }

    fn address<'a>(&'a self, of: &'a AddressOf) -> Later<'a, Result<String, CustodyUnavailable>> {
        Box::pin(async move {
            if !self.serves(of.coin, of.network) {
                return Err(CustodyUnavailable);
            }
            let found = self
                .invoices(&of.reference)
                .await
                .ok_or(CustodyUnavailable)?;
            let invoice = match found.into_iter().next() {
                Some(invoice) => invoice,
                None => self
                    .new_invoice(&of.reference)
                    .await
                    .ok_or(CustodyUnavailable)?,
            };
            let method = self.method(&invoice).await.ok_or(CustodyUnavailable)?;
            let address = method.destination.unwrap_or_default();
            let checked = check(Currency::Btc, Some(Network::Bitcoin), &address);
            checked
                .map(|checked| checked.address)
                .map_err(|_| CustodyUnavailable)
        })
    }

    fn deposits<'a>(
        &'a self,
        of: &'a AddressOf,
    ) -> Later<'a, Result<Vec<Deposit>, CustodyUnavailable>> {
        Box::pin(async move {
            let invoices = self
                .invoices(&of.reference)
                .await
                .ok_or(CustodyUnavailable)?;
            let mut deposits = Vec::new();
            for invoice in &invoices {
                let method = self.method(invoice).await.ok_or(CustodyUnavailable)?;
                for payment in method
                    .payments
                    .iter()
                    .filter(|payment| payment.status != "Invalid")
                {
                    // Unreadable payments are left to the company's records; the others are credited.
                    let Some(amount) = bitcoin(&payment.value) else {
                        let reference = of.reference.as_str();
                        tracing::error!(reference, "a payment at BTCPay cannot be read");
                        continue;
                    };
                    deposits.push(Deposit {
                        id: payment.id.chars().take(LONGEST_ID).collect(),
                        amount,
                        is_settled: payment.status == "Settled",
                        confirmations: None,
                    });
                }
            }
            Ok(deposits)
        })
    }

    fn fee(
        &self,
        coin: Currency,
        network: Network,
    ) -> Later<'_, Result<Amount, CustodyUnavailable>> {
        Box::pin(async move {
            if !self.serves(coin, network) {
                return Err(CustodyUnavailable);
            }
            let path = format!("/payment-methods/{METHOD}/wallet/feerate");
            let rate: FeeRate = self.get(&path).await.ok_or(CustodyUnavailable)?;
            let minor = satoshi_a_byte(&rate.fee_rate).map(|rate| rate * USUAL_BYTES);
            minor
                .and_then(|minor| Amount::from_minor(minor, coin))
                .ok_or(CustodyUnavailable)
        })
    }

    fn send<'a>(&'a self, sending: &'a Sending) -> Later<'a, OrderOutcome> {
        Box::pin(async move {
            if !self.serves(sending.amount.currency(), sending.network) {
                return OrderOutcome::Refused;
            }
            match self.payout(&sending.reference).await {
                None => return OrderOutcome::Unknown,
                Some(OrderOutcome::NotFound) => {}
                Some(known) => return known,
            }
            let body = json!({
                "destination": sending.address,
                "amount": sending.amount,
                "payoutMethodId": METHOD,
                "approved": true,
                "metadata": { "reference": sending.reference },
            });
            match self.post("/payouts", body).await {
                Ok(answered) if answered.status.is_success() => {
                    let payout = answered.read::<Payout>();
                    payout.map_or(OrderOutcome::Unknown, |payout| outcome(&payout.state))
                }
                // Rejected: an invalid address, or too small an amount.
                Ok(answered) if matches!(answered.status.as_u16(), 400 | 422) => {
                    OrderOutcome::Refused
                }
                Ok(_) | Err(_) => OrderOutcome::Unknown,
            }
        })
    }

    fn status<'a>(&'a self, reference: &'a str, asked_at_ms: i64) -> Later<'a, OrderOutcome> {
        // Before the list is read, so that a payout made meanwhile is not missed.
        let may_arrive = self.clock.now_ms() < asked_at_ms.saturating_add(MAY_ARRIVE_MS);
        Box::pin(async move {
            match self.payout(reference).await {
                Some(OrderOutcome::NotFound) if may_arrive => OrderOutcome::Unknown,
                known => known.unwrap_or(OrderOutcome::Unknown),
            }
        })
    }

    fn notice(&self, headers: &HeaderMap, body: &[u8]) -> Result<Notice, NoticeRefused> {
        let given = headers.get(SIGNATURE).and_then(|value| value.to_str().ok());
        let given = given
            .and_then(|value| value.strip_prefix("sha256="))
            .unwrap_or_default();
        let expected = signature(self.hook_secret.reveal(), body);
        if !same_bytes(expected.as_bytes(), given.as_bytes()) {
            return Err(NoticeRefused::Signature);
        }
        let webhook: WebhookBody =
            serde_json::from_slice(body).map_err(|_| NoticeRefused::Unreadable)?;
        let reference = webhook.metadata.and_then(|metadata| metadata.order_id);
        Ok(match reference {
            Some(reference) if webhook.r#type.starts_with("Invoice") => {
                Notice::Deposit { reference }
            }
            _ => Notice::Other,
        })
    }
}

/// Hexadecimal HMAC-SHA256 of the raw body.
pub fn signature(secret: &str, body: &[u8]) -> String {
    let mut mac =
        <Hmac<Sha256> as KeyInit>::new_from_slice(secret.as_bytes()).expect("HMAC takes any key");
    mac.update(body);
    hex(&mac.finalize().into_bytes())
}
