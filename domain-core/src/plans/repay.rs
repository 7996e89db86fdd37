//! How a repayment of a loan is divided among its instalments.

use super::payoff::{Left, PayoffInput, left, payoff};
use super::progress::sum;
use crate::money::Amount;
use crate::validation::Checked;

/// What a repayment pays, and what is not charged any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repayment {
    /// One for each instalment, in their order.
    pub parts: Vec<Repaid>,
    pub principal: Amount,
    pub interest: Amount,
    /// Whether the loan is over with it.
    pub is_last: bool,
}

/// What is paid of an instalment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repaid {
    pub principal: Amount,
    pub interest: Amount,
    /// Interest that is not charged, because the loan is over before its period has begun.
    pub waived: Amount,
}

impl Repaid {
    /// Principal and interest.
    pub fn paid(&self) -> Checked<Amount> {
        Ok(sum(self.principal, &self.interest)?)
    }
}

/// From the payoff amount on, the loan is over: nothing above it is taken, and interest that is not earned is waived.
/// Less than that goes to the oldest instalment first, and in each to its interest first. Source: document 3, section 2.
///
/// # Errors
/// As [`payoff`].
pub fn divide(input: &PayoffInput, amount: &Amount) -> Checked<Repayment> {
    let all = payoff(input)?.amount;
    let is_last = *amount >= all;
    let zero = Amount::zero(amount.currency());
    let mut rest = amount.at_most(all);
    let mut take = |owed: Amount| {
        let taken = owed.at_most(rest);
        rest = rest.checked_sub(&taken).unwrap_or(zero);
        taken
    };
    let (mut principal, mut interest) = (zero, zero);
    let mut parts = Vec::new();
    for one in left(input)? {
        let part = if is_last {
            last(&one)
        } else {
            partial(&one, &mut take)?
        };
        principal = sum(principal, &part.principal)?;
        interest = sum(interest, &part.interest)?;
        parts.push(part);
    }
    Ok(Repayment {
        parts,
        principal,
        interest,
        is_last,
    })
}

fn last(one: &Left) -> Repaid {
    Repaid {
        principal: one.principal,
        interest: one.interest,
        waived: one.waived,
    }
}

/// The loan goes on, so the interest of later periods is owed too.
fn partial(one: &Left, take: &mut impl FnMut(Amount) -> Amount) -> Checked<Repaid> {
    let interest = take(sum(one.interest, &one.waived)?);
    Ok(Repaid {
        principal: take(one.principal),
        interest,
        waived: Amount::zero(one.principal.currency()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::Date;
    use crate::money::Currency;
    use crate::plans::payoff::LoanPart;

    fn naira(text: &str) -> Amount {
        Amount::parse(text, Currency::Ngn).unwrap()
    }

    /// Three instalments of 100 and 10 interest, the first one due.
    fn loan(paid: [&str; 3]) -> PayoffInput {
        let days = ["2026-01-10", "2026-02-10", "2026-03-10"];
        let part = |(day, paid): (&str, &str)| LoanPart {
            due_at: Date::parse(day).unwrap(),
            principal: naira("100").into(),
            interest: naira("10").into(),
            paid: naira(paid).into(),
        };
        PayoffInput {
            instalments: days.into_iter().zip(paid).map(part).collect(),
            today: Date::parse("2026-01-15").unwrap(),
            currency: None,
        }
    }

    fn divided(paid: [&str; 3], amount: &str) -> (Vec<[String; 3]>, bool) {
        let found = divide(&loan(paid), &naira(amount)).unwrap();
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
    fn the_oldest_is_paid_first_and_its_interest_before_its_principal() {
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
    fn the_payoff_amount_ends_the_loan_and_waives_what_is_not_earned() {
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
}
