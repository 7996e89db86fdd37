//! The definition of a kind of payment, and the facts for its validation.

use super::caution::Recipient;
use super::proceeds::Proceeds;
use super::quote::{Breakdown, QUOTE_HOLDS_MS};
use super::{Kind, Payee, Payer, Price};
use domain_core::money::{Amount, Currency, Rates};
use ground::db::Tx;
use ground::decided::Decided;
use ground::error::ApiError;
use service::app::AppState;

/// A kind of payment.
pub trait Payment: Sync {
    const KIND: Kind;

    /// Details from [`Payment::terms`] that [`Payment::effects`] needs.
    type Detail: Send + Sync;

    /// The currency of the paying wallet.
    fn currency(&self) -> Currency;

    /// The quote to confirm, if the call names one.
    fn quote_id(&self) -> Option<&str> {
        None
    }

    /// Whether the payer's wallet pays. If not, debts and the balance are no obstacle.
    fn draws_on_wallet(&self) -> bool {
        true
    }

    /// The recipient named in the form, read before validation because the cap depends on it. `None` if nobody who can
    /// be paid is named; of a kind whose payments are capped if others get them, also if it is the payer.
    fn recipient(
        &self,
        tx: &mut Tx,
        payer: &Payer,
    ) -> impl Future<Output = Result<Option<Recipient>, ApiError>> + Send;

    /// Validates the request with the facts read by the server, and returns payee and price. It may lock rows, and writes
    /// nothing: a quote asks for terms too.
    fn terms(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
    ) -> impl Future<Output = Result<Terms<Self::Detail>, ApiError>> + Send;

    /// The validity of a quote with these terms.
    fn quote_ms(&self, _terms: &Terms<Self::Detail>) -> i64 {
        QUOTE_HOLDS_MS
    }

    /// The quote's breakdown.
    fn breakdown(&self, terms: &Terms<Self::Detail>) -> Breakdown {
        Breakdown::of("amount", "Amount", terms.price.amount).to(&terms.payee)
    }

    /// The proceeds in another currency, paid to the payer in the same transaction.
    fn proceeds(&self, _terms: &Terms<Self::Detail>) -> Option<Proceeds> {
        None
    }

    /// Creates prerequisites of the transfer, such as the receiving account.
    fn prepare(
        &self,
        _tx: &mut Tx,
        _app: &AppState,
        _facts: &Facts,
        _terms: &Terms<Self::Detail>,
    ) -> impl Future<Output = Result<(), ApiError>> + Send {
        async { Ok(()) }
    }

    /// Further changes in the same transaction.
    fn effects(
        &self,
        _tx: &mut Tx,
        _app: &AppState,
        _facts: &Facts,
        _terms: &Terms<Self::Detail>,
    ) -> impl Future<Output = Result<(), ApiError>> + Send {
        async { Ok(()) }
    }
}

/// The facts for validation, read in the payment's transaction.
#[derive(Debug, Clone)]
pub struct Facts {
    pub payer: Payer,
    pub rates: Rates,
    /// The cap on this payment, if it is below the balance.
    pub cap: Option<Amount>,
    /// The identifying name of the recipient for caps.
    pub recipient: Option<String>,
    /// The payment's reference, also that of its ledger transfer.
    pub reference: String,
    /// The decisions that the transfer records.
    pub decided: Decided,
    pub now_ms: i64,
}

/// Payee and price.
#[derive(Debug, Clone)]
pub struct Terms<D> {
    pub payee: Payee,
    pub price: Price,
    /// The payer's own description; may be blank.
    pub description: String,
    pub detail: D,
}
