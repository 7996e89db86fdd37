//! A conversion: the money goes to the house's exchange account, and its value less the spread from there to the other
//! wallet.

use domain_core::calendar::Instant;
use domain_core::money::{Amount, Currency};
use domain_core::payment::Movement;
use domain_core::validation::Violation;
use domain_core::wallet::exchange::{ExchangeContext, ExchangeQuote};
use domain_core::wallet::{Exchange, SignedLine};
use ground::db::Tx;
use ground::error::ApiError;
use money::caution::Recipient;
use money::conversion::{Known, Priced};
use money::ledger::{self, SystemAccount};
use money::quote;
use money::quote::{Breakdown, Quote, RATE_HOLDS_MS};
use money::statement::Counterparty;
use money::{
    Call, Facts, Kind, Payee, Payer, Payment, Price, Proceeds, Receiver, Terms, To, execute,
};
use serde::Serialize;
use serde_json::Value;
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
        let priced = terms.detail;
        let rate_age = priced.age(app);
        let quoted = priced.quoted;
        Ok(ConversionQuote {
            quote,
            rate: quoted.rate,
            rate_at: priced.rate_at.map(Instant::text),
            rate_age,
            spread: priced.spread.to_string(),
            to: quoted.received.currency(),
            received: quoted.received,
            received_lines: quoted.lines.iter().map(ConversionLine::from).collect(),
        })
    }

    /// The current price, if the form accepts it.
    fn priced(&self, app: &AppState, facts: &Facts, known: &Known) -> Result<Priced, ApiError> {
        let (balance, spread) = (facts.payer.available, known.policy.exchange_spread);
        let context = ExchangeContext::new(&known.served, balance, known.rates(), spread);
        judge(&self.form, &context)?;
        let (from, to) = self.form.pair().map_err(refused)?;
        let amount = self.form.amount.amount("amount", from).map_err(refused)?;
        known.price(app, &amount, to)
    }
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
    type Detail = Priced;

    fn quote_ms(&self, _terms: &Terms<Priced>) -> i64 {
        RATE_HOLDS_MS
    }

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
    ) -> Result<Terms<Priced>, ApiError> {
        let known = Known::read(tx.connection(), &facts.payer.tenant_id).await?;
        let asked = facts.payer.quote.as_ref();
        let asked = asked.filter(|_| self.quote_id.is_some());
        let current = self.priced(app, facts, &known)?;
        let priced = current.or_quoted(asked, Instant(facts.now_ms))?;
        priced.decide(&facts.decided);
        let quoted = &priced.quoted;
        let to = quoted.received.currency();
        Ok(Terms {
            payee: Payee {
                name: format!("exchange:{to}"),
                counterparty: Some(other_side(to, quoted)),
                to: To::Income(SystemAccount::Exchange),
            },
            price: Price {
                amount: quoted.amount,
                fee: Amount::zero(quoted.amount.currency()),
                total: quoted.amount,
            },
            description: String::new(),
            detail: priced,
        })
    }

    fn breakdown(&self, terms: &Terms<Priced>) -> Breakdown {
        let priced = &terms.detail;
        Breakdown {
            kept: Some(priced.shown()),
            ..Breakdown::of("amount", "Amount", priced.quoted.amount)
        }
    }

    /// Two conversions in opposite directions would lock the house's accounts in opposite order.
    async fn prepare(
        &self,
        tx: &mut Tx,
        _app: &AppState,
        _facts: &Facts,
        terms: &Terms<Priced>,
    ) -> Result<(), ApiError> {
        let quoted = &terms.detail.quoted;
        let (from, to) = (quoted.amount.currency(), quoted.received.currency());
        Ok(ledger::lock_house(tx, SystemAccount::Exchange, [from, to]).await?)
    }

    fn proceeds(&self, terms: &Terms<Priced>) -> Option<Proceeds> {
        let quoted = &terms.detail.quoted;
        let from = quoted.amount.currency();
        Some(Proceeds {
            movement: Movement::ExchangeProceeds,
            worth: quoted.worth,
            spread: quoted.spread,
            total: quoted.received,
            to: Receiver::Wallet {
                description: format!("{} {} converted", quoted.amount, from),
                counterparty: other_side(from, quoted),
            },
        })
    }
}
