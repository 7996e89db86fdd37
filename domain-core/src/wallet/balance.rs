//! Balances: their total in one currency, and how they are shown.

use crate::money::{
    Amount, AmountText, Currency, CurrencyCode, Formatted, HIDDEN, Rates, Rounding, Wide, display,
};
use crate::shape::{input, output};
use crate::validation::{Code, Judged, Violation};

input! {
    /// Balances to be summed.
    pub struct TotalInput {
        balances: Vec<Balance>,
        rates: Rates,
        /// The currency of the total.
        base: CurrencyCode,
    }

    /// What one holds in a currency.
    pub struct Balance {
        currency: CurrencyCode,
        balance: AmountText,
    }

    /// A balance to be shown, or not.
    pub struct DisplayInput {
        amount: AmountText,
        currency: CurrencyCode,
        /// Whether its owner lets it be seen.
        visible: bool,
    }
}

output! {
    /// The sum of the balances.
    pub struct Total {
        /// In the base currency, rounded down.
        total: Amount,
    }
}

/// A sum of fractions: what the balances are worth in dollars, times a power of ten.
struct Fraction {
    numerator: Wide,
    denominator: Wide,
}

/// Keeps every exponent of ten from going below zero: the finest currency has eight decimals.
const GUARD: i32 = 8;

/// Sums the balances through US dollars at sell rates, exactly, and rounds down once, at the end. A balance in the base
/// currency and a balance of nothing need no rate. Source: document 2, section 9.
///
/// # Errors
/// `{currency} not supported yet!` for a currency without a rate; `not_an_amount`; `out_of_range` beyond 28 digits.
pub fn total(input: &TotalInput) -> Judged<Total> {
    let base = input.base.known("base")?;
    let too_great = || Violation::new("balances", Code::OutOfRange);
    let sums = sums(&input.balances)?;
    let mut worth = Fraction {
        numerator: Wide::ZERO,
        denominator: Wide::from(1),
    };
    for sum in sums
        .iter()
        .filter(|sum| sum.currency() != base && !sum.is_zero())
    {
        let rate = input
            .rates
            .sell(sum.currency())
            .ok_or_else(|| sum.currency().unsupported("balances"))?;
        let scale = i32::try_from(sum.currency().scale()).unwrap_or(0);
        let power = rate.scale().saturating_sub(scale).saturating_add(GUARD);
        worth = worth
            .plus(sum.units(), power, rate.mantissa())
            .ok_or_else(too_great)?;
    }
    let own = sums
        .iter()
        .find(|sum| sum.currency() == base)
        .copied()
        .unwrap_or_else(|| Amount::zero(base));
    if worth.numerator == Wide::ZERO {
        return Ok(Total { total: own });
    }
    let rate = input
        .rates
        .sell(base)
        .ok_or_else(|| base.unsupported("base"))?;
    let scale = i32::try_from(base.scale()).unwrap_or(0);
    let power = scale.saturating_sub(rate.scale()).saturating_sub(GUARD);
    let units = worth
        .times(rate.mantissa(), power)
        .and_then(|units| Amount::from_units(units, base));
    let total = units
        .and_then(|units| units.checked_add(&own))
        .ok_or_else(too_great)?;
    Ok(Total { total })
}

/// One sum for each currency.
fn sums(balances: &[Balance]) -> Result<Vec<Amount>, Violation> {
    let mut sums: Vec<Amount> = Currency::ALL
        .iter()
        .map(|currency| Amount::zero(*currency))
        .collect();
    for balance in balances {
        let currency = balance.currency.known("balances")?;
        let amount = balance.balance.amount("balances", currency)?;
        if let Some(sum) = sums.iter_mut().find(|sum| sum.currency() == currency) {
            *sum = sum
                .checked_add(&amount)
                .ok_or_else(|| Violation::new("balances", Code::OutOfRange))?;
        }
    }
    Ok(sums)
}

impl Fraction {
    /// Adds `units × 10^power ÷ rate`; the power is not negative.
    fn plus(&self, units: u128, power: i32, rate: u128) -> Option<Self> {
        let rate = Wide::from(rate);
        let addend = Wide::from(units).times(&Wide::power_of_ten(u32::try_from(power).ok()?)?)?;
        let numerator = self
            .numerator
            .times(&rate)?
            .plus(&addend.times(&self.denominator)?)?;
        Some(Self {
            numerator,
            denominator: self.denominator.times(&rate)?,
        })
    }

    /// `fraction × rate × 10^power`, rounded down.
    fn times(&self, rate: u128, power: i32) -> Option<u128> {
        let tens = Wide::power_of_ten(power.unsigned_abs())?;
        let numerator = self.numerator.times(&Wide::from(rate))?;
        match power {
            ..0 => numerator.divided(&self.denominator.times(&tens)?, Rounding::Down),
            _ => numerator
                .times(&tens)?
                .divided(&self.denominator, Rounding::Down),
        }
    }
}

/// The amount for people, or what stands in for it while its owner hides it. Source: document 2, section 4.
///
/// # Errors
/// `not_an_amount` and an unknown currency, unless hidden.
pub fn show(input: &DisplayInput) -> Judged<Formatted> {
    if !input.visible {
        return Ok(Formatted {
            text: HIDDEN.to_owned(),
        });
    }
    let currency = input.currency.known("currency")?;
    Ok(Formatted {
        text: display(&input.amount.amount("amount", currency)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Rate;
    use proptest::prelude::*;

    fn totalled(
        balances: &[(Currency, &str)],
        rates: &[(Currency, &str)],
        base: Currency,
    ) -> Judged<Total> {
        let balance = |(currency, text): &(Currency, &str)| Balance {
            currency: (*currency).into(),
            balance: (*text).into(),
        };
        let with = |rates: Rates, (currency, text): &(Currency, &str)| {
            rates.with(*currency, Rate::parse(text).unwrap(), None)
        };
        total(&TotalInput {
            balances: balances.iter().map(balance).collect(),
            rates: rates.iter().fold(Rates::default(), with),
            base: base.into(),
        })
    }

    const USUAL: [(Currency, &str); 3] = [
        (Currency::Ngn, "1500"),
        (Currency::Usd, "1"),
        (Currency::Gbp, "0.75"),
    ];

    #[test]
    fn thirds_are_not_lost_before_the_sum() {
        // A third of a dollar three times over is a dollar: rounding each would lose a cent.
        let rates = [
            (Currency::Ngn, "3"),
            (Currency::Usd, "1"),
            (Currency::Gbp, "3"),
            (Currency::Usdt, "3"),
        ];
        let balances = [
            (Currency::Ngn, "1"),
            (Currency::Gbp, "1"),
            (Currency::Usdt, "1"),
        ];
        assert_eq!(
            totalled(&balances, &rates, Currency::Usd)
                .unwrap()
                .total
                .to_string(),
            "1.00"
        );
    }

    #[test]
    fn what_is_already_in_the_base_currency_needs_no_rate() {
        let balances = [
            (Currency::Ngn, "10.50"),
            (Currency::Ngn, "0.50"),
            (Currency::Eth, "0"),
        ];
        assert_eq!(
            totalled(&balances, &[], Currency::Ngn)
                .unwrap()
                .total
                .to_string(),
            "11.00"
        );
        assert_eq!(
            totalled(&[], &[], Currency::Btc).unwrap().total.to_string(),
            "0.00000000"
        );
    }

    #[test]
    fn mixed_currencies_add_up() {
        let balances = [
            (Currency::Ngn, "1000"),
            (Currency::Usd, "2"),
            (Currency::Gbp, "1.50"),
        ];
        assert_eq!(
            totalled(&balances, &USUAL, Currency::Ngn)
                .unwrap()
                .total
                .to_string(),
            "7000.00"
        );
    }

    #[test]
    fn a_currency_without_a_rate_is_named() {
        let refusal = totalled(&[(Currency::Eth, "1")], &USUAL, Currency::Ngn).unwrap_err();
        assert_eq!(refusal.violations[0].message, "ETH not supported yet!");
    }

    #[test]
    fn extreme_rates_and_balances_do_not_overflow() {
        let most = "99999999999999999999";
        let least = "0.000000000000000001";
        let balances = Currency::ALL
            .iter()
            .map(|currency| (*currency, most))
            .collect::<Vec<_>>();
        let rates = Currency::ALL
            .iter()
            .map(|currency| (*currency, most))
            .collect::<Vec<_>>();
        assert!(totalled(&balances, &rates, Currency::Usd).is_ok());
        let rates = Currency::ALL
            .iter()
            .map(|currency| (*currency, least))
            .collect::<Vec<_>>();
        assert!(totalled(&balances, &rates, Currency::Usd).is_ok());
        let rates = [(Currency::Ngn, least), (Currency::Btc, most)];
        let refusal = totalled(&[(Currency::Ngn, most)], &rates, Currency::Btc).unwrap_err();
        assert_eq!(refusal.violations[0].code, Code::OutOfRange);
    }

    proptest! {
        #[test]
        fn the_order_of_balances_does_not_matter(minors in proptest::collection::vec(0..1_000_000_000_i64, 3)) {
            let texts: Vec<String> = minors.iter().zip([Currency::Ngn, Currency::Usd, Currency::Gbp])
                .map(|(minor, currency)| Amount::from_minor(*minor, currency).unwrap().to_string()).collect();
            let mut balances = vec![(Currency::Ngn, texts[0].as_str()), (Currency::Usd, &texts[1]), (Currency::Gbp, &texts[2])];
            let forward = totalled(&balances, &USUAL, Currency::Gbp).unwrap().total;
            balances.reverse();
            prop_assert_eq!(totalled(&balances, &USUAL, Currency::Gbp).unwrap().total, forward);
        }
    }

    #[test]
    fn hidden_is_hidden() {
        let show = |visible| {
            show(&DisplayInput {
                amount: "12".into(),
                currency: Currency::Usd.into(),
                visible,
            })
            .unwrap()
            .text
        };
        assert_eq!(
            (show(true).as_str(), show(false).as_str()),
            ("$12.00", "XXXXXXXXXXX")
        );
    }
}
