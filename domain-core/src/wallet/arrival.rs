//! The amount that arrives in a wallet when a bank reports a credit.

use super::funding::{FundingInput, FundingMethod, FundingQuote, quote};
use super::tariff::Line;
use crate::money::{Amount, AmountText, CurrencyCode};
use crate::shape::input;
use crate::validation::{Checked, Code, Violation};

/// The limit of a single credit, in minor units: N100,000,000,000 or $100,000,000,000. A larger one is an error of the
/// bank, and must not be booked without manual review.
const MOST_AT_ONCE_MINOR: i64 = 10_000_000_000_000;

/// Each step closes nearly all of the gap, so these suffice for an amount of 28 digits.
const MOST_STEPS: usize = 32;

input! {
    /// A credit that a bank reports, or a card payment.
    pub struct ArrivedInput {
        /// The way by which the money came.
        method: FundingMethod,
        /// The currency of the credit.
        currency: CurrencyCode,
        /// The amount that was paid in.
        sent: AmountText,
    }
}

/// The inverse of `funding.quote`: the largest amount whose quote the credit covers arrives, and the rest is the fee.
/// Sending exactly the quoted total credits exactly the quoted amount; of less than the fee nothing arrives. Source:
/// document 2, section 9.
///
/// # Errors
/// As `funding.quote`; `out_of_range` for more than 10^13 minor units of any currency, before the method is looked
/// at. Refusals of `sent` name the field `amount`.
pub fn arrived(input: &ArrivedInput) -> Checked<FundingQuote> {
    let currency = input.currency.known("currency")?;
    let (method, sent) = (input.method, input.sent.amount("amount", currency)?);
    let most = Amount::from_minor(MOST_AT_ONCE_MINOR, currency);
    if let Some(most) = most.filter(|most| sent > *most) {
        let too_much = Violation::new("amount", Code::OutOfRange).with("limit", &most);
        return Err(too_much.into());
    }
    let quoted = |amount: Amount| {
        quote(&FundingInput {
            method,
            currency: currency.into(),
            amount: amount.into(),
        })
    };
    let mut credited = sent
        .checked_sub(&quoted(sent)?.fee)
        .unwrap_or_else(|| Amount::zero(currency));
    let unit = Amount::from_minor(1, currency).unwrap_or_else(|| Amount::zero(currency));
    for _ in 0..MOST_STEPS {
        let Some(gap) = sent
            .checked_sub(&quoted(credited)?.total)
            .filter(|gap| !gap.is_zero())
        else {
            break;
        };
        let step = gap.checked_sub(&quoted(gap)?.fee);
        let less = step.and_then(|step| step.checked_sub(&unit));
        let steps = [step, less, Some(unit)]
            .into_iter()
            .flatten()
            .filter(|step| !step.is_zero());
        let mut taken = None;
        for next in steps.filter_map(|step| credited.checked_add(&step)) {
            if taken.is_none() && quoted(next)?.total <= sent {
                taken = Some(next);
            }
        }
        let Some(next) = taken else { break };
        credited = next;
    }
    let fee = sent
        .checked_sub(&credited)
        .unwrap_or_else(|| Amount::zero(currency));
    let lines = vec![
        Line {
            code: "amount",
            label: "Amount",
            amount: credited,
        },
        Line {
            code: "fee",
            label: "Fee",
            amount: fee,
        },
    ];
    Ok(FundingQuote {
        amount: credited,
        fee,
        total: sent,
        credited,
        lines,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;
    use proptest::prelude::*;

    fn by_bank(sent: Amount) -> Checked<FundingQuote> {
        arrived(&ArrivedInput {
            method: FundingMethod::Bank,
            currency: sent.currency().into(),
            sent: sent.into(),
        })
    }

    fn credited(text: &str, currency: Currency) -> (String, String) {
        let quote = by_bank(Amount::parse(text, currency).unwrap()).unwrap();
        (quote.credited.to_string(), quote.fee.to_string())
    }

    #[test]
    fn naira_arrives_in_full_and_dollars_minus_one_percent() {
        assert_eq!(
            credited("2500.50", Currency::Ngn),
            ("2500.50".into(), "0.00".into())
        );
        assert_eq!(
            credited("101", Currency::Usd),
            ("100.00".into(), "1.00".into())
        );
        assert_eq!(
            credited("0.01", Currency::Usd),
            ("0.01".into(), "0.00".into())
        );
    }

    #[test]
    fn implausibly_large_credits_are_refused() {
        for currency in [Currency::Ngn, Currency::Usd] {
            let arriving = |minor| by_bank(Amount::from_minor(minor, currency).unwrap());
            assert!(arriving(MOST_AT_ONCE_MINOR).is_ok(), "{currency}");
            let refused = arriving(MOST_AT_ONCE_MINOR + 1).unwrap_err().violations;
            assert_eq!(refused[0].field, "amount");
            assert_eq!(refused[0].code, Code::OutOfRange);
            assert!(arriving(i64::MAX).is_err(), "{currency}");
        }
    }

    proptest! {
        #[test]
        fn the_quoted_total_credits_the_quoted_amount(minor in 1..1_000_000_000_000_i64) {
            let amount = Amount::from_minor(minor, Currency::Usd).unwrap();
            let input = FundingInput { method: FundingMethod::Bank, currency: Currency::Usd.into(), amount: amount.into() };
            let total = quote(&input).unwrap().total;
            let back = by_bank(total).unwrap();
            prop_assert_eq!(back.credited, amount);
            prop_assert_eq!(back.credited.checked_add(&back.fee), Some(total));
        }
    }
}
