//! Paying for a month of signals.

use super::store;
use crate::board;
use domain_core::calendar::Instant;
use domain_core::money::Currency;
use domain_core::signals::alert::{AlertInput, PriceInput, covered, extend, price};
use ground::db::Tx;
use ground::error::{ApiError, ErrorCode};
use money::caution::Recipient;
use money::ledger::SystemAccount;
use money::quote::Breakdown;
use money::{Facts, Kind, Payee, Payer, Payment, Price, Terms, To, rates};
use service::access::users::User;
use service::app::AppState;

/// The payee of the payment.
const PAYEE: &str = "alert-subscription";

/// A month of signals, from the wallet in the user's base currency.
pub struct Subscription {
    currency: Currency,
    quote_id: Option<String>,
}

impl Subscription {
    /// # Errors
    /// The stored base currency is not a currency.
    pub fn of(user: &User, quote_id: Option<String>) -> Result<Self, ApiError> {
        let currency = user.base_currency.parse();
        Ok(Self {
            currency: currency.map_err(|_| ApiError::internal("an unknown base currency"))?,
            quote_id,
        })
    }

    /// Refuses to sell a month while there is nothing to show.
    fn check(kept: Option<&board::Kept>, now_ms: i64) -> Result<(), ApiError> {
        let refusal = board::state(kept, now_ms).message;
        refusal.map_or(Ok(()), |message| {
            Err(ApiError::new(ErrorCode::NoSignals, message))
        })
    }

    fn price(&self, facts: &Facts) -> Result<Price, ApiError> {
        let refused = |violation| ApiError::refused(vec![violation]);
        let rate = facts.rates.buy(self.currency);
        let buy_rate = rate.ok_or_else(|| refused(self.currency.unsupported("currency")))?;
        let input = PriceInput {
            buy_rate,
            currency: self.currency.into(),
        };
        let month = facts.decided.ask("alert.price", price, &input);
        let month = month.map_err(|refused| ApiError::refused(refused.violations))?;
        covered(&month, facts.payer.available).map_err(refused)?;
        Ok(Price {
            amount: month.amount,
            fee: month.fee,
            total: month.total,
        })
    }
}

impl Payment for Subscription {
    const KIND: Kind = Kind::AlertSubscription;
    /// The new end of the subscription.
    type Detail = Instant;

    fn currency(&self) -> Currency {
        self.currency
    }

    fn quote_id(&self) -> Option<&str> {
        self.quote_id.as_deref()
    }

    fn breakdown(&self, terms: &Terms<Instant>) -> Breakdown {
        let (label, price) = (Self::KIND.movement().description(), terms.price);
        Breakdown::of("amount", label, price.amount).and("fee", "Fee", price.fee)
    }

    async fn recipient(&self, _tx: &mut Tx, _payer: &Payer) -> Result<Option<Recipient>, ApiError> {
        Ok(None)
    }

    async fn terms(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
    ) -> Result<Terms<Instant>, ApiError> {
        let payer = &facts.payer;
        let kept = board::kept(tx.connection()).await?;
        Self::check(kept.as_ref(), facts.now_ms)?;
        rates::check_current(tx.connection(), app, &payer.tenant_id, &[self.currency]).await?;
        let price = self.price(facts)?;
        // The payer is locked: the new month begins at the end of the current one.
        let until = super::until(tx.connection(), &payer.user_id).await?;
        let now = Instant(facts.now_ms);
        let input = AlertInput { until, now };
        let end = facts.decided.ask("alert.extend", extend, &input);
        let end = end.map_err(|refused| ApiError::refused(refused.violations))?;
        Ok(Terms {
            payee: Payee {
                name: PAYEE.into(),
                counterparty: None,
                to: To::Income(SystemAccount::Fees),
            },
            price,
            description: String::new(),
            detail: end.until,
        })
    }

    async fn effects(
        &self,
        tx: &mut Tx,
        _app: &AppState,
        facts: &Facts,
        terms: &Terms<Instant>,
    ) -> Result<(), ApiError> {
        // The board may have been emptied since the terms were read.
        let kept = board::lock(tx).await?;
        Self::check(kept.as_ref(), facts.now_ms)?;
        store::set(tx, &facts.payer.user_id, terms.detail.0, facts.now_ms).await?;
        Ok(())
    }
}
