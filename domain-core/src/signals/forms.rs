//! The forms for strategies, exchange keys, automatic trading, and preserving naira.

use super::view::Change;
use crate::money::{Amount, AmountText, Currency, TypedAmount, grouped_decimal};
use crate::shape::{form_values, input};
use crate::validation::{Code, Form, NoContext, Violation, Violations};

/// (Document 3, section 5.)
const SHORTEST_KEY_CHARS: u64 = 6;
/// Longer than any exchange's keys.
const LONGEST_KEY_CHARS: u64 = 256;
/// The length limit of a signal's symbol.
const LONGEST_COIN_CHARS: u64 = 12;
/// Three digits. (Document 3, section 5.)
const LEAST_PRESERVED_UNITS: u32 = 100;
/// The largest daily limit, in USDT: far larger figures are typing errors. (The figure is ours.)
const GREATEST_CAP_UNITS: u32 = 1_000_000;

form_values! {
    /// The API keys of an exchange account. (Document 3, section 5.)
    pub struct ExchangeKeys {
        /// The key's public part: 6 to 256 characters.
        api_key: String,
        /// The key's secret part: 6 to 256 characters.
        api_secret: String,
    }
}

impl Form for ExchangeKeys {
    const NAME: &'static str = "exchange_keys";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        for (field, key) in [("api_key", &self.api_key), ("api_secret", &self.api_secret)] {
            found
                .required(field, key)
                .at_least(SHORTEST_KEY_CHARS)
                .at_most(LONGEST_KEY_CHARS)
                .done();
        }
    }
}

form_values! {
    /// A strategy: the most that a coin may cost, and the least change in a day that must be predicted. The other figures
    /// decide nothing and may be blank. Changes may be negative. (Document 3, section 5.)
    pub struct Strategy {
        /// The change in an hour, in percent; it decides nothing, and may be blank.
        percent_change_1h: AmountText,
        /// The least predicted change in a day, in percent; may be negative.
        percent_change_24h: AmountText,
        /// The change in a week, in percent; it decides nothing, and may be blank.
        percent_change_7d: AmountText,
        /// The change in thirty days, in percent; it decides nothing, and may be blank.
        percent_change_30d: AmountText,
        /// The coin's greatest possible supply; it decides nothing, and may be blank.
        max_supply: AmountText,
        /// The coin's current supply; it decides nothing, and may be blank.
        circulating_supply: AmountText,
        /// The value of all coins; it decides nothing, and may be blank.
        market_cap: AmountText,
        /// The most that one coin may cost, in USDT.
        price: AmountText,
        /// The coin that automatic trading buys with it; blank: none.
        coin: String,
    }
}

impl Form for Strategy {
    const NAME: &'static str = "strategy";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        for (field, text, may_be_negative, is_required) in [
            ("percent_change_1h", &self.percent_change_1h, true, false),
            ("percent_change_24h", &self.percent_change_24h, true, true),
            ("percent_change_7d", &self.percent_change_7d, true, false),
            ("percent_change_30d", &self.percent_change_30d, true, false),
            ("max_supply", &self.max_supply, false, false),
            ("circulating_supply", &self.circulating_supply, false, false),
            ("market_cap", &self.market_cap, false, false),
            ("price", &self.price, false, true),
        ] {
            let text = text.as_str();
            let is_decimal = Change::parse(text).is_some();
            let fits = is_decimal && (may_be_negative || !text.starts_with('-'));
            let violation =
                || Violation::new(field, Code::NotAnAmount).saying("Enter a number, like 12.5.");
            let mut checked = if is_required {
                found.required(field, text)
            } else {
                found.optional(field, text)
            };
            checked.refuse_if(!fits, violation).done();
        }
        let is_symbol = self
            .coin
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        found
            .optional("coin", &self.coin)
            .at_most(LONGEST_COIN_CHARS)
            .refuse_if(!is_symbol, || {
                Violation::new("coin", Code::NotAllowed).saying("Choose one of the listed coins.")
            })
            .done();
    }
}

form_values! {
    /// Automatic trading: the switch and its limits.
    pub struct AutoTrade {
        /// Whether automatic trading is to be on, which needs both limits and a key that trades.
        is_on: bool,
        /// The limit per order, in USDT.
        per_trade: TypedAmount,
        /// The limit for all orders of a day.
        per_day: TypedAmount,
    }
}

input! {
    /// The user's own account at the exchange.
    pub struct AutoTradeContext {
        /// Whether a key is connected.
        connected: bool,
        /// Whether the key allows spot trading.
        trades: bool,
    }
}

impl Form for AutoTrade {
    const NAME: &'static str = "auto_trade";
    type Context = AutoTradeContext;

    /// Limits are required to switch it on; switching it off needs nothing.
    fn check(&self, context: &AutoTradeContext, found: &mut Violations) {
        if self.is_on && !context.connected {
            let words = "Connect your account at the exchange first.";
            found.add(Violation::new("is_on", Code::NotAllowed).saying(words));
        } else if self.is_on && !context.trades {
            let words = "Your key doesn't allow spot trading. Allow it at the exchange, then connect the key again.";
            found.add(Violation::new("is_on", Code::NotAllowed).saying(words));
        }
        let (least, most) = (
            Amount::one(Currency::Usdt),
            Amount::of_units(GREATEST_CAP_UNITS, Currency::Usdt),
        );
        let per_day = self.per_day.amount("per_day", Currency::Usdt).ok();
        for (field, text, day) in [
            ("per_trade", &self.per_trade, per_day),
            ("per_day", &self.per_day, None),
        ] {
            if !self.is_on && text.is_blank() {
                continue;
            }
            let Some(amount) = found.amount(field, text, Currency::Usdt) else {
                continue;
            };
            if amount < least {
                let words = ["The lowest limit is ", &shown(&least), " USDT."];
                found.add(Violation::below(field, &amount, &least).saying_all(&words));
            } else if amount > most {
                let words = ["The highest limit is ", &shown(&most), " USDT."];
                found.add(above(field, &amount, &most).saying_all(&words));
            } else if let Some(day) = day.filter(|day| amount > *day) {
                let words = ["This is above your limit per day, ", &shown(&day), " USDT."];
                found.add(above(field, &amount, &day).saying_all(&words));
            }
        }
    }
}

/// The display text: `12,000.5`.
fn shown(cap: &Amount) -> String {
    grouped_decimal(&cap.decimal().normalize().to_string())
}

fn above(field: &'static str, value: &Amount, limit: &Amount) -> Violation {
    Violation::new(field, Code::AboveMaximum)
        .with("limit", limit)
        .with("value", value)
        .with("nearest", limit)
}

form_values! {
    /// Converting naira to preserve their value. (Document 3, section 5.)
    pub struct PreserveNaira {
        /// The amount to convert, in naira; 100 or more.
        amount: TypedAmount,
    }
}

impl Form for PreserveNaira {
    const NAME: &'static str = "preserve_naira";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        let Some(amount) = found.amount("amount", &self.amount, Currency::Ngn) else {
            return;
        };
        let least = Amount::of_units(LEAST_PRESERVED_UNITS, Currency::Ngn);
        if amount < least {
            let words = ["The minimum amount is NGN ", &least.text(), "."];
            let violation = Violation::below("amount", &amount, &least);
            found.add(violation.saying_all(&words));
        }
    }
}
