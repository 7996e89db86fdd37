//! Pots held in another currency than their payments: each payment is converted at the current rate less the brand's
//! spread, in the payment's transaction.

use crate::store::subscriptions::SubscriptionRow;
use domain_core::money::{Amount, Currency, display};
use domain_core::payment::Movement;
use ground::db::Tx;
use ground::error::{ApiError, ErrorCode};
use money::book::{self, Parts};
use money::conversion::{Known, Priced};
use money::ledger::{self, SystemAccount};
use money::quote::{Breakdown, QUOTE_HOLDS_MS, RATE_HOLDS_MS};
use money::statement::new_reference;
use money::{Proceeds, Receiver};
use service::app::AppState;
use sqlx::AnyConnection;

/// The pots of a plan.
#[derive(Debug, Clone, Copy)]
pub struct Pot<'a> {
    pub tenant_id: &'a str,
    pub currency: Currency,
}

impl<'a> Pot<'a> {
    pub fn of(row: &'a SubscriptionRow) -> Self {
        Self {
            tenant_id: &row.tenant_id,
            currency: row.pot_currency,
        }
    }

    /// The current price of a payment; `None` if it needs no conversion.
    ///
    /// # Errors
    /// 503 `rate_stale`; 422 for an amount worth less than the smallest unit.
    pub async fn price(
        self,
        connection: &mut AnyConnection,
        app: &AppState,
        amount: Amount,
    ) -> Result<Option<Priced>, ApiError> {
        if amount.currency() == self.currency || amount.is_zero() {
            return Ok(None);
        }
        let known = Known::read(connection, self.tenant_id).await?;
        known.price(app, &amount, self.currency).map(Some)
    }

    /// Why payments cannot be converted now; `None` if they can, or need not be.
    ///
    /// # Errors
    /// The database failed.
    pub async fn unavailable(
        self,
        connection: &mut AnyConnection,
        app: &AppState,
    ) -> Result<Option<String>, ApiError> {
        let one = Amount::one(crate::products::WALLET);
        match self.price(connection, app, one).await {
            Ok(_) => Ok(None),
            Err(error) if error.is(ErrorCode::RateStale) || error.is(ErrorCode::Refused) => Ok(
                Some(format!("could not be converted now. {}", error.message())),
            ),
            Err(error) => Err(error),
        }
    }
}

/// The validity of a quote.
pub fn quote_ms(converted: Option<&Priced>) -> i64 {
    converted.map_or(QUOTE_HOLDS_MS, |_| RATE_HOLDS_MS)
}

/// Adds the conversion to a quote's breakdown. If the money is to arrive later, it is converted then.
pub fn noted(lines: Breakdown, converted: Option<&Priced>, at_once: bool) -> Breakdown {
    let Some(priced) = converted else {
        return lines;
    };
    let note = match at_once {
        true => said(priced),
        false => format!(
            "{} is converted to {} when it arrives: about {} today, at {} less {}%.",
            display(&priced.quoted.amount),
            priced.quoted.received.currency(),
            display(&priced.quoted.received),
            priced.quoted.rate,
            priced.spread,
        ),
    };
    Breakdown {
        rate_note: Some(note),
        kept: Some(priced.shown()),
        ..lines
    }
}

/// A conversion in words.
pub fn said(priced: &Priced) -> String {
    format!(
        "Held as {}, at {} less {}%.",
        display(&priced.quoted.received),
        priced.quoted.rate,
        priced.spread
    )
}

/// The amount that reaches the pot, if it is converted.
pub fn received(converted: Option<&Priced>) -> Option<Amount> {
    converted.map(|priced| priced.quoted.received)
}

/// The transfer that follows a payment into the pot of a membership.
pub fn proceeds(priced: &Priced, member_id: &str) -> Proceeds {
    let quoted = &priced.quoted;
    Proceeds {
        movement: Movement::SavingsConverted,
        worth: quoted.worth,
        spread: quoted.spread,
        total: quoted.received,
        to: Receiver::Account(member_id.to_owned()),
    }
}

/// Locks the house's accounts in one order, whatever the direction of a conversion.
///
/// # Errors
/// The database failed.
pub async fn lock(tx: &mut Tx, converted: Option<&Priced>) -> Result<(), ApiError> {
    let Some(priced) = converted else {
        return Ok(());
    };
    let quoted = &priced.quoted;
    let currencies = [quoted.amount.currency(), quoted.received.currency()];
    Ok(ledger::lock_house(tx, SystemAccount::Exchange, currencies).await?)
}

/// Credits a converted payment to the pot of a membership.
///
/// # Errors
/// The database failed.
pub async fn credit(
    tx: &mut Tx,
    app: &AppState,
    priced: &Priced,
    member_id: &str,
    paid: &str,
) -> Result<(), ApiError> {
    let quoted = &priced.quoted;
    let parts = Parts::default()
        .from(SystemAccount::Exchange, quoted.worth)
        .to(member_id, quoted.received)
        .to(SystemAccount::Spread, quoted.spread);
    let (reference, movement) = (new_reference(app.random), Movement::SavingsConverted);
    let currency = quoted.received.currency();
    book::shift(tx, app, movement, (&reference, Some(paid)), parts, currency).await
}
