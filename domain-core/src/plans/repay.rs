//! Allocating a loan repayment to instalments.

use super::instalment::currency_of;
use super::payoff::{Left, LoanPart, PayoffInput, left, payoff, returned};
use super::progress::sum;
use crate::calendar::Date;
use crate::money::{Amount, AmountText, CurrencyCode};
use crate::shape::{input, output};
use crate::validation::Checked;

input! {
    /// A repayment of a loan.
    pub struct RepaymentInput {
        /// In the order of their dates.
        instalments: Vec<LoanPart>,
        /// Today's date in Lagos.
        today: Date,
        /// The default is naira.
        currency: Option<CurrencyCode>,
        /// The repayment; of more than the payoff amount, the rest is not taken.
        amount: AmountText,
    }
}

output! {
    /// The allocation of a repayment, with waived interest.
    pub struct Repayment {
        /// One per instalment, in order.
        parts: Vec<Repaid>,
        /// The principal repaid.
        principal: Amount,
        /// Without the charges for late instalments.
        interest: Amount,
        /// The charges for late instalments.
        charges: Amount,
        /// Interest paid ahead that counts against principal now that the loan is settled.
        returned: Amount,
        /// Whether it settles the loan.
        is_last: bool,
    }

    /// The payment for an instalment.
    pub struct Repaid {
        /// The principal repaid of the instalment.
        principal: Amount,
        /// Of a charge for a late instalment, the charge.
        interest: Amount,
        /// Interest that is waived, because the loan is settled before its period has begun.
        waived: Amount,
        /// Interest paid ahead for such a period, which now counts as principal paid: from the first instalments, at
        /// most the principal of all.
        returned: Amount,
        /// Principal covered by returned interest, from the last instalment.
        covered: Amount,
    }
}

impl Repaid {
    /// Principal and interest.
    pub fn paid(&self) -> Checked<Amount> {
        Ok(sum(self.principal, &self.interest)?)
    }
}

/// From the payoff amount, the loan is settled: nothing above it is taken, unearned interest is waived, and interest
/// paid ahead counts against principal: it is returned from the first instalments, and covers that of the last ones.
/// Less than the payoff amount goes to the oldest instalment first, and in each to its interest first. Source:
/// document 3, section 2.
///
/// # Errors
/// As `loan.payoff`.
pub fn divide(input: &RepaymentInput) -> Checked<Repayment> {
    let amount = currency_of(input.currency.as_ref())?;
    let amount = input.amount.amount("amount", amount)?;
    let loan = PayoffInput {
        instalments: input.instalments.clone(),
        today: input.today,
        currency: input.currency.clone(),
    };
    let is_last = amount >= payoff(&loan)?.amount;
    let left = left(&loan)?;
    let parts = if is_last {
        last(&left, &amount)?
    } else {
        partial(&left, &amount)?
    };
    let zero = Amount::zero(amount.currency());
    let (mut principal, mut interest, mut charges, mut returned) = (zero, zero, zero, zero);
    for (part, of) in parts.iter().zip(&input.instalments) {
        principal = sum(principal, &part.principal)?;
        returned = sum(returned, &part.returned)?;
        if of.charge == Some(true) {
            charges = sum(charges, &part.interest)?;
        } else {
            interest = sum(interest, &part.interest)?;
        }
    }
    Ok(Repayment {
        parts,
        principal,
        interest,
        charges,
        returned,
        is_last,
    })
}

/// Hands a loan back: all principal is paid, and unpaid interest is waived. Interest that is already paid stays paid,
/// and nothing of it is returned.
///
/// # Errors
/// As `loan.payoff`.
pub fn hand_back(input: &PayoffInput) -> Checked<Repayment> {
    let zero = Amount::zero(currency_of(input.currency.as_ref())?);
    let mut principal = zero;
    let mut parts = Vec::with_capacity(input.instalments.len());
    for one in left(input)? {
        principal = sum(principal, &one.principal)?;
        parts.push(Repaid {
            principal: one.principal,
            interest: zero,
            waived: sum(one.interest, &one.waived)?,
            returned: zero,
            covered: zero,
        });
    }
    Ok(Repayment {
        parts,
        principal,
        interest: zero,
        charges: zero,
        returned: zero,
        is_last: true,
    })
}

/// Takes up to a wanted amount from the rest.
fn take(rest: &mut Amount, wanted: Amount) -> Amount {
    let taken = wanted.at_most(*rest);
    *rest = rest.checked_sub(&taken).unwrap_or(*rest);
    taken
}

fn last(left: &[Left], amount: &Amount) -> Checked<Vec<Repaid>> {
    let returned = returned(left, amount.currency())?;
    let (mut to_return, mut to_cover) = (returned, returned);
    let mut parts = Vec::with_capacity(left.len());
    for one in left {
        parts.push(Repaid {
            principal: one.principal,
            interest: one.interest,
            waived: one.waived,
            returned: take(&mut to_return, one.ahead),
            covered: Amount::zero(amount.currency()),
        });
    }
    for part in parts.iter_mut().rev() {
        part.covered = take(&mut to_cover, part.principal);
        part.principal = part
            .principal
            .checked_sub(&part.covered)
            .unwrap_or(part.principal);
    }
    Ok(parts)
}

/// The loan continues, so the interest of later periods is still owed.
fn partial(left: &[Left], amount: &Amount) -> Checked<Vec<Repaid>> {
    let zero = Amount::zero(amount.currency());
    let mut rest = *amount;
    let mut parts = Vec::with_capacity(left.len());
    for one in left {
        let interest = take(&mut rest, sum(one.interest, &one.waived)?);
        parts.push(Repaid {
            principal: take(&mut rest, one.principal),
            interest,
            waived: zero,
            returned: zero,
            covered: zero,
        });
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;

    fn naira(text: &str) -> Amount {
        Amount::parse(text, Currency::Ngn).unwrap()
    }

    /// Three instalments of 100 with 10 interest, the first one due.
    fn loan(paid: [&str; 3]) -> PayoffInput {
        let days = ["2026-01-10", "2026-02-10", "2026-03-10"];
        let part = |(day, paid): (&str, &str)| LoanPart {
            due_at: Date::parse(day).unwrap(),
            principal: naira("100").into(),
            interest: naira("10").into(),
            paid: naira(paid).into(),
            charge: None,
        };
        PayoffInput {
            instalments: days.into_iter().zip(paid).map(part).collect(),
            today: Date::parse("2026-01-15").unwrap(),
            currency: None,
        }
    }

    fn divide_up(loan: &PayoffInput, amount: &str) -> Repayment {
        let found = divide(&RepaymentInput {
            instalments: loan.instalments.clone(),
            today: loan.today,
            currency: loan.currency.clone(),
            amount: naira(amount).into(),
        });
        found.unwrap()
    }

    fn divided(paid: [&str; 3], amount: &str) -> (Vec<[String; 3]>, bool) {
        let found = divide_up(&loan(paid), amount);
        let texts = |one: &Repaid| [one.principal.text(), one.interest.text(), one.waived.text()];
        let (mut principal, mut interest) = (naira("0"), naira("0"));
        for one in &found.parts {
            principal = principal.checked_add(&one.principal).unwrap();
            interest = interest.checked_add(&one.interest).unwrap();
        }
        assert_eq!((principal, interest), (found.principal, found.interest));
        (found.parts.iter().map(texts).collect(), found.is_last)
    }

    fn row(principal: &str, interest: &str, waived: &str) -> [String; 3] {
        [principal, interest, waived].map(|text| naira(text).text())
    }

    #[test]
    fn the_oldest_instalment_and_its_interest_are_paid_first() {
        let nothing = row("0", "0", "0");
        let (parts, is_last) = divided(["0", "0", "0"], "4");
        assert_eq!(
            (parts, is_last),
            (vec![row("0", "4", "0"), nothing.clone(), nothing], false)
        );
        let (parts, _) = divided(["4", "0", "0"], "250");
        assert_eq!(
            parts,
            [
                row("100", "6", "0"),
                row("100", "10", "0"),
                row("24", "10", "0")
            ]
        );
    }

    #[test]
    fn the_payoff_settles_the_loan_and_waives_unearned_interest() {
        for amount in ["320", "330", "1000"] {
            let (parts, is_last) = divided(["0", "0", "0"], amount);
            let expected = [
                row("100", "10", "0"),
                row("100", "10", "0"),
                row("100", "0", "10"),
            ];
            assert_eq!(
                (parts.as_slice(), is_last),
                (expected.as_slice(), true),
                "{amount}"
            );
        }
        let (_, is_last) = divided(["0", "0", "0"], "319.99");
        assert!(!is_last);
    }

    fn part(principal: &str, interest: &str, paid: &str) -> LoanPart {
        LoanPart {
            due_at: Date::MIN,
            principal: naira(principal).into(),
            interest: naira(interest).into(),
            paid: naira(paid).into(),
            charge: None,
        }
    }

    /// A loan paid out on 1 January 2026, with an instalment on the first of each following month.
    fn monthly(parts: Vec<LoanPart>, today: &str) -> PayoffInput {
        let mut input = PayoffInput {
            instalments: parts,
            today: Date::parse(today).unwrap(),
            currency: None,
        };
        for (month, part) in (2..).zip(&mut input.instalments) {
            part.due_at = Date::parse(&format!("2026-{month:02}-01")).unwrap();
        }
        input
    }

    /// Pays and returns the debit; the instalments are updated as the server does it.
    fn pay(input: &mut PayoffInput, amount: &Amount) -> (Amount, Repayment) {
        let found = divide_up(input, &amount.text());
        let mut taken = naira("0");
        for (one, part) in input.instalments.iter_mut().zip(&found.parts) {
            let of = |text: &crate::money::AmountText| text.amount("", Currency::Ngn).unwrap();
            let less = |from: Amount, what: &Amount| from.checked_sub(what).unwrap();
            let more = |to: Amount, what: &Amount| to.checked_add(what).unwrap();
            let cash = part.paid().unwrap();
            taken = more(taken, &cash);
            let interest = less(less(of(&one.interest), &part.waived), &part.returned);
            let principal = less(more(of(&one.principal), &part.returned), &part.covered);
            *one = LoanPart {
                due_at: one.due_at,
                principal: principal.into(),
                interest: interest.into(),
                paid: more(of(&one.paid), &cash).into(),
                charge: None,
            };
        }
        (taken, found)
    }

    #[test]
    fn periods_begin_on_the_day_after_the_previous_due_date() {
        let loan = |today| monthly(vec![part("100", "10", "0"); 3], today);
        let amount = |today| payoff(&loan(today)).unwrap().amount.text();
        assert_eq!(amount("2026-01-01"), "310.00");
        assert_eq!(amount("2026-02-01"), "310.00");
        assert_eq!(amount("2026-02-02"), "320.00");
        assert_eq!(amount("2026-03-01"), "320.00");
        assert_eq!(amount("2026-03-02"), "330.00");
    }

    #[test]
    fn a_charge_begins_no_period() {
        let loan = |today| {
            let mut loan = monthly(vec![part("100", "10", "0"); 3], today);
            let charge = LoanPart {
                due_at: Date::parse("2026-02-05").unwrap(),
                charge: Some(true),
                ..part("0", "5", "0")
            };
            loan.instalments.insert(1, charge);
            payoff(&loan).unwrap().amount.text()
        };
        // The second period has begun on 2 February; the third one has not.
        for today in ["2026-02-05", "2026-02-06", "2026-03-01"] {
            assert_eq!(loan(today), "325.00", "{today}");
        }
        assert_eq!(loan("2026-03-02"), "335.00");
    }

    #[test]
    fn interest_paid_ahead_counts_against_principal() {
        let parts = vec![
            part("100", "10", "110"),
            part("100", "10", "110"),
            part("100", "10", "89.99"),
        ];
        let mut loan = monthly(parts, "2026-01-01");
        let found = payoff(&loan).unwrap();
        let texts = [found.amount, found.principal, found.interest, found.waived];
        let texts = texts.map(|one| one.text());
        assert_eq!(texts, ["0.01", "0.01", "0.00", "20.00"]);
        let (taken, last) = pay(&mut loan, &naira("1000"));
        assert_eq!((taken, last.returned), (naira("0.01"), naira("20")));
        let rows = loan.instalments.iter();
        let rows = rows.map(|one| [&one.principal, &one.interest, &one.paid]);
        let rows: Vec<[Amount; 3]> = rows
            .map(|row| row.map(|text| text.amount("", Currency::Ngn).unwrap()))
            .collect();
        let expected = [["100", "10", "110"], ["110", "0", "110"], ["90", "0", "90"]];
        assert_eq!(rows, expected.map(|row| row.map(naira)));
    }

    /// The interest of the periods that have begun.
    fn earned(input: &PayoffInput) -> Amount {
        let parts = left(input).unwrap();
        let zero = naira("0");
        parts
            .iter()
            .zip(&input.instalments)
            .fold(zero, |all, (left, one)| {
                let whole = one.interest.amount("", Currency::Ngn).unwrap();
                let later = left.waived.checked_add(&left.ahead).unwrap();
                let earned = whole.checked_sub(&later).unwrap();
                all.checked_add(&earned).unwrap()
            })
    }

    proptest::proptest! {
        /// However a day's money is split into payments, they settle the loan together for the same total, no payment
        /// exceeds the payoff before it, and they pay exactly the earned interest.
        #[test]
        fn paying_in_parts_costs_as_much_as_paying_at_once(
            rows in proptest::collection::vec((0..20_000_i128, 0..5_000_i128), 1..8),
            before in 0..40_000_i128,
            cuts in proptest::collection::vec(1..30_000_i128, 0..12),
            months in (1..9_u8, 1..9_u8),
        ) {
            let units = |units| Amount::from_units(units, Currency::Ngn).unwrap();
            let more = |to: Amount, what: &Amount| to.checked_add(what).unwrap();
            let rows = rows.into_iter().map(|(principal, interest)| LoanPart {
                due_at: Date::MIN,
                principal: units(principal).into(),
                interest: units(interest).into(),
                paid: naira("0").into(),
            charge: None,
        });
            let (first, second) = (months.0.min(months.1), months.0.max(months.1));
            let mut loan = monthly(rows.collect(), &format!("2026-{first:02}-01"));
            let (_, earlier) = pay(&mut loan, &units(before));
            if !earlier.is_last {
                loan.today = Date::parse(&format!("2026-{second:02}-02")).unwrap();
                let (at_once, earned) = (payoff(&loan).unwrap(), earned(&loan));
                let (mut sum, mut interest) = (naira("0"), earlier.interest);
                for cut in cuts.into_iter().chain([1_000_000_000]).map(units) {
                    let owed = payoff(&loan).unwrap().amount;
                    let (taken, found) = pay(&mut loan, &cut);
                    proptest::prop_assert_eq!(taken, cut.at_most(owed));
                    (sum, interest) = (more(sum, &taken), more(interest, &found.interest));
                    if found.is_last {
                        proptest::prop_assert_eq!(interest.checked_sub(&found.returned), Some(earned));
                        break;
                    }
                }
                proptest::prop_assert_eq!(sum, at_once.amount);
                for one in left(&loan).unwrap() {
                    let rest = more(more(one.principal, &one.interest), &one.waived);
                    proptest::prop_assert!(rest.is_zero());
                }
            }
        }
    }
}
