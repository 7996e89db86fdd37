//! Terms of a subscription: currency, frequency, start.

use crate::calendar::Day;
use crate::dice::Dice;
use crate::exact;
use domain_core::money::{Amount, AmountText, Currency, CurrencyCode, Percent};
use domain_core::plans::Unit;

const CURRENCIES: [(Currency, u32); 6] = [
    (Currency::Ngn, 2),
    (Currency::Usd, 2),
    (Currency::Gbp, 2),
    (Currency::Usdt, 6),
    (Currency::Btc, 8),
    (Currency::Eth, 8),
];

/// A currency and its decimals.
#[derive(Debug, Clone, Copy)]
pub struct Money {
    pub currency: Currency,
    pub scale: u32,
}

impl Money {
    /// A random currency, mostly naira.
    pub fn any(dice: &mut Dice) -> Self {
        let place = if dice.once_in(4) { dice.below(6) } else { 0 };
        let (currency, scale) = CURRENCIES[place as usize];
        Self { currency, scale }
    }

    pub fn code(self) -> CurrencyCode {
        self.currency.into()
    }

    pub fn text(self, units: i128) -> String {
        exact::text(units, self.scale)
    }

    /// The rules' type.
    pub fn read(self, units: i128) -> AmountText {
        self.text(units).into()
    }

    pub fn amount(self, units: i128) -> Amount {
        Amount::parse(&self.text(units), self.currency).expect("an amount")
    }
}

/// A percentage as the rules' type, and in millionths of a percent.
#[derive(Debug, Clone, Copy)]
pub struct Share {
    pub percent: Percent,
    pub micro: i128,
}

impl Share {
    pub fn any(dice: &mut Dice) -> Self {
        let most = dice.of(&[10, 100, 100, 300]);
        let decimals = dice.of(&[0, 0, 1, 2, 3, 6]);
        let units = dice.below(most * 10_u64.pow(decimals) + 1);
        Self::of(units, decimals)
    }

    pub fn of(units: u64, decimals: u32) -> Self {
        let text = exact::text(units.into(), decimals);
        Self {
            percent: Percent::parse(&text).expect("a percentage"),
            micro: i128::from(units) * 10_i128.pow(6 - decimals),
        }
    }

    /// The share of an amount, rounded half up.
    pub fn of_amount(self, amount: i128) -> i128 {
        exact::share(amount, self.micro)
    }
}

/// Number and unit of instalments, and the first day.
#[derive(Debug, Clone, Copy)]
pub struct Times {
    pub count: u64,
    pub unit: Unit,
    pub start: Day,
}

impl Times {
    pub fn any(dice: &mut Dice) -> Self {
        // Long ones are slow, and differ only in their length.
        let most = if dice.once_in(30) {
            366
        } else {
            dice.of(&[3, 12, 12, 30])
        };
        Self {
            count: dice.between(1, most),
            unit: dice.of(Unit::ALL),
            start: Day::any(dice),
        }
    }
}
