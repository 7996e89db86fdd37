//! Exchange rates: units of each currency for one US dollar.

use super::origin::Way;
use super::text::{PLAIN_DECIMALS, decimal};
use super::{Amount, Currency, Rounding, scaled};
use crate::json::{Node, Object, decimal_text};
use crate::shape::{
    Decimals, Field, Input, Output, ReadErrors, Reads, Record, Shape, Type, members,
};
use crate::validation::Violation;
use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Units of a currency for one US dollar; always positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate(Decimal);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pair {
    sell: Rate,
    buy: Option<Rate>,
}

/// The rates of all currencies that have one: `{"NGN": {"sell_rate": "1500", "buy_rate": "1480"}}`.
///
/// Keys that are not currencies (bank names, for example) are ignored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rates {
    pairs: Vec<(Currency, Pair)>,
}

impl Rate {
    /// Parses plain decimal text of up to 20 characters; `None` unless positive.
    pub fn parse(text: &str) -> Option<Self> {
        decimal(text).and_then(Self::of)
    }

    fn of(value: Decimal) -> Option<Self> {
        (!value.is_zero()).then_some(Self(value))
    }

    pub(crate) fn decimal(self) -> Decimal {
        self.0
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl Rates {
    /// These rates with another one added.
    #[must_use]
    pub fn with(mut self, currency: Currency, sell: Rate, buy: Option<Rate>) -> Self {
        self.put(currency, Pair { sell, buy });
        self
    }

    /// Adds a pair; the last duplicate wins.
    fn put(&mut self, currency: Currency, pair: Pair) {
        let known = self.pairs.iter_mut().find(|(known, _)| *known == currency);
        match known {
            Some(known) => known.1 = pair,
            None => self.pairs.push((currency, pair)),
        }
    }

    /// The rates of some currencies only. Between naira and naira none is needed, so none is kept.
    #[must_use]
    pub fn of(&self, currencies: &[Currency]) -> Self {
        let is_converted = currencies.iter().any(|one| Some(one) != currencies.first());
        let kept = self.pairs.iter();
        let kept = kept.filter(|(currency, _)| is_converted && currencies.contains(currency));
        Self {
            pairs: kept.copied().collect(),
        }
    }

    fn pair(&self, currency: Currency) -> Option<Pair> {
        self.pairs
            .iter()
            .find(|(known, _)| *known == currency)
            .map(|(_, pair)| *pair)
    }

    pub fn sell(&self, currency: Currency) -> Option<Rate> {
        self.pair(currency).map(|pair| pair.sell)
    }

    pub fn buy(&self, currency: Currency) -> Option<Rate> {
        self.pair(currency).and_then(|pair| pair.buy)
    }

    /// `amount ÷ sell(from) × sell(to)`, rounded once to the target's scale. Converting a currency to itself needs no
    /// rate.
    ///
    /// # Errors
    /// `{currency} not supported yet!` without a rate; `out_of_range` if the result is not an amount.
    pub fn convert(
        &self,
        amount: &Amount,
        to: Currency,
        rounding: Rounding,
    ) -> Result<Amount, Violation> {
        convert_exactly(self, amount, to, rounding)
    }
}

pub(crate) fn convert_exactly(
    rates: &Rates,
    amount: &Amount,
    to: Currency,
    rounding: Rounding,
) -> Result<Amount, Violation> {
    let from = amount.currency();
    if from == to {
        return Ok(*amount);
    }
    let per_from = rates
        .sell(from)
        .ok_or_else(|| from.unsupported("currency"))?;
    let per_to = rates.sell(to).ok_or_else(|| to.unsupported("currency"))?;
    scaled(
        amount.decimal(),
        per_to.decimal(),
        per_from.decimal(),
        to.scale(),
        rounding,
    )
    .and_then(|converted| Amount::of(converted, to))
    .map(|converted| {
        let way = Way::Scaled {
            times: per_to.decimal(),
            over: per_from.decimal(),
            rounding,
        };
        converted.made(way, &[amount])
    })
    .ok_or_else(too_great)
}

/// The violation for a result of more than 28 digits.
#[inline(never)]
pub(crate) fn too_great() -> Violation {
    Violation::new("amount", crate::validation::Code::OutOfRange)
}

impl Shape for Rates {
    const TYPE: Type = Type::Map(&Type::Record(&Record {
        name: "RatePair",
        doc: "Units of a currency for one US dollar; not null. Other keys, also of `rates`, are passed over.",
        fields: &[
            Field {
                key: "sell_rate",
                doc: "The units that a customer pays for one US dollar; null or zero: there is no rate.",
                of: Type::Nullable(&Type::Rate),
                reads: Reads::Decimals(PLAIN_DECIMALS),
                required: false,
            },
            Field {
                key: "buy_rate",
                doc: "The units that a customer gets for one US dollar; null or zero: none.",
                of: Type::Nullable(&Type::Rate),
                reads: Reads::Decimals(PLAIN_DECIMALS),
                required: false,
            },
        ],
    }));
    const READS: Reads = Reads::Keys(Currency::CODES);
}

impl Input for Rates {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        let mut rates = Self {
            pairs: Vec::with_capacity(Currency::ALL.len()),
        };
        for (code, pair) in members(node, errors).iter() {
            let Some(currency) = Currency::named(code) else {
                continue;
            };
            let pair = members(pair, errors);
            let buy = rate_member(pair, "buy_rate", errors);
            // A currency whose rate is missing, null or zero cannot be converted.
            if let Some(sell) = rate_member(pair, "sell_rate", errors) {
                rates.put(currency, Pair { sell, buy });
            }
        }
        rates
    }

    fn blank() -> Self {
        Self::default()
    }
}

fn rate_member(pair: &Object<'_>, key: &str, errors: &mut ReadErrors) -> Option<Rate> {
    let text = match pair.get(key) {
        None | Some(Node::Null) => return None,
        Some(given) => decimal_text(given),
    };
    let Some(parsed) = text.as_deref().and_then(decimal) else {
        errors.record("wrong_type", "must hold rates as decimal text or numbers");
        return None;
    };
    Rate::of(parsed)
}

impl Shape for Rate {
    const TYPE: Type = Type::Rate;
    const READS: Reads = Reads::Decimals(Decimals {
        zero: false,
        ..PLAIN_DECIMALS
    });
}

impl Input for Rate {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        let text = decimal_text(node);
        text.as_deref().and_then(Self::parse).unwrap_or_else(|| {
            errors.record("wrong_type", "must be a decimal above zero");
            Self::blank()
        })
    }

    fn blank() -> Self {
        Self(Decimal::ONE)
    }
}

impl Output for Rate {
    fn write(&self) -> Node<'static> {
        self.to_string().into()
    }
}

impl Output for Rates {
    fn write(&self) -> Node<'static> {
        let mut rates = Object::new();
        for (currency, pair) in &self.pairs {
            let mut members = Object::new();
            members.put("sell_rate", pair.sell.to_string().into());
            members.put(
                "buy_rate",
                pair.buy.map_or(Node::Null, |buy| buy.to_string().into()),
            );
            rates.put(currency.as_str(), Node::Object(members));
        }
        Node::Object(rates)
    }
}

impl Serialize for Rates {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.write().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rates {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        let mut errors = ReadErrors::none();
        let rates = Self::read(&(&value).into(), &mut errors);
        errors.into_result(rates).map_err(serde::de::Error::custom)
    }
}
