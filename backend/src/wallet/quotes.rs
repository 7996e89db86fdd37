//! Quotes for transfers.

use super::payee::{self, BankPayee, WalletPayee};
use crate::access::users::User;
use crate::app::AppState;
use crate::error::ApiError;
use crate::payment::quote::{self, Offer, Quote, QuoteLine};
use crate::payment::statement::Counterparty;
use crate::payment::{Price, rate_policy, rates};
use domain_core::identity::name::masked;
use domain_core::money::{Currency, Rates, TypedAmount};
use domain_core::validation::{Code, TypedIdentifier, Violation};
use domain_core::wallet::Destination;
use domain_core::wallet::transfer::{self, QuoteInput};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The transfer to be quoted.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct QuoteRequest {
    #[schema(value_type = crate::http::schema::TransferDestination)]
    pub destination: Destination,
    #[schema(value_type = String, example = "1500.00")]
    pub amount: TypedAmount,
    #[schema(value_type = crate::http::schema::Currency)]
    pub currency: Currency,
    /// A saved bank account.
    pub bank_account_id: Option<String>,
    /// A bank account that is not saved.
    pub bank_code: Option<String>,
    #[schema(value_type = Option<String>)]
    pub account_number: Option<TypedIdentifier>,
    #[schema(value_type = Option<String>)]
    pub wallet_number: Option<TypedIdentifier>,
}

/// The recipient.
enum Recipient {
    Bank(BankPayee),
    Wallet(WalletPayee),
}

/// Quotes a transfer and stores the quote.
///
/// # Errors
/// 404 for an unknown recipient, 422 for an amount or a currency that cannot be quoted.
pub async fn quote(app: &AppState, payer: &User, request: QuoteRequest) -> Result<Quote, ApiError> {
    if let Some(refusal) = request.destination.refusal(request.currency) {
        return Err(ApiError::refused(vec![refusal]));
    }
    let recipient = recipient(app, payer, &request).await?;
    let listed = rates::listed(&mut *app.db.read().await?).await?;
    if request.destination == Destination::Bank && request.currency != Currency::Ngn {
        let policy = rate_policy::of(&mut *app.db.read().await?, &payer.tenant_id).await?;
        let used = [Currency::Ngn, request.currency];
        rates::check_age(app, &listed, &used, policy.valid_hours)?;
    }
    let rates = rates::table(&listed);
    let (amount, currency, destination) = (&request.amount, request.currency, request.destination);
    let priced = price(amount, currency, destination, &rates)?;
    let (payee, shown, bank) = match &recipient {
        // The payer must not learn a stranger's full name.
        Recipient::Wallet(wallet) => {
            let name = masked(&wallet.name);
            let shown = Counterparty {
                name,
                ..wallet.counterparty()
            };
            (payee::wallet_name(&wallet.wallet_number), shown, None)
        }
        Recipient::Bank(bank) => {
            let payee = payee::bank_name(&bank.bank_code, &bank.account_number);
            (payee, bank.counterparty(), Some(json!(bank)))
        }
    };
    let lines = priced.lines.iter().map(|line| QuoteLine {
        code: line.code,
        label: line.label,
        amount: line.amount,
    });
    let offer = Offer {
        price: Price::from(&priced),
        lines: lines.collect(),
        payout_note: transfer::payout_note(destination, currency),
        rate_note: transfer::rate_note(
            destination,
            currency,
            rates::set_at(&listed, [Currency::Ngn, currency]),
        ),
        payee,
        recipient: Some(shown),
        bank,
        asked: Value::Null,
    };
    quote::give(app, &payer.id, offer).await
}

async fn recipient(
    app: &AppState,
    payer: &User,
    request: &QuoteRequest,
) -> Result<Recipient, ApiError> {
    let required =
        |field: &'static str| ApiError::refused(vec![Violation::new(field, Code::Required)]);
    let given = |text: Option<&str>| {
        text.filter(|text| !text.trim().is_empty())
            .map(String::from)
    };
    match request.destination {
        Destination::Wallet => {
            let number =
                given(request.wallet_number.as_deref()).ok_or_else(|| required("wallet_number"))?;
            let mut connection = app.db.read().await?;
            let wallet = payee::wallet(&mut connection, &payer.tenant_id, &number).await?;
            payee::same_currency(&wallet, request.currency)?;
            Ok(Recipient::Wallet(wallet))
        }
        Destination::Bank => match given(request.bank_account_id.as_deref()) {
            Some(id) => {
                let (bank, _) = payee::saved(&mut *app.db.read().await?, &payer.id, &id).await?;
                Ok(Recipient::Bank(bank))
            }
            None => {
                let bank_code =
                    given(request.bank_code.as_deref()).ok_or_else(|| required("bank_code"))?;
                let number = given(request.account_number.as_deref())
                    .ok_or_else(|| required("account_number"))?;
                let bank = payee::enquired(app, &bank_code, &number).await?;
                Ok(Recipient::Bank(bank))
            }
        },
    }
}

/// The rule's quote, with amounts that the ledger can hold.
///
/// # Errors
/// 422.
pub fn price(
    amount: &TypedAmount,
    currency: Currency,
    destination: Destination,
    rates: &Rates,
) -> Result<transfer::Quote, ApiError> {
    let input = QuoteInput {
        destination,
        amount: amount
            .amount("amount", currency)
            .map_err(|refused| ApiError::refused(vec![refused]))?
            .into(),
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

/// The bank account of a quote, so that its bank need not be asked again.
pub fn bank(document: &Value) -> Option<BankPayee> {
    BankPayee::deserialize(document.get("bank")?).ok()
}

impl From<&transfer::Quote> for Price {
    fn from(quote: &transfer::Quote) -> Self {
        Self {
            amount: quote.amount,
            fee: quote.fee,
            total: quote.total,
        }
    }
}
