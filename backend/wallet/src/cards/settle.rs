//! Crediting of confirmed card payments.

use crate::store::cards::{self, CheckoutRow, CheckoutState, PaymentRow};
use domain_core::money::Amount;
use domain_core::payment::Movement;
use domain_core::wallet::card::{Difference, difference};
use domain_core::wallet::funding::FundingMethod;
use ground::db::Tx;
use ground::error::ApiError;
use ground::queue;
use money::ledger::SystemAccount;
use money::receive::{self, Claim, Meant, Outcome, Receipt};
use providers::card::CardPayment;
use service::app::AppState;

/// Counted by reason: `less`, `more`, `currency`, `again`, `held`, `contradicts`.
const DIFFERENCES: &str = "ajo_card_differences_total";

/// A confirmed card payment.
struct CardReceipt<'a> {
    checkout: &'a CheckoutRow,
    paid: &'a CardPayment,
}

/// The difference between a payment and its checkout, if any.
type Differs = Option<Difference>;

impl CardReceipt<'_> {
    /// Locks the checkout and stores the payment: with a reference if it is credited, without one if it is held.
    /// Returns `Known` if it was already stored.
    async fn write_down(
        &self,
        tx: &mut Tx,
        app: &AppState,
        reference: Option<&str>,
    ) -> Result<Claim<Differs, ()>, ApiError> {
        let (now_ms, tx_ref) = (app.clock.now_ms(), &self.checkout.tx_ref);
        cards::lock(tx, tx_ref).await?;
        let before = cards::payments(tx.connection(), tx_ref).await?;
        let differs = difference(self.checkout.charged, self.paid.amount, before.is_empty());
        let row = PaymentRow {
            provider_reference: self.paid.id.clone(),
            tx_ref: tx_ref.clone(),
            amount: self.paid.amount,
            reference: reference.map(String::from),
            difference: differs,
        };
        if !cards::insert_payment(tx, &row, now_ms).await? {
            let known = cards::payment(tx.connection(), &row.provider_reference).await?;
            if known.is_none_or(|known| (known.amount, known.tx_ref) != (row.amount, row.tx_ref)) {
                tracing::error!(
                    tx_ref,
                    "the card company reported one payment with two sets of facts"
                );
                app.metrics.refused(DIFFERENCES, "contradicts");
            }
            return Ok(Claim::Known(()));
        }
        let state = match reference {
            Some(_) => CheckoutState::Paid,
            None => CheckoutState::Held,
        };
        cards::set_state(tx, tx_ref, state, now_ms).await?;
        // Other payments of the checkout are looked up at once.
        queue::reschedule(tx, queue::Kind::Card, tx_ref, now_ms).await?;
        Ok(Claim::New(differs))
    }
}

impl Receipt for CardReceipt<'_> {
    const MOVEMENT: Movement = Movement::CardFunding;
    const SOURCE: &'static str = "card";
    const FROM: SystemAccount = SystemAccount::Card;
    const CHARGE: Option<(FundingMethod, SystemAccount)> =
        Some((FundingMethod::Card, SystemAccount::Surcharge));
    type Note = Differs;
    type Known = ();

    fn user_id(&self) -> &str {
        &self.checkout.user_id
    }

    fn amount(&self) -> Amount {
        self.paid.amount
    }

    fn meant(&self) -> Meant<'_> {
        let meant_for = self.checkout.meant_for.as_ref();
        meant_for.map_or(Meant::Wallet, Meant::For)
    }

    async fn claim(
        &self,
        tx: &mut Tx,
        app: &AppState,
        reference: &str,
    ) -> Result<Claim<Differs, ()>, ApiError> {
        self.write_down(tx, app, Some(reference)).await
    }

    fn comment(&self, differs: &Differs) -> Option<String> {
        differs.map(|differs| differs.message(self.checkout.charged, self.paid.amount))
    }
}

/// Credits a payment once, and stores it in the same transaction. A payment that the wallet cannot take is held.
///
/// # Errors
/// The database failed: nothing was changed.
pub async fn settle(app: &AppState, tx_ref: &str, paid: &CardPayment) -> Result<(), ApiError> {
    let checkout = cards::find(&mut *app.db.read().await?, tx_ref).await?;
    let receipt = CardReceipt {
        checkout: &checkout.ok_or_else(ApiError::not_found)?,
        paid,
    };
    let (differs, is_held) = match receive::credit(app, &receipt).await? {
        Outcome::Credited(_, differs) => (differs, false),
        Outcome::Known(()) => return Ok(()),
        Outcome::Refused(_) => match hold(app, &receipt).await? {
            Claim::New(differs) => (differs, true),
            Claim::Known(()) => return Ok(()),
        },
    };
    let differs = differs.map(Difference::as_str);
    for reason in differs.into_iter().chain(is_held.then_some("held")) {
        tracing::error!(
            tx_ref,
            reason,
            "a card payment differs from what was asked for"
        );
        app.metrics.refused(DIFFERENCES, reason);
    }
    Ok(())
}

/// Holds a payment that the wallet cannot take, for an operator to decide.
async fn hold(app: &AppState, receipt: &CardReceipt<'_>) -> Result<Claim<Differs, ()>, ApiError> {
    let mut tx = app.db.begin().await?;
    let held = receipt.write_down(&mut tx, app, None).await?;
    tx.commit().await?;
    Ok(held)
}
