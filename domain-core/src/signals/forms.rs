//! The forms for strategies, exchange keys, and preserving naira.

use super::view::Change;
use crate::money::{Amount, AmountText, Currency, TypedAmount};
use crate::shape::form_values;
use crate::validation::{Code, Form, NoContext, Violation, Violations};

/// (Document 3, section 5.)
const SHORTEST_KEY_CHARS: u64 = 6;
/// Longer than any exchange's keys.
const LONGEST_KEY_CHARS: u64 = 256;
/// Three digits. (Document 3, section 5.)
const LEAST_PRESERVED_UNITS: u32 = 100;

form_values! {
    /// The API keys of an exchange account. (Document 3, section 5.)
    pub struct ExchangeKeys {
        api_key: String,
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
    /// A strategy: when to buy a coin. Changes may be negative. (Document 3, section 5.)
    pub struct Strategy {
        percent_change_1h: AmountText,
        percent_change_24h: AmountText,
        percent_change_7d: AmountText,
        percent_change_30d: AmountText,
        max_supply: AmountText,
        circulating_supply: AmountText,
        market_cap: AmountText,
        price: AmountText,
    }
}

impl Form for Strategy {
    const NAME: &'static str = "strategy";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        for (field, text, may_be_negative) in [
            ("percent_change_1h", &self.percent_change_1h, true),
            ("percent_change_24h", &self.percent_change_24h, true),
            ("percent_change_7d", &self.percent_change_7d, true),
            ("percent_change_30d", &self.percent_change_30d, true),
            ("max_supply", &self.max_supply, false),
            ("circulating_supply", &self.circulating_supply, false),
            ("market_cap", &self.market_cap, false),
            ("price", &self.price, false),
        ] {
            let text = text.as_str();
            let is_decimal = Change::parse(text).is_some();
            let fits = is_decimal && (may_be_negative || !text.starts_with('-'));
            let violation =
                || Violation::new(field, Code::NotAnAmount).saying("Enter a number, like 12.5.");
            found
                .required(field, text)
                .refuse_if(!fits, violation)
                .done();
        }
    }
}

form_values! {
    /// Converting naira to preserve their value. (Document 3, section 5.)
    pub struct PreserveNaira {
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
            let words = ["The least amount is NGN ", &least.text(), "."];
            let violation = Violation::below("amount", &amount, &least);
            found.add(violation.saying_all(&words));
        }
    }
}
