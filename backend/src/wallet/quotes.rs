//! What a transfer will cost, kept so that what is confirmed is what was shown.

use super::payee;
use super::store::quotes;
use crate::access::users::User;
use crate::app::AppState;
use crate::clock::rfc3339;
use crate::db::Tx;
use crate::error::ApiError;
use crate::payment::payee::{BankPayee, Payee};
use crate::payment::rates;
use crate::payment::statement::Counterparty;
use domain_core::money::{Amount, AmountText, Currency, Rates};
use domain_core::validation::{Code, Violation};
use domain_core::wallet::Destination;
use domain_core::wallet::transfer::{self, QuoteInput};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// How long a quote holds.
const QUOTE_MS: i64 = 120_000;
/// For how long a quote that ran out is remembered, so that its confirmation can show both breakdowns.
const REMEMBERED_MS: i64 = 24 * 60 * 60 * 1_000;

/// What is to be quoted.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct QuoteRequest {
    #[schema(value_type = crate::http::schema::TransferDestination)]
    pub destination: Destination,
    #[schema(value_type = String, example = "1500.00")]
    pub amount: AmountText,
    #[schema(value_type = crate::http::schema::Currency)]
    pub currency: Currency,
    /// A saved bank account.
    pub bank_account_id: Option<String>,
    /// A bank account that is not saved.
    pub bank_code: Option<String>,
    pub account_number: Option<String>,
    pub wallet_number: Option<String>,
}

/// A line of the breakdown.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct QuoteLine {
    pub code: &'static str,
    pub label: &'static str,
    #[schema(value_type = String)]
    pub amount: Amount,
}

/// What leaves the wallet, and for whom.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Quote {
    pub id: String,
    #[schema(value_type = crate::http::schema::TransferDestination)]
    pub destination: Destination,
    #[schema(value_type = crate::http::schema::Currency)]
    pub currency: Currency,
    #[schema(value_type = String)]
    pub amount: Amount,
    #[schema(value_type = String)]
    pub fee: Amount,
    #[schema(value_type = String)]
    pub total: Amount,
    pub lines: Vec<QuoteLine>,
    /// In which currency the bank is paid, where one could take it for another.
    #[schema(required)]
    pub payout_note: Option<String>,
    /// What `pin-confirm` takes.
    pub payee: String,
    pub recipient: Counterparty,
    pub expires_at: String,
}

/// Quotes a transfer, and keeps the quote.
///
/// # Errors
/// 404 for an unknown recipient, 422 for an amount or a currency that cannot be quoted.
pub async fn quote(app: &AppState, payer: &User, request: QuoteRequest) -> Result<Quote, ApiError> {
    let payee = recipient(app, payer, &request).await?;
    let rates = rates::all(&mut *app.db.read().await?).await?;
    let priced = price(
        &request.amount,
        request.currency,
        payee.destination(),
        &rates,
    )?;
    let now_ms = app.clock.now_ms();
    let expires_at_ms = now_ms + QUOTE_MS;
    let recipient = match &payee {
        // The payer is not told a stranger's full name.
        Payee::Wallet(wallet) => Counterparty {
            name: domain_core::identity::name::masked(&wallet.name),
            ..payee.counterparty()
        },
        Payee::Bank(_) => payee.counterparty(),
    };
    let quote = Quote {
        id: app.random.id(now_ms),
        destination: payee.destination(),
        currency: request.currency,
        amount: priced.amount,
        fee: priced.fee,
        total: priced.total,
        lines: priced
            .lines
            .iter()
            .map(|line| QuoteLine {
                code: line.code,
                label: line.label,
                amount: line.amount,
            })
            .collect(),
        payout_note: transfer::payout_note(payee.destination(), request.currency),
        payee: payee.text(),
        recipient,
        expires_at: rfc3339(expires_at_ms),
    };
    let bank = match &payee {
        Payee::Bank(bank) => serde_json::to_value(bank).map_err(ApiError::internal)?,
        Payee::Wallet(_) => serde_json::Value::Null,
    };
    let row = quotes::QuoteRow {
        id: quote.id.clone(),
        user_id: payer.id.clone(),
        currency: quote.currency,
        amount: quote.amount,
        fee: quote.fee,
        total: quote.total,
        payee: quote.payee.clone(),
        document: json!({ "shown": quote, "bank": bank }).to_string(),
        expires_at_ms,
    };
    let mut tx = app.db.begin().await?;
    quotes::insert(tx.connection(), &row, now_ms - REMEMBERED_MS).await?;
    tx.commit().await?;
    Ok(quote)
}

async fn recipient(
    app: &AppState,
    payer: &User,
    request: &QuoteRequest,
) -> Result<Payee, ApiError> {
    let required =
        |field: &'static str| ApiError::refused(vec![Violation::new(field, Code::Required)]);
    let given = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    match request.destination {
        Destination::Wallet => {
            let number = given(&request.wallet_number).ok_or_else(|| required("wallet_number"))?;
            let wallet = payee::wallet(&mut *app.db.read().await?, payer, &number).await?;
            payee::same_currency(&wallet, request.currency)?;
            Ok(Payee::Wallet(wallet))
        }
        Destination::Bank => match given(&request.bank_account_id) {
            Some(id) => Ok(Payee::Bank(
                payee::saved(&mut *app.db.read().await?, payer, &id).await?,
            )),
            None => {
                let bank_code = given(&request.bank_code).ok_or_else(|| required("bank_code"))?;
                let number =
                    given(&request.account_number).ok_or_else(|| required("account_number"))?;
                Ok(Payee::Bank(
                    payee::enquired(app, &bank_code, &number).await?,
                ))
            }
        },
    }
}

/// The rule's quote, with amounts that the ledger can hold.
///
/// # Errors
/// 422.
pub fn price(
    amount: &AmountText,
    currency: Currency,
    destination: Destination,
    rates: &Rates,
) -> Result<transfer::Quote, ApiError> {
    let input = QuoteInput {
        destination,
        amount: amount.clone(),
        currency: currency.into(),
        rates: rates.clone(),
        tariffs: None,
        today: None,
    };
    let quote = transfer::quote(&input).map_err(|refused| ApiError::refused(refused.violations))?;
    if quote.total.minor().is_none() {
        return Err(ApiError::refused(vec![Violation::new(
            "amount",
            Code::OutOfRange,
        )]));
    }
    Ok(quote)
}

/// A bank account that was quoted before, so that its bank need not be asked again.
pub async fn quoted_bank(
    app: &AppState,
    payer: &User,
    quote_id: &str,
) -> Result<Option<BankPayee>, ApiError> {
    let row = quotes::find(&mut *app.db.read().await?, &payer.id, quote_id).await?;
    let document =
        row.and_then(|row| serde_json::from_str::<serde_json::Value>(&row.document).ok());
    Ok(document.and_then(|mut document| serde_json::from_value(document["bank"].take()).ok()))
}

/// What is confirmed is what was shown: same amount, same payee, same charges, and not too long ago.
///
/// # Errors
/// 404 for a quote that is not the payer's; 409 `quote_changed` with both breakdowns.
pub async fn check_unchanged(
    tx: &mut Tx,
    payer: &User,
    quote_id: &str,
    payee: &Payee,
    current: &transfer::Quote,
    now_ms: i64,
) -> Result<(), ApiError> {
    let row = quotes::find(tx.connection(), &payer.id, quote_id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let same = row.amount == current.amount
        && row.total == current.total
        && row.fee == current.fee
        && row.payee == payee.text();
    if same && now_ms < row.expires_at_ms {
        return Ok(());
    }
    let quoted = json!({ "amount": row.amount, "fee": row.fee, "total": row.total, "payee": row.payee, "expires_at": rfc3339(row.expires_at_ms) });
    let current = json!({ "amount": current.amount, "fee": current.fee, "total": current.total, "payee": payee.text() });
    let message = "The quote has changed. Please review it again.";
    Err(ApiError::conflict("quote_changed", message)
        .with_data(json!({ "quoted": quoted, "current": current })))
}
