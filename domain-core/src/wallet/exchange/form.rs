//! The form for converting money.

use super::super::served::Served;
use super::super::terms::Funds;
use super::quote::{ExchangeTerms, pair_of};
use crate::money::{Amount, AmountText, Currency, CurrencyCode, Percent, Rates, TypedAmount};
use crate::shape::{form_values, input};
use crate::validation::{Code, Form, Violation, Violations};

form_values! {
    /// Converting money of one's own wallet to another currency.
    pub struct Exchange {
        /// The currency to convert: `NGN`, `USD` or `GBP`.
        from: String,
        /// The currency to convert into: another one of `NGN`, `USD` and `GBP`.
        to: String,
        /// The amount to convert, in `from`.
        amount: TypedAmount,
        /// Whether the conversion was confirmed.
        confirm: bool,
    }
}

input! {
    /// The served currencies, the paying wallet, and the price.
    pub struct ExchangeContext {
        /// The currencies that the brand serves.
        served: Vec<String>,
        /// The available balance in `from`.
        balance: AmountText,
        /// The rates of both currencies.
        rates: Rates,
        /// In percent.
        spread: Percent,
    }
}

impl Exchange {
    /// The two currencies.
    ///
    /// # Errors
    /// `required`; as [`pair_of`].
    pub fn pair(&self) -> Result<(Currency, Currency), Violation> {
        let named = |text: &str, field| match text.trim() {
            "" => Err(Violation::new(field, Code::Required)),
            code => Ok(Currency::named(code)
                .map_or_else(|| CurrencyCode::Other(code.to_owned()), CurrencyCode::Known)),
        };
        pair_of(&named(&self.from, "from")?, &named(&self.to, "to")?)
    }
}

impl ExchangeContext {
    /// The context of a brand, a wallet and a price.
    #[must_use]
    pub fn new(served: &Served, balance: Amount, rates: Rates, spread: Percent) -> Self {
        let served = served.currencies().iter().copied();
        Self {
            served: served.map(|one| one.as_str().to_owned()).collect(),
            balance: balance.into(),
            rates,
            spread,
        }
    }

    #[inline(never)]
    fn check_served(&self, currency: Currency, field: &'static str) -> Result<(), Violation> {
        match self.served.iter().any(|one| one == currency.as_str()) {
            true => Ok(()),
            false => Err(currency.unsupported(field)),
        }
    }

    fn check_amount(&self, amount: &Amount, to: Currency) -> Result<(), Violation> {
        let from = amount.currency();
        Funds::read(&self.balance, None, from)?.check_covers(amount)?;
        let terms = ExchangeTerms {
            from,
            to,
            rates: &self.rates,
            spread: self.spread,
        };
        if terms.quote(amount)?.received.is_zero() {
            let least = terms.least().unwrap_or_else(|| Amount::smallest(from));
            return Err(Violation::below("amount", amount, &least));
        }
        Ok(())
    }
}

impl Form for Exchange {
    const NAME: &'static str = "exchange";
    type Context = ExchangeContext;

    fn check(&self, context: &ExchangeContext, found: &mut Violations) {
        let pair = self.pair().and_then(|(from, to)| {
            context.check_served(from, "from")?;
            context.check_served(to, "to")?;
            Ok((from, to))
        });
        match pair {
            Err(violation) => found.add(violation),
            Ok((from, to)) => {
                if let Some(amount) = found.amount("amount", &self.amount, from) {
                    found.add_all(context.check_amount(&amount, to).err());
                }
            }
        }
        found.accepted("confirm", self.confirm);
    }
}
