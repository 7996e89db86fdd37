//! The cost of a bill, line by line.

use super::Bill;
use crate::calendar::Date;
use crate::money::{Amount, AmountText, CurrencyCode, Rates};
use crate::payment::tariff::{Line, Tariff};
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};

input! {
    /// A bill to quote.
    pub struct BillQuoteInput {
        /// The kind of bill; the charges are alike for all kinds.
        kind: Bill,
        /// The provider's share, without charges, in `currency`.
        amount: AmountText,
        /// The wallet's currency; if a tariff applies, it must be naira.
        currency: CurrencyCode,
        /// The tenant's tariffs, in naira; without one that has begun there are no charges.
        tariffs: Option<Vec<Tariff>>,
        /// The date, which selects the tariff; null: the newest counts, whether or not it has begun.
        today: Option<Date>,
    }
}

output! {
    /// The debit for a bill, line by line.
    pub struct BillQuote {
        /// The provider's share.
        amount: Amount,
        /// The sum of the charges.
        fee: Amount,
        /// The debit: the sum of the lines.
        total: Amount,
        /// The amount and each charge; they sum to the total.
        lines: Vec<Line>,
    }
}

/// Amount, charges and their sum; the lines sum exactly to the total. There are no charges before a tariff begins.
/// Charges are rounded as in `transfer.fee`.
///
/// # Errors
/// `{currency} not supported yet!`, also for charges in a currency other than naira; `not_an_amount`; `out_of_range`
/// on `amount` for a charge or a sum beyond 28 digits.
pub fn quote(input: &BillQuoteInput) -> Checked<BillQuote> {
    let too_great = || Violation::new("amount", Code::OutOfRange);
    let currency = input.currency.known("currency")?;
    let amount = input.amount.amount("amount", currency)?;
    let mut lines = vec![Line::amount(amount)];
    let mut fee = Amount::zero(currency);
    let tariffs = input.tariffs.as_deref().unwrap_or_default();
    if let Some(tariff) = Tariff::newest(tariffs, input.today) {
        let charges = tariff.charges(&amount, &Rates::default())?;
        fee = charges.total().ok_or_else(too_great)?;
        lines.extend(charges.lines());
    }
    Ok(BillQuote {
        amount,
        fee,
        total: amount.checked_add(&fee).ok_or_else(too_great)?,
        lines,
    })
}
