//! The cost of loans and card payments.

use crate::Count;
use crate::dice::Dice;
use crate::loans::{Loan, Row};
use crate::terms::Money;
use domain_core::money::Currency;
use domain_core::plans::Unit;
use domain_core::plans::cost::cost;
use domain_core::wallet::card::{CardInput, receipt};
use num_bigint::BigInt;
use num_rational::BigRational;

/// For longer schedules exact fractions are too slow.
const MOST_INSTALMENTS: u64 = 12;
/// The rate of one loan in this many is checked.
const ONE_IN: u64 = 25;

fn fraction(above: i128, below: i128) -> BigRational {
    BigRational::new(above.into(), below.into())
}

/// The number per year, and the number of days for measuring a part of one.
fn measure(unit: Unit) -> (i128, i128) {
    match unit {
        Unit::Day => (365, 1),
        Unit::Week => (52, 7),
        Unit::Month => (12, 30),
    }
}

/// `loan.cost`, and the card fee for the first instalment.
pub fn check_cost(loan: &Loan, rows: &[Row], dice: &mut Dice, count: &mut Count) {
    check_card(loan.money, rows[0].amount(), count);
    if loan.times.count > MOST_INSTALMENTS || loan.wait > MOST_INSTALMENTS || !dice.once_in(ONE_IN)
    {
        return;
    }
    let found = cost(&loan.terms).expect("a cost");
    let money = loan.money;
    count.same("interest", found.interest.text(), money.text(loan.interest));
    count.same(
        "request fee",
        found.request_fee.text(),
        money.text(loan.fee),
    );
    count.same(
        "cost",
        found.total.text(),
        money.text(loan.interest + loan.fee),
    );
    let received = loan.principal - loan.fee;
    if received <= 0 {
        count.same("annual rate of nothing", found.annual_rate, None);
        return;
    }
    let worth = |rate: &BigRational| worth(loan, rows, rate) - fraction(received, 1);
    let zero = fraction(0, 1);
    match &found.annual_rate {
        Some(text) => {
            let hundredths: i128 = text.replace('.', "").parse().expect("two decimals");
            // To the nearest hundredth of a percent: half a one below, the value of the instalments is at least the
            // proceeds, half a one above, less.
            let (low, high) = (2 * hundredths - 1, 2 * hundredths + 1);
            let is_worth = low < 0 || worth(&fraction(low, 20_000)) >= zero;
            count.same("worth below the rate", is_worth, true);
            count.same(
                "worth above it",
                worth(&fraction(high, 20_000)) < zero,
                true,
            );
            check_effective(loan, (low, high), found.effective_rate.as_deref(), count);
        }
        None => {
            let most = fraction(1_999_999_999, 20_000);
            count.same("worth at any rate", worth(&most) >= zero, true);
        }
    }
    count.annual_rates += 1;
}

/// The effective rate compounds a yearly rate that rounds to the displayed one.
fn check_effective(loan: &Loan, (low, high): (i128, i128), shown: Option<&str>, count: &mut Count) {
    let (a_year, _) = measure(loan.times.unit);
    let year = BigInt::from(20_000 * a_year);
    let power = |number: BigInt| number.pow(a_year as u32);
    // A compounded yearly rate is at least another rate, both in halves of a hundredth of a percent.
    let reaches = |rate: i128, effective: i128| {
        power(&year + rate.max(0)) * 20_000 >= power(year.clone()) * (20_000 + effective)
    };
    let Some(shown) = shown else {
        return count.same(
            "effective beyond all measure",
            reaches(high, 1_999_999_999),
            true,
        );
    };
    let shown: i128 = shown.replace('.', "").parse().expect("two decimals");
    count.same("effective rate", !reaches(low, 2 * shown + 1), true);
    count.same("effective rate", reaches(high, 2 * shown - 1), true);
}

/// The present value of the instalments on the first day, at a yearly rate.
fn worth(loan: &Loan, rows: &[Row], rate: &BigRational) -> BigRational {
    let unit = loan.times.unit;
    let (a_year, days) = measure(unit);
    let one = fraction(1, 1);
    let period = &one + rate / fraction(a_year, 1);
    // Up to the first instalment: whole periods, counted back from it, and days before them with simple interest.
    let start = loan.times.start;
    let (mut whole, mut odd) = (loan.wait + 1, 0);
    if loan.wait_unit != unit {
        let anchor = start.after(loan.wait_unit, loan.wait);
        let counted = |count: u64| anchor.before(unit, count).filter(|day| *day >= start);
        let more = (0..).take_while(|count| counted(*count).is_some()).last();
        let more = more.expect("the end of the grace period");
        whole = more + 1;
        odd = counted(more).expect("a day").since(start);
    }
    let days = BigRational::new(odd.into(), BigInt::from(days * a_year));
    let grown = |place: u64| period.pow((whole + place) as i32);
    let odd = one + rate * days;
    let worth = |(place, row): (u64, &Row)| fraction(row.amount(), 1) / grown(place);
    (0..).zip(rows).map(worth).sum::<BigRational>() / odd
}

/// `card.receipt`: the total plus 50 naira or half a dollar, of which the provider takes 1.4%.
fn check_card(money: Money, total: i128, count: &mut Count) {
    let found = receipt(&CardInput {
        total: money.read(total),
        currency: money.code(),
    });
    let surcharge = match money.currency {
        Currency::Ngn => 5_000,
        Currency::Usd => 50,
        _ => return count.same("cards in other currencies", found.is_err(), true),
    };
    let (found, charged) = (found.expect("a receipt"), total + surcharge);
    count.same("surcharge", found.surcharge.text(), money.text(surcharge));
    count.same("charged", found.charged.text(), money.text(charged));
    let fee = (charged * 14 + 500) / 1_000;
    count.same("provider's fee", found.provider_fee.text(), money.text(fee));
    count.fees += 1;
}
