//! Notices to borrowers about their loans.

use crate::notices::{self, named};
use crate::store::subscriptions::SubscriptionRow;
use domain_core::calendar::{Date, day_in_words};
use domain_core::money::{Amount, display_in_full};
use domain_core::plans::schedule::LoanInstalment;
use ground::db::Tx;
use ground::error::ApiError;
use service::app::AppState;

/// An event of a loan.
#[derive(Clone, Copy)]
pub enum Event<'a> {
    /// With its instalments.
    PaidOut(&'a [LoanInstalment]),
    /// With the reason, and whether the request fee is back.
    Declined(&'a str, bool),
    Repaid,
    HandedBack,
    /// With the amount collected from the wallet.
    Collected(Amount),
    /// With the charge, and the due date of the late instalment.
    Charged(Amount, Date),
    Bad,
}

/// Notifies the borrower, with a link to the loan.
pub async fn tell(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    event: Event<'_>,
) -> Result<(), ApiError> {
    let (of, amount) = (named(row, &row.created_by), display_in_full(&row.amount));
    let (short, in_full) = match event {
        Event::PaidOut(instalments) => {
            let first = instalments.first().map(|first| {
                let (due, day) = (display_in_full(&first.amount), day_in_words(first.due_at));
                match instalments.len() {
                    1 => format!(" It is to be repaid with {due} on {day}."),
                    count => format!(" The first of {count} instalments, {due}, is due on {day}."),
                }
            });
            (
                "Your loan is approved. The money is in your wallet.",
                format!(
                    "{amount} of {of} is approved and in your wallet.{}",
                    first.unwrap_or_default()
                ),
            )
        }
        Event::Declined(why, has_fee) => (
            match has_fee {
                true => "Your loan request was declined. The request fee is back in your wallet.",
                false => "Your loan request was declined.",
            },
            format!("Your request for {of} of {amount} was declined. {why}"),
        ),
        Event::Repaid => (
            "Your loan is repaid.",
            format!("You have repaid {of} of {amount}. Nothing more is owed for it."),
        ),
        Event::HandedBack => (
            "Your loan is handed back.",
            format!(
                "You have handed {of} of {amount} back. It has cost you nothing: no interest is charged{}.",
                match row.fee.is_some_and(|fee| !fee.is_zero()) {
                    true => ", and the request fee is back in your wallet",
                    false => "",
                }
            ),
        ),
        Event::Collected(taken) => (
            "A payment for your loan was collected from your wallet.",
            format!(
                "{} was collected from your wallet for {of}, as agreed with its terms.",
                display_in_full(&taken)
            ),
        ),
        Event::Charged(charge, due) => (
            "A charge was added to your loan, because an instalment is late.",
            format!(
                "{} was added to what you owe for {of}: the instalment of {} is late. Pay it in the app, or write to us.",
                display_in_full(&charge),
                day_in_words(due)
            ),
        ),
        Event::Bad => (
            "Your loan is long overdue. Please repay it, or write to us.",
            format!(
                "The payments for {of} of {amount} are long overdue. Please repay it in the app, or write to us."
            ),
        ),
    };
    notices::tell(tx, app, row, &row.created_by, (short, &in_full)).await
}
