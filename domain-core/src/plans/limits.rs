//! The minimum and maximum of a plan.

use super::instalment::currency_of;
use crate::money::{Amount, AmountText, Currency, CurrencyCode, Rates, Rounding};
use crate::shape::{input, output};
use crate::validation::{Checked, Violation};

input! {
    /// A plan's limits, in its own currency.
    pub struct PlanLimits {
        /// The least amount that the plan accepts, in `base_currency`.
        min_amount: AmountText,
        /// Null if there is none.
        max_amount: Option<AmountText>,
        /// The currency of the limits.
        base_currency: CurrencyCode,
    }

    /// A plan, and the currency of its viewer.
    pub struct LimitsInput {
        /// The plan's limits.
        plan: PlanLimits,
        /// The viewer's currency.
        currency: CurrencyCode,
        /// The rates of both currencies; equal currencies need none.
        rates: Rates,
    }
}

input! {
    /// Plans on offer.
    pub struct LeastInput {
        /// Their minimums.
        minimums: Vec<AmountText>,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }
}

output! {
    /// The least amount to begin with.
    pub struct Least {
        /// Null without plans.
        least: Option<Amount>,
    }

    /// A plan's limits in another currency.
    pub struct Limits {
        /// The least amount in the viewer's currency, rounded up.
        minimum: Amount,
        /// Null if the plan has none.
        maximum: Option<Amount>,
    }
}

/// The plan's limits converted at sell rates: the minimum rounded up and the maximum down, so that every amount within
/// them is within the plan's own limits. Source: document 3, section 5.
///
/// # Errors
/// `not_an_amount`, `{currency} not supported yet!`
pub fn limits(input: &LimitsInput) -> Checked<Limits> {
    let currency = input.currency.known("currency")?;
    Ok(input.plan.limits(currency, &input.rates)?)
}

/// The least of the plans' minimums.
///
/// # Errors
/// `not_an_amount`, `{currency} not supported yet!`
pub fn least(input: &LeastInput) -> Checked<Least> {
    let currency = currency_of(input.currency.as_ref())?;
    let mut least: Option<Amount> = None;
    for text in &input.minimums {
        let minimum = text.amount("minimums", currency)?;
        least = Some(least.map_or(minimum, |least| least.at_most(minimum)));
    }
    Ok(Least { least })
}

impl PlanLimits {
    pub(super) fn limits(&self, currency: Currency, rates: &Rates) -> Result<Limits, Violation> {
        let base = self.base_currency.known("base_currency")?;
        let minimum = self.min_amount.amount("min_amount", base)?;
        let maximum = match &self.max_amount {
            Some(text) => Some(text.amount("max_amount", base)?),
            None => None,
        };
        Ok(Limits {
            minimum: rates.convert(&minimum, currency, Rounding::Up)?,
            maximum: maximum
                .map(|maximum| rates.convert(&maximum, currency, Rounding::Down))
                .transpose()?,
        })
    }
}
