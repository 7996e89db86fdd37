//! Plans that are taken while their money is still to come from a card or a bank. Nobody is asked when it arrives, so the PIN
//! is asked for when the plan is taken.

use super::store::subscriptions::{self, SubscriptionRow};
use crate::access::users::User;
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::identity::letters::{self, News};
use crate::payment::grant::Authorised;
use crate::payment::{Call, Payee, Payer, Payment, Price, check_shown, open, restricted};
use domain_core::money::{Rates, display};
use domain_core::plans::Kind;
use domain_core::plans::awaiting::too_many_awaited;
use domain_core::validation::Code;

/// The person who takes a plan, locked already, and what they have authorised.
pub struct Taker {
    pub payer: Payer,
    /// Of the moment.
    pub rates: Rates,
    authorised: Option<Authorised>,
}

impl Taker {
    /// Uses up the PIN's grant, if the call has one, and reads who takes the plan.
    ///
    /// # Errors
    /// 403 for restricted users, and if the grant is for anything else than this call; the database failed.
    pub async fn read<P: Payment>(
        tx: &mut Tx,
        call: Call<'_>,
        payment: &P,
    ) -> Result<Self, ApiError> {
        let authorised = open(tx, call, P::KIND).await?;
        let now_ms = call.app.clock.now_ms();
        let (currency, quote_id) = (payment.currency(), payment.quote_id());
        let (payer, rates) = Payer::read(tx, call.user_id, currency, quote_id, now_ms).await?;
        if payer.is_restricted {
            return Err(restricted());
        }
        Ok(Self {
            payer,
            rates,
            authorised,
        })
    }

    /// # Errors
    /// 403 without a grant for exactly this; 404 and 409 by the quote.
    pub fn check_shown<P: Payment>(
        &self,
        call: Call<'_>,
        payment: &P,
        shown: (&Payee, &Price),
    ) -> Result<(), ApiError> {
        let quoted = payment.quote_id().map(|_| self.payer.quote.as_ref());
        check_shown(call, self.authorised.as_ref(), shown, quoted)
    }
}

/// Bounds the plans that a person takes without paying. The person is held.
///
/// # Errors
/// 422 for one too many; the database failed.
pub async fn expect_few_waiting(tx: &mut Tx, user_id: &str) -> Result<(), ApiError> {
    let waiting = subscriptions::waiting_of(tx.connection(), user_id).await?;
    match too_many_awaited(waiting) {
        Some(why) => Err(ApiError::refused_field("plan_id", Code::AboveMaximum, why)),
        None => Ok(()),
    }
}

/// Writes to the owner of a plan that was taken: a loan, or one that money which arrives later begins.
///
/// # Errors
/// The database or the encryption failed.
pub async fn tell(
    tx: &mut Tx,
    app: &AppState,
    owner: &User,
    row: &SubscriptionRow,
) -> Result<(), ApiError> {
    let (name, amount) = (row.name.as_str(), display(&row.amount));
    let then = match row.funding_source.as_str() {
        "bank" => " It begins when your bank transfer arrives.",
        "card" => " It begins when your card is charged.",
        _ => "",
    };
    let terms = match row.kind {
        Kind::Loan => format!("You requested a loan of {amount}: {name}."),
        Kind::Savings => format!("You started savings of {amount} an instalment: {name}.{then}"),
        Kind::Coins => format!("You started a coin set of {amount}: {name}.{then}"),
    };
    letters::tell(tx, app, owner, News::PlanTaken(&terms)).await
}
