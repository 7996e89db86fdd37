//! A conversion: the money goes to the house's exchange account, and its value less the spread from there to the other
//! wallet.

use super::terms::Known;
use domain_core::calendar::Instant;
use domain_core::money::age::{RateAgeInput, age};
use domain_core::money::{Amount, Currency, Percent, Rates};
use domain_core::payment::Movement;
use domain_core::validation::Violation;
use domain_core::wallet::exchange::{ExchangeContext, ExchangeQuote, ExchangeTerms, holds};
use domain_core::wallet::served::Served;
use domain_core::wallet::{Exchange, SignedLine};
use ground::db::Tx;
use ground::error::{ApiError, ErrorCode};
use money::caution::Recipient;
use money::ledger::{self, SystemAccount};
use money::quote;
use money::quote::{Breakdown, Quote};
use money::rates;
use money::statement::Counterparty;
use money::{Call, Facts, Kind, Payee, Payer, Payment, Price, Proceeds, Terms, To, execute};
use serde::Serialize;
use serde_json::{Value, json};
use service::access::users::User;
use service::app::AppState;
use service::http::idempotency::Answer;
use service::http::valid::judge;
use utoipa::ToSchema;

/// A line of the proceeds.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConversionLine {
    pub code: &'static str,
    pub label: &'static str,
    /// Negative for a deduction.
    pub amount: String,
}

/// A quoted conversion: the debit, and the proceeds.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConversionQuote {
    #[serde(flatten)]
    pub quote: Quote,
    /// The mid rate for display.
    #[schema(example = "$1 = ₦1,490.00")]
    pub rate: String,
    /// When the older of the two currencies' rates was set, RFC 3339; null for a sample.
    #[schema(required)]
    pub rate_at: Option<String>,
    /// Its age for display.
    #[schema(example = "5 minutes ago")]
    pub rate_age: String,
    /// The brand's share, in percent.
    pub spread: String,
    #[schema(value_type = service::http::schema::Currency)]
    pub to: Currency,
    /// The amount credited to that wallet.
    #[schema(value_type = String)]
    pub received: Amount,
    pub received_lines: Vec<ConversionLine>,
}

/// A request to convert.
pub struct Conversion {
    form: Exchange,
    quote_id: Option<String>,
}

/// A conversion at its price.
pub struct Converted {
    priced: Priced,
    rate_at: Option<Instant>,
}

/// A price, and what it was computed with.
struct Priced {
    from: Currency,
    to: Currency,
    rates: Rates,
    spread: Percent,
    quoted: ExchangeQuote,
}

impl Conversion {
    pub const fn new(form: Exchange, quote_id: Option<String>) -> Self {
        Self { form, quote_id }
    }

    /// Executes the conversion.
    ///
    /// # Errors
    /// See [`execute`].
    pub async fn pay(&self, call: Call<'_>) -> Result<Answer, ApiError> {
        execute(call, self).await
    }

    /// Returns a quote, valid for half a minute.
    ///
    /// # Errors
    /// 422; 503 `rate_stale`.
    pub async fn quote(
        &self,
        app: &AppState,
        payer: &User,
        asked: Value,
    ) -> Result<ConversionQuote, ApiError> {
        let (quote, terms) = quote(app, &payer.id, self, &asked).await?;
        let Converted { priced, rate_at } = terms.detail;
        let quoted = priced.quoted;
        let aged = age(&RateAgeInput {
            currency: priced.from.into(),
            set_at: rate_at,
            now: Instant(app.clock.now_ms()),
            limit_hours: None,
            samples_allowed: None,
        });
        Ok(ConversionQuote {
            quote,
            rate: quoted.rate,
            rate_at: rate_at.map(Instant::text),
            rate_age: aged.map(|aged| aged.age).unwrap_or_default(),
            spread: priced.spread.to_string(),
            to: priced.to,
            received: quoted.received,
            received_lines: quoted.lines.iter().map(ConversionLine::from).collect(),
        })
    }

    /// The price with these rates, if the form accepts it.
    fn priced(
        &self,
        facts: &Facts,
        served: &Served,
        rates: Rates,
        spread: Percent,
    ) -> Result<Priced, ApiError> {
        let context = ExchangeContext::new(served, facts.payer.available, rates, spread);
        judge(&self.form, &context)?;
        let (from, to) = self.form.pair().map_err(refused)?;
        let rates = context.rates;
        let terms = ExchangeTerms {
            from,
            to,
            rates: &rates,
            spread,
        };
        let amount = self.form.amount.amount("amount", from).map_err(refused)?;
        let quoted = terms.quote(&amount).map_err(refused)?;
        Ok(Priced {
            from,
            to,
            rates,
            spread,
            quoted,
        })
    }

    /// The applicable price: the quoted one while it holds, otherwise the current one.
    fn price(&self, facts: &Facts, served: &Served, current: Priced) -> Result<Priced, ApiError> {
        let asked = facts.payer.quote.as_ref();
        let Some(row) = asked.filter(|_| self.quote_id.is_some()) else {
            return Ok(current);
        };
        let (rates, spread) = kept(&row.document).ok_or_else(ApiError::not_found)?;
        let priced = self.priced(facts, served, rates, spread)?;
        let (until, now) = (Instant(row.expires_at_ms), Instant(facts.now_ms));
        if holds(&priced.quoted, &current.quoted, until, now) {
            return Ok(priced);
        }
        let message = "The rate has moved. Please review the conversion again.";
        Err(ApiError::new(ErrorCode::QuoteChanged, message)
            .with_data(json!({ "quoted": shown(&priced), "current": shown(&current) })))
    }
}

/// The rates and the spread of a stored quote.
fn kept(document: &Value) -> Option<(Rates, Percent)> {
    let kept = document.get("bank")?;
    let rates = serde_json::from_value(kept.get("rates")?.clone()).ok()?;
    Some((rates, Percent::parse(kept.get("spread")?.as_str()?)?))
}

/// The other wallet and the rate, for the statement.
fn other_side(wallet: Currency, quoted: &ExchangeQuote) -> Counterparty {
    Counterparty {
        name: format!("{wallet} wallet"),
        account_number: Some(quoted.rate.clone()),
        bank_name: None,
        wallet_number: None,
    }
}

fn refused(violation: Violation) -> ApiError {
    ApiError::refused(vec![violation])
}

fn shown(priced: &Priced) -> Value {
    let quoted = &priced.quoted;
    json!({
        "from": priced.from, "to": priced.to, "rates": priced.rates, "spread": priced.spread.to_string(),
        "rate": quoted.rate, "amount": quoted.amount, "worth": quoted.worth, "kept": quoted.spread,
        "received": quoted.received,
    })
}

impl From<&SignedLine> for ConversionLine {
    fn from(line: &SignedLine) -> Self {
        Self {
            code: line.code,
            label: line.label,
            amount: line.amount.clone(),
        }
    }
}

impl Payment for Conversion {
    const KIND: Kind = Kind::Exchange;
    const QUOTE_MS: i64 = 30_000;
    type Detail = Converted;

    /// Naira if the form names no currency: it is refused once the PIN is known to be for this form.
    fn currency(&self) -> Currency {
        self.form.pair().map_or(Currency::Ngn, |(from, _)| from)
    }

    fn quote_id(&self) -> Option<&str> {
        self.quote_id.as_deref()
    }

    /// A conversion has no recipient but its payer.
    async fn recipient(&self, _tx: &mut Tx, _payer: &Payer) -> Result<Option<Recipient>, ApiError> {
        Ok(None)
    }

    async fn terms(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
    ) -> Result<Terms<Converted>, ApiError> {
        let known = Known::read(tx.connection(), &facts.payer.tenant_id).await?;
        let rates = rates::table_of(&known.listed, known.served.currencies());
        let spread = known.policy.exchange_spread;
        let current = self.priced(facts, &known.served, rates, spread)?;
        let currencies = [current.from, current.to];
        known.check_age(app, &currencies)?;
        let priced = self.price(facts, &known.served, current)?;
        let quoted = &priced.quoted;
        Ok(Terms {
            payee: Payee {
                name: format!("exchange:{}", priced.to),
                counterparty: Some(other_side(priced.to, quoted)),
                to: To::Income(SystemAccount::Exchange),
            },
            price: Price {
                amount: quoted.amount,
                fee: Amount::zero(priced.from),
                total: quoted.amount,
            },
            description: String::new(),
            detail: Converted {
                rate_at: known.set_at(currencies),
                priced,
            },
        })
    }

    fn breakdown(&self, terms: &Terms<Converted>) -> Breakdown {
        let priced = &terms.detail.priced;
        Breakdown {
            kept: Some(shown(priced)),
            ..Breakdown::of("amount", "Amount", priced.quoted.amount)
        }
    }

    /// Two conversions in opposite directions would lock the house's accounts in opposite order.
    async fn prepare(
        &self,
        tx: &mut Tx,
        _app: &AppState,
        _facts: &Facts,
        terms: &Terms<Converted>,
    ) -> Result<(), ApiError> {
        let Priced { from, to, .. } = terms.detail.priced;
        Ok(ledger::lock_house(tx, SystemAccount::Exchange, [from, to]).await?)
    }

    fn proceeds(&self, terms: &Terms<Converted>) -> Option<Proceeds> {
        let Priced { from, quoted, .. } = &terms.detail.priced;
        Some(Proceeds {
            movement: Movement::ExchangeProceeds,
            worth: quoted.worth,
            spread: quoted.spread,
            total: quoted.received,
            description: format!("{} {} converted", quoted.amount, from),
            counterparty: other_side(*from, quoted),
        })
    }
}
