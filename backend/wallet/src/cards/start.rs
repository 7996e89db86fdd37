//! Creation of checkouts.

use super::RETURN_PATH;
use super::ask::first_ask;
use crate::store::cards::{self, CheckoutRow, CheckoutState};
use domain_core::money::{Amount, Currency};
use domain_core::validation::Code;
use domain_core::wallet::arrival::{ArrivedInput, arrived};
use domain_core::wallet::funding::{Fund, FundContext, FundingInput, FundingMethod, quote};
use domain_core::wallet::tariff::Line;
use ground::error::{ApiError, ErrorCode};
use money::receive::arrivals::{self, MeantFor, Purpose};
use money::statement::new_reference;
use providers::card::{Checkout, Customer};
use service::access::users::User;
use service::app::AppState;
use service::http::Client;
use service::http::valid::judge;
use service::settings::tenants;

/// The purpose of funding the wallet only.
const FUND: &str = "fund";
const CLOSED: &str = "Card payments are not available here yet.";
const UNANSWERED: &str =
    "The card company does not answer. Nothing was charged. Please try again in a moment.";

/// The purpose of a card payment beyond the wallet, if any.
///
/// # Errors
/// 422 if the purpose is unknown or lacks its id.
pub fn purpose(purpose: &str, id: Option<String>) -> Result<Option<MeantFor>, ApiError> {
    match (purpose, Purpose::named(purpose).zip(id)) {
        (FUND, _) => Ok(None),
        (_, Some((purpose, id))) => Ok(Some(MeantFor { purpose, id })),
        (_, None) => {
            let known = Purpose::ALL.map(Purpose::as_str).join(", ");
            let message = [
                "A card can pay for: ",
                FUND,
                "; and with an id for: ",
                &known,
                ".",
            ];
            let message = message.concat();
            Err(ApiError::refused_field("purpose", Code::NotOneOf, message))
        }
    }
}

/// A checkout to pay at.
pub struct Started {
    pub tx_ref: String,
    pub checkout_url: String,
    /// The amount charged to the card: the sum of the lines.
    pub charged: Amount,
    pub lines: Vec<Line>,
}

fn typed(form: &Fund, currency: Currency) -> Result<Amount, ApiError> {
    let context = FundContext {
        currency: currency.into(),
    };
    judge(form, &context)?;
    let amount = form.amount.amount("amount", currency);
    amount.map_err(|violation| ApiError::refused(vec![violation]))
}

/// Creates a checkout. Its purpose is stored before the company is called. Without an amount, the amount due for the
/// purpose is charged.
///
/// # Errors
/// 422 for a purpose, currency or amount that cannot be paid by card; 409 without an email address, which the company
/// requires; 503 if no company is configured, or it does not respond.
pub async fn start(
    app: &AppState,
    client: &Client,
    person: &User,
    meant_for: Option<MeantFor>,
    currency: Currency,
    form: &Fund,
) -> Result<Started, ApiError> {
    if !app.ports.cards.is_open() {
        return Err(ApiError::unavailable_saying(CLOSED));
    }
    let served = tenants::served(&mut *app.db.read().await?, &person.tenant_id).await?;
    if !FundingMethod::Card.brings(currency) || !served.has(currency) {
        return Err(ApiError::refused(vec![currency.unsupported("currency")]));
    }
    let amount = match &meant_for {
        None => typed(form, currency)?,
        Some(meant_for) => {
            let is_named = !form.amount.is_blank();
            let offered = is_named.then(|| typed(form, currency)).transpose()?;
            let hook = arrivals::installed();
            let hook = hook.ok_or_else(|| ApiError::internal("no area takes money from cards"))?;
            hook.price(app, &person.id, meant_for, currency, offered)
                .await?
        }
    };
    let priced = quote(&FundingInput {
        method: FundingMethod::Card,
        currency: currency.into(),
        amount: amount.into(),
    })
    .map_err(|refused| ApiError::refused(refused.violations))?;
    // Refuses amounts that could not be credited after the charge.
    let charged = ArrivedInput {
        method: FundingMethod::Card,
        currency: currency.into(),
        sent: priced.total.into(),
    };
    arrived(&charged).map_err(|refused| ApiError::refused(refused.violations))?;
    if person.email.is_empty() {
        return Err(ApiError::new(
            ErrorCode::NoAddress,
            "The card company needs an email address, and your account has none.",
        ));
    }
    let row = CheckoutRow {
        tx_ref: format!("card-{}", new_reference(app.random).to_lowercase()),
        user_id: person.id.clone(),
        currency,
        amount: priced.amount,
        charged: priced.total,
        state: CheckoutState::Open,
        meant_for,
    };
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    cards::insert(&mut tx, &row, now_ms).await?;
    first_ask(&mut tx, &row, now_ms).await?;
    tx.commit().await?;
    let brand = tenants::by_id(&mut *app.db.read().await?, &person.tenant_id).await?;
    let wanted = Checkout {
        tx_ref: row.tx_ref,
        amount: row.charged,
        customer: Customer {
            name: person.name.clone(),
            email: person.email.clone(),
            phone: person.phone.clone(),
        },
        return_to: [&tenants::origin(app, client).await?, RETURN_PATH].concat(),
        title: brand.map(|brand| brand.name).unwrap_or_default(),
    };
    let made = app.ports.cards.checkout(&wanted).await;
    let checkout_url = made.map_err(|_| ApiError::unavailable_saying(UNANSWERED))?;
    let mut tx = app.db.begin().await?;
    cards::set_url(&mut tx, &wanted.tx_ref, &checkout_url).await?;
    tx.commit().await?;
    Ok(Started {
        tx_ref: wanted.tx_ref,
        checkout_url,
        charged: row.charged,
        lines: priced.lines,
    })
}
