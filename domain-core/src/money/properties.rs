//! Properties over all amounts, compared with a naive calculation where there is one.

use super::*;
use proptest::prelude::*;

fn currency() -> impl Strategy<Value = Currency> {
    proptest::sample::select(Currency::ALL)
}

/// Arbitrarily large integers, digit by digit.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Digits(Vec<u8>);

impl Digits {
    fn of(number: u128) -> Self {
        Self(
            number
                .to_string()
                .bytes()
                .rev()
                .map(|digit| digit - b'0')
                .collect(),
        )
    }

    fn times(&self, other: &Self) -> Self {
        let mut product = vec![0_u32; self.0.len() + other.0.len() + 1];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j] += u32::from(*a) * u32::from(*b);
            }
        }
        Self::carried(product)
    }

    fn plus(&self, other: &Self) -> Self {
        let width = self.0.len().max(other.0.len()) + 1;
        let digit = |digits: &Self, index: usize| digits.0.get(index).copied().map_or(0, u32::from);
        Self::carried(
            (0..width)
                .map(|index| digit(self, index) + digit(other, index))
                .collect(),
        )
    }

    fn carried(columns: Vec<u32>) -> Self {
        let mut carry = 0;
        let mut digits: Vec<u8> = Vec::new();
        for column in columns {
            carry += column;
            digits.push(u8::try_from(carry % 10).unwrap());
            carry /= 10;
        }
        assert_eq!(carry, 0);
        while digits.len() > 1 && digits.last() == Some(&0) {
            digits.pop();
        }
        Self(digits)
    }

    fn not_above(&self, other: &Self) -> bool {
        (self.0.len(), self.0.iter().rev().collect::<Vec<_>>())
            <= (other.0.len(), other.0.iter().rev().collect::<Vec<_>>())
    }
}

fn whole(number: u128) -> rust_decimal::Decimal {
    rust_decimal::Decimal::try_from_i128_with_scale(number.try_into().unwrap(), 0).unwrap()
}

/// Four digits of 32 bits, biased towards edge values.
fn digits_at_the_edges() -> impl Strategy<Value = u128> {
    let digit = prop_oneof![
        Just(0),
        Just(1),
        Just(0x7FFF_FFFF),
        Just(0x8000_0000),
        Just(u32::MAX),
        any::<u32>()
    ];
    proptest::collection::vec(digit, 4).prop_map(|digits| {
        digits
            .iter()
            .fold(0, |number, digit| (number << 32) | u128::from(*digit))
    })
}

proptest! {
    #[test]
    fn amounts_round_trip(units in 0..10_i128.pow(17), currency in currency()) {
        let amount = Amount::from_units(units, currency).unwrap();
        prop_assert_eq!(Amount::parse(&amount.to_string(), currency), Ok(amount));
        prop_assert_eq!(amount.to_string().parse::<rust_decimal::Decimal>().unwrap(), amount.decimal());
    }

    #[test]
    fn parsing_never_panics_or_guesses(text in "\\PC{0,24}") {
        if let Ok(amount) = Amount::parse(&text, Currency::Ngn) {
            prop_assert!(text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'));
            prop_assert_eq!(text.parse::<rust_decimal::Decimal>().unwrap(), amount.decimal());
        }
    }

    /// The quotient is correct if divisor × quotient ≤ product < divisor × (quotient + 1).
    #[test]
    fn a_product_is_divided_exactly(a in 0..10_u128.pow(28), b in 1..10_u128.pow(20), power in 0..18_u32, c in 1..10_u128.pow(20)) {
        let product = Digits::of(a).times(&Digits::of(b)).times(&Digits::of(10_u128.pow(power)));
        let (x, y, z) = (whole(a), whole(b), whole(c));
        let scaled = |rounding| scaled(x, y, z, power, rounding).map(|result| result.mantissa().unsigned_abs());
        if let Some(down) = scaled(Rounding::Down) {
            let held = Digits::of(c).times(&Digits::of(down));
            prop_assert!(held.not_above(&product));
            prop_assert!(!held.plus(&Digits::of(c)).not_above(&product));
            let exact = held == product;
            prop_assert_eq!(scaled(Rounding::Up), Some(if exact { down } else { down + 1 }));
            let doubled = product.plus(&product);
            let half = held.plus(&held).plus(&Digits::of(c));
            let nearest = if half.not_above(&doubled) { down + 1 } else { down };
            prop_assert_eq!(scaled(Rounding::HalfUp), Some(nearest));
        }
    }

    /// quotient × divisor + remainder, divided again. Long division tends to fail on digits of all ones and all zeros.
    #[test]
    fn a_wide_number_is_divided_exactly(
        quotient in digits_at_the_edges(), one in digits_at_the_edges(), other in digits_at_the_edges(),
        part in digits_at_the_edges(),
    ) {
        // As many bits as in a decimal.
        let quotient = quotient >> 32;
        let divisor = Wide::from(one.max(1)).checked_mul(Wide::from(other.max(1))).unwrap();
        // Less than the divisor, because each factor is.
        let remainder = Wide::from(part % one.max(1)).checked_mul(Wide::from(other.max(1))).unwrap();
        let number = divisor.checked_mul(Wide::from(quotient)).unwrap().checked_add(remainder).unwrap();
        let divided = |rounding| divided(number, divisor, 0, rounding).map(|result| result.mantissa().unsigned_abs());
        prop_assert_eq!(divided(Rounding::Down), Some(quotient));
        let more = Some(quotient + u128::from(remainder != Wide::ZERO)).filter(|more| more >> 96 == 0);
        prop_assert_eq!(divided(Rounding::Up), more);
    }

    #[test]
    fn rates_round_trip(rate in "[1-9][0-9]{0,8}(\\.[0-9]{1,8})?") {
        let parsed = Rate::parse(&rate).unwrap();
        prop_assert_eq!(parsed.to_string(), rate.clone());
        let rates = Rates::default().with(Currency::Usd, parsed, Some(parsed));
        let text = serde_json::to_string(&rates).unwrap();
        prop_assert_eq!(&text, &format!("{{\"USD\":{{\"buy_rate\":\"{rate}\",\"sell_rate\":\"{rate}\"}}}}"));
        prop_assert_eq!(serde_json::from_str::<Rates>(&text).unwrap(), rates);
    }

    #[test]
    fn converting_back_never_creates_value(
        units in 0..10_i128.pow(15), from in currency(), to in currency(),
        rates in proptest::collection::vec("[1-9][0-9]{0,6}(\\.[0-9]{1,8})?", 6),
    ) {
        let parsed = Currency::ALL.iter().zip(&rates).fold(Rates::default(), |all, (currency, rate)| {
            all.with(*currency, Rate::parse(rate).unwrap(), None)
        });
        let amount = Amount::from_units(units, from).unwrap();
        if let Ok(there) = parsed.convert(&amount, to, Rounding::Down) {
            let back = parsed.convert(&there, from, Rounding::Down).unwrap();
            prop_assert!(back <= amount, "{} {} {}", amount, there, back);
        }
    }

    #[test]
    fn displayed_amounts_are_never_too_high(units in 0..10_i128.pow(17), currency in currency()) {
        let amount = Amount::from_units(units, currency).unwrap();
        let shown = display(&amount).replace([',', '₦', '$', '£', '₿', 'Ξ', '₮'], "");
        let shown: rust_decimal::Decimal = shown.parse().unwrap();
        prop_assert!(shown <= amount.decimal());
        prop_assert!(amount.decimal() - shown < rust_decimal::Decimal::new(1, 2));
    }

    #[test]
    fn typing_keeps_a_partial_amount(text in "[0-9.,]{0,20}", currency in currency()) {
        let grouped = group(&Group { text, currency: currency.into(), caret: None, whole: None, before: None }).unwrap();
        if !grouped.amount.is_empty() {
            prop_assert!(Amount::parse(&grouped.amount, currency).is_ok(), "{}", grouped.amount);
        }
        let again = group(&Group { text: grouped.text.clone(), currency: currency.into(), caret: None, whole: None, before: None }).unwrap();
        prop_assert_eq!(again, grouped);
    }
}
