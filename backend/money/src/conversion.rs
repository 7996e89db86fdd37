//! The price of converted money: at the mid rate less the brand's spread.

use crate::quote::QuoteRow;
use crate::rate_policy::{self, RatePolicy};
use crate::rates::{self, CurrencyRate};
use domain_core::calendar::Instant;
use domain_core::money::age::{RateAgeInput, age};
use domain_core::money::{Amount, Currency, Percent, Rates};
use domain_core::validation::Violation;
use domain_core::wallet::exchange::{self, ExchangeInput, ExchangeQuote, ExchangeTerms, holds};
use domain_core::wallet::served::Served;
use ground::decided::Decided;
use ground::error::{ApiError, ErrorCode};
use serde_json::{Value, json};
use service::app::AppState;
use service::settings::tenants;
use sqlx::AnyConnection;

/// The facts about a brand's conversions, read in one transaction.
pub struct Known {
    pub served: Served,
    pub listed: Vec<CurrencyRate>,
    pub policy: RatePolicy,
}

impl Known {
    /// # Errors
    /// The database failed.
    pub async fn read(connection: &mut AnyConnection, tenant_id: &str) -> Result<Self, ApiError> {
        Ok(Self {
            served: tenants::served(connection, tenant_id).await?,
            policy: rate_policy::of(connection, tenant_id).await?,
            listed: rates::listed(connection).await?,
        })
    }

    /// The rates of the served currencies.
    pub fn rates(&self) -> Rates {
        rates::table_of(&self.listed, self.served.currencies())
    }

    /// Refuses rates that are too old, or wait for a person. The dollar has no age: all rates are in units for one dollar.
    ///
    /// # Errors
    /// 503 `rate_stale`.
    pub fn check_age(&self, app: &AppState, currencies: &[Currency]) -> Result<(), ApiError> {
        let aged: Vec<Currency> = aged(currencies).collect();
        rates::check_released(app, &self.listed, &aged, self.policy)?;
        rates::check_age(app, &self.listed, &aged, self.policy)
    }

    /// When the older of two currencies' rates was set; `None` if one is a sample.
    pub fn set_at(&self, currencies: [Currency; 2]) -> Option<Instant> {
        let known = |currency| self.listed.iter().find(|one| one.currency == currency);
        let times = aged(&currencies).map(|currency| known(currency).and_then(|one| one.set_at));
        times.min().flatten()
    }

    /// The current price of an amount in another currency.
    ///
    /// # Errors
    /// 422 for a currency that the brand does not serve, and for an amount out of range; 503 `rate_stale`.
    pub fn price(&self, app: &AppState, amount: &Amount, to: Currency) -> Result<Priced, ApiError> {
        let priced = Priced::of(amount, to, self.rates(), self.policy.exchange_spread);
        let priced = priced.map_err(|violation| ApiError::refused(vec![violation]))?;
        self.check_age(app, &[amount.currency(), to])?;
        Ok(Priced {
            rate_at: self.set_at([amount.currency(), to]),
            ..priced
        })
    }
}

fn aged(currencies: &[Currency]) -> impl Iterator<Item = Currency> {
    let all = currencies.iter().copied();
    all.filter(|currency| *currency != Currency::Usd)
}

/// A price, and what it was computed with.
#[derive(Debug, Clone)]
pub struct Priced {
    pub quoted: ExchangeQuote,
    pub spread: Percent,
    /// When the older of the two rates was set; `None` for a sample.
    pub rate_at: Option<Instant>,
    rates: Rates,
}

impl Priced {
    /// The price at given rates.
    ///
    /// # Errors
    /// See [`ExchangeTerms::quote`].
    pub fn of(
        amount: &Amount,
        to: Currency,
        rates: Rates,
        spread: Percent,
    ) -> Result<Self, Violation> {
        let terms = ExchangeTerms {
            from: amount.currency(),
            to,
            rates: &rates,
            spread,
        };
        Ok(Self {
            quoted: terms.quote(amount)?,
            spread,
            rate_at: None,
            rates,
        })
    }

    /// The applicable price: that of a quote while it holds, otherwise this one, the current.
    ///
    /// # Errors
    /// 409 `quote_changed` with both if the quote does not hold any more; 404 for a quote of something else.
    pub fn or_quoted(self, quote: Option<&QuoteRow>, now: Instant) -> Result<Self, ApiError> {
        let Some(row) = quote else { return Ok(self) };
        let (rates, spread) = kept(&row.document).ok_or_else(ApiError::not_found)?;
        let (amount, to) = (self.quoted.amount, self.quoted.received.currency());
        let quoted = Self::of(&amount, to, rates, spread);
        let quoted = quoted.map_err(|violation| ApiError::refused(vec![violation]))?;
        if holds(
            &quoted.quoted,
            &self.quoted,
            Instant(row.expires_at_ms),
            now,
        ) {
            return Ok(Self {
                rate_at: self.rate_at,
                ..quoted
            });
        }
        let message = "The rate has moved. Please review the amount again.";
        Err(ApiError::new(ErrorCode::QuoteChanged, message)
            .with_data(json!({ "quoted": quoted.shown(), "current": self.shown() })))
    }

    /// Notes the price among the decisions of a transaction.
    pub fn decide(&self, decided: &Decided) {
        let _ = decided.ask("exchange.quote", exchange::quote, &self.input());
    }

    fn input(&self) -> ExchangeInput {
        let (from, to) = (
            self.quoted.amount.currency(),
            self.quoted.received.currency(),
        );
        ExchangeInput {
            from: from.into(),
            to: to.into(),
            amount: self.quoted.amount.into(),
            rates: self.rates.of(&[from, to]),
            spread: self.spread,
        }
    }

    /// The price as kept with its quote.
    pub fn shown(&self) -> Value {
        let quoted = &self.quoted;
        json!({
            "from": quoted.amount.currency(), "to": quoted.received.currency(), "rates": self.rates,
            "spread": self.spread.to_string(), "rate": quoted.rate, "amount": quoted.amount, "worth": quoted.worth,
            "kept": quoted.spread, "received": quoted.received,
        })
    }

    /// The age of the rates, for display.
    pub fn age(&self, app: &AppState) -> String {
        let aged = age(&RateAgeInput {
            currency: self.quoted.amount.currency().into(),
            set_at: self.rate_at,
            now: Instant(app.clock.now_ms()),
            limit_hours: None,
            samples_allowed: None,
        });
        aged.map(|aged| aged.age).unwrap_or_default()
    }
}

/// The rates and the spread of a stored quote.
fn kept(document: &Value) -> Option<(Rates, Percent)> {
    let kept = document.get("bank")?;
    let rates = serde_json::from_value(kept.get("rates")?.clone()).ok()?;
    Some((rates, Percent::parse(kept.get("spread")?.as_str()?)?))
}
