//! Handing back a loan soon after its payout.

use super::instalment::currency_of;
use crate::calendar::{Instant, day_and_time};
use crate::money::{Amount, AmountText, CurrencyCode};
use crate::shape::{input, output};
use crate::status::Status;
use crate::validation::Checked;

/// The time after the payout in which a loan can be handed back: a day.
const REGRET_MS: i64 = 24 * 60 * 60 * 1_000;

const NOT_RUNNING: &str = "Only a loan that was paid out can be handed back.";
const TOO_LATE: &str = "A loan can be handed back within a day of its payout.";
const REPAYING: &str = "Part of it is repaid already. To end the loan, pay what is left.";
const TOUCHED: &str = "Your wallet holds less than the loan. Add what is missing to hand it back.";

input! {
    /// A loan and the wallet that it was paid to.
    pub struct RegretInput {
        /// The state of the loan.
        status: Status,
        /// Null before the payout.
        paid_out_at: Option<Instant>,
        /// The current time.
        now: Instant,
        /// The principal that was paid out.
        principal: AmountText,
        /// Everything repaid so far.
        repaid: AmountText,
        /// The available balance of the wallet.
        available: AmountText,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }
}

output! {
    /// Whether a loan can be handed back now.
    pub struct Regret {
        /// Whether the borrower can hand the loan back now.
        allowed: bool,
        /// The reason if it cannot.
        reason: Option<&'static str>,
        /// The end of the time for it; null before the payout.
        until: Option<Instant>,
        /// The end of that time in words; null before the payout.
        until_text: Option<String>,
        /// Whether that time is running.
        open: bool,
        /// The amount that goes back: the whole loan, without interest.
        amount: Amount,
    }
}

/// A loan that was paid out can be handed back within a day, while nothing of it is repaid and the wallet still holds
/// all of it. The loan then has cost nothing: no interest is owed, and a request fee comes back.
///
/// # Errors
/// `not_an_amount`; `{currency} not supported yet!`
pub fn regret(input: &RegretInput) -> Checked<Regret> {
    let currency = currency_of(input.currency.as_ref())?;
    let amount = input.principal.amount("principal", currency)?;
    let repaid = input.repaid.amount("repaid", currency)?;
    let available = input.available.amount("available", currency)?;
    let until = input.paid_out_at.map(|at| at.add_ms(REGRET_MS));
    let runs = input.status == Status::Active && until.is_some();
    let open = runs && until.is_some_and(|until| input.now < until);
    let reason = if !runs {
        Some(NOT_RUNNING)
    } else if !open {
        Some(TOO_LATE)
    } else if !repaid.is_zero() {
        Some(REPAYING)
    } else if available < amount {
        Some(TOUCHED)
    } else {
        None
    };
    Ok(Regret {
        allowed: reason.is_none(),
        reason,
        until,
        until_text: until.map(day_and_time),
        open,
        amount,
    })
}
