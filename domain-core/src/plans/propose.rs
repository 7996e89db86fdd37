//! The ways to reach a goal with the plans on offer.

use super::Unit;
use super::goal::not_after;
use super::limits::{Limits, PlanLimits};
use super::subscribe::MAX_REPETITIONS;
use crate::calendar::{Date, day_in_words};
use crate::money::{Amount, AmountText, Currency, CurrencyCode, Percent, Rates, display};
use crate::shape::{input, output};
use crate::validation::{Checked, Violation};
use std::cmp::Reverse;

/// Payments of the longest unit are proposed first, if there are at least this many.
const RHYTHM: u32 = 3;
const WEEKDAYS: [&str; 7] = [
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
];
const NO_PLAN: &str = "There is no plan for this at the moment.";

input! {
    /// A goal, and the plans on offer.
    pub struct ProposeInput {
        /// The amount to reach, in `currency`; one unit or more.
        target: AmountText,
        /// The last day on which the money may be back in the wallet.
        by: Date,
        /// Today's date in Lagos, the start of every plan.
        today: Date,
        /// The currency of the goal.
        currency: CurrencyCode,
        /// The rates that convert the plans' limits; null: only plans with limits in `currency` are proposed.
        rates: Option<Rates>,
        /// The plans on offer; of equal ways the plan listed first comes first.
        plans: Vec<ProposedPlan>,
    }

    /// A savings plan on offer.
    pub struct ProposedPlan {
        /// The plan's id, which is repeated in the answer.
        id: String,
        /// The smallest instalment, in `base_currency`.
        min_amount: AmountText,
        /// The largest instalment, in `base_currency`; null: no limit.
        max_amount: Option<AmountText>,
        /// The currency of the limits.
        base_currency: CurrencyCode,
        /// The currency of the savings; plans in another one than the goal's are left out.
        pot_currency: CurrencyCode,
        /// The number of instalments, unless savers choose it.
        duration: i64,
        /// The interval between instalments, unless savers choose it.
        duration_unit: Unit,
        /// Whether savers choose number and interval, and may leave at any time.
        is_flexible: bool,
        /// Whether it is for a group, whose creator chooses number and interval.
        is_group: bool,
        /// A year's return, in percent.
        return_rate: Option<Percent>,
    }
}

output! {
    /// The ways to reach a goal.
    pub struct Proposals {
        /// Those that reach it in time, the best first.
        ways: Vec<Way>,
        /// If there are none: the way that comes closest.
        nearest: Option<Way>,
        /// The reason why the nearest one does not do.
        message: Option<String>,
    }

    /// A plan with equal instalments.
    pub struct Way {
        /// The id of the plan.
        plan: String,
        /// One instalment.
        amount: Amount,
        /// The number of instalments.
        duration: i64,
        /// The interval between instalments.
        duration_unit: Unit,
        /// The sum of the instalments.
        total: Amount,
        /// The part of the total above the goal; null if there is none.
        over: Option<Amount>,
        /// The end of the plan.
        ends_on: Date,
        /// The days of payment, such as `on the 27th`.
        often: String,
    }
}

/// Each plan once with its own duration or, if savers choose it, with payments by month, week and day, as many as fit.
/// The instalments reach the goal: they are rounded up, to whole naira if the plan's maximum allows. The plan has ended
/// on the day, so the money is back. First come plans for one person; then at least three payments by month, by week,
/// by day; then the latest end, which has the smallest instalments; then the higher return.
///
/// # Errors
/// `not_an_amount`, `below_minimum`; `out_of_range` for a day that is not after today; `{currency} not supported yet!`
pub fn propose(input: &ProposeInput) -> Checked<Proposals> {
    let currency = input.currency.known("currency")?;
    let target = input.target.amount("target", currency)?;
    let one = Amount::one(currency);
    if target < one {
        return Err(Violation::below("target", &target, &one).into());
    }
    if let Some(past) = not_after(input.by, input.today) {
        return Err(past.into());
    }
    let offers = offers(input, currency);
    let ended =
        |offer: &Offer<'_>, way: Way| (way.ends_on <= input.by).then_some((offer.key(&way), way));
    let mut in_time: Vec<_> = offers
        .iter()
        .filter_map(|offer| ended(offer, offer.by(target, input.today, input.by)?))
        .collect();
    // Stable: of equal ways the plan that is listed first.
    in_time.sort_by_key(|(key, _)| Reverse(*key));
    if !in_time.is_empty() {
        return Ok(Proposals {
            ways: in_time.into_iter().map(|(_, way)| way).collect(),
            nearest: None,
            message: None,
        });
    }
    let late = offers
        .iter()
        .filter_map(|offer| offer.soonest(target, input.today));
    let short = offers
        .iter()
        .filter_map(|offer| offer.most(target, input.today));
    let (nearest, message) = if let Some(way) = late.min_by_key(|way| way.ends_on) {
        let days = (day_in_words(input.by), day_in_words(way.ends_on));
        let words = [
            "No plan gets there by ",
            &days.0,
            ". The nearest ends on ",
            &days.1,
            ".",
        ];
        (Some(way), words.concat())
    } else if let Some(way) = short.max_by_key(|way| way.total.units()) {
        let (target, most) = (display(&target), display(&way.total));
        let words = ["No plan reaches ", &target, ". The most is ", &most, "."];
        (Some(way), words.concat())
    } else {
        (None, NO_PLAN.to_owned())
    };
    Ok(Proposals {
        ways: Vec::new(),
        nearest,
        message: Some(message),
    })
}

/// A plan with one rhythm of payments.
struct Offer<'a> {
    plan: &'a ProposedPlan,
    limits: Limits,
    unit: Unit,
    /// The number of payments, or the greatest one if savers choose.
    count: u32,
    is_open: bool,
}

fn offers(input: &ProposeInput, currency: Currency) -> Vec<Offer<'_>> {
    let none = Rates::default();
    let rates = input.rates.as_ref().unwrap_or(&none);
    let mut offers = Vec::new();
    for plan in &input.plans {
        if plan.pot_currency.known("pot_currency").ok() != Some(currency) {
            continue;
        }
        let is_open = plan.is_flexible || plan.is_group;
        let units: &[Unit] = match is_open {
            true => &[Unit::Month, Unit::Week, Unit::Day],
            false => &[plan.duration_unit],
        };
        let count = match is_open {
            true => MAX_REPETITIONS,
            false => plan.duration,
        };
        for unit in units {
            let limits = PlanLimits {
                min_amount: plan.min_amount.clone(),
                max_amount: plan.max_amount.clone(),
                base_currency: plan.base_currency.clone(),
            };
            if let (Ok(limits), Ok(count)) = (limits.limits(currency, rates), u32::try_from(count))
            {
                offers.push(Offer {
                    plan,
                    limits,
                    unit: *unit,
                    count,
                    is_open,
                });
            }
        }
    }
    offers
}

/// The order of ways, the best one greatest.
type Key = (bool, u8, Date, Percent);

impl Offer<'_> {
    fn key(&self, way: &Way) -> Key {
        let rhythm = match (i64::from(RHYTHM) <= way.duration, self.unit) {
            (false, _) => 0,
            (true, Unit::Day) => 1,
            (true, Unit::Week) => 2,
            (true, Unit::Month) => 3,
        };
        let rate = self.plan.return_rate.unwrap_or(Percent::ZERO);
        (!self.plan.is_group, rhythm, way.ends_on, rate)
    }

    /// The way that has ended by a day, if savers choose the number; otherwise the only one.
    fn by(&self, target: Amount, today: Date, by: Date) -> Option<Way> {
        let fits = |count: &u32| {
            let end = self.unit.after(today, *count);
            end.is_some_and(|end| end <= by)
        };
        let count = match self.is_open {
            true => (1..=self.count).take_while(fits).last()?,
            false => self.count,
        };
        self.way(target, today, count)
    }

    /// The way that ends first, of those that reach the goal.
    fn soonest(&self, target: Amount, today: Date) -> Option<Way> {
        let count = match (self.is_open, &self.limits.maximum) {
            (false, _) => self.count,
            (true, None) => 1,
            (true, Some(maximum)) => u32::try_from(times(target, *maximum)?).ok()?,
        };
        (count <= self.count).then(|| self.way(target, today, count))?
    }

    /// The way with the greatest instalments.
    fn most(&self, target: Amount, today: Date) -> Option<Way> {
        self.with(self.limits.maximum?, target, today, self.count)
    }

    fn way(&self, target: Amount, today: Date, count: u32) -> Option<Way> {
        let least = self.least();
        // Not more payments than the least amount makes necessary.
        let needed = target.units().checked_div(least.units())?.max(1);
        let count = match (self.is_open, u32::try_from(needed)) {
            (true, Ok(needed)) => count.min(needed),
            _ => count,
        };
        let exact = divided_up(target.units(), count.into())?;
        let whole = whole_units(target.currency());
        let rounded = divided_up(exact, whole)?.checked_mul(whole)?;
        let fits = |units| {
            let amount = Amount::from_units(units, target.currency())?.at_least(least);
            let most = self.limits.maximum.unwrap_or(amount);
            (amount <= most).then_some(amount)
        };
        let amount = fits(rounded).or_else(|| fits(exact))?;
        let count = match self.is_open {
            true => u32::try_from(times(target, amount)?).ok()?,
            false => count,
        };
        self.with(amount, target, today, count)
    }

    fn with(&self, amount: Amount, target: Amount, today: Date, count: u32) -> Option<Way> {
        let total = amount.units().checked_mul(count.into())?;
        let total = Amount::from_units(total, target.currency())?;
        Some(Way {
            plan: self.plan.id.clone(),
            amount,
            duration: count.into(),
            duration_unit: self.unit,
            total,
            over: total.checked_sub(&target).filter(|over| !over.is_zero()),
            ends_on: self.unit.after(today, count)?,
            often: often(today, self.unit, count),
        })
    }

    fn least(&self) -> Amount {
        let minimum = self.limits.minimum;
        minimum.at_least(Amount::one(minimum.currency()))
    }
}

/// The number of payments of an amount that reach a goal.
fn times(target: Amount, amount: Amount) -> Option<i128> {
    divided_up(target.units(), amount.units())
}

/// A quotient of numbers that are not negative, rounded up.
fn divided_up(number: i128, by: i128) -> Option<i128> {
    let more = i128::from(number.checked_rem(by)? != 0);
    number.checked_div(by)?.checked_add(more)
}

/// The minor units of a whole naira or dollar; coins are not rounded.
fn whole_units(currency: Currency) -> i128 {
    match currency {
        Currency::Ngn | Currency::Usd | Currency::Gbp => Amount::one(currency).units(),
        Currency::Btc | Currency::Eth | Currency::Usdt => 1,
    }
}

/// The days of payment in words, from the day of the first one.
fn often(start: Date, unit: Unit, count: u32) -> String {
    match (count, unit) {
        (1, _) => "today".to_owned(),
        (_, Unit::Day) => "every day".to_owned(),
        (_, Unit::Week) => {
            let place = start.day_number().rem_euclid(7);
            let day = usize::try_from(place).ok();
            let day = day.and_then(|place| WEEKDAYS.get(place));
            ["every ", day.copied().unwrap_or("week")].concat()
        }
        // The last day of shorter months too.
        (_, Unit::Month) if start.day() == 31 => "on the last day of each month".to_owned(),
        (_, Unit::Month) => {
            let day = start.day();
            let ending = match (day, day % 10) {
                (11..=13, _) => "th",
                (_, 1) => "st",
                (_, 2) => "nd",
                (_, 3) => "rd",
                _ => "th",
            };
            let shorter = match day {
                29.. => ", or the last day of a shorter month",
                _ => "",
            };
            ["on the ", &day.to_string(), ending, shorter].concat()
        }
    }
}

#[cfg(test)]
mod tests;
