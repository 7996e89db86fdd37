//! The purchase of a bill, for any of the four forms.

use super::customers;
use super::form::{BillForm, Limits};
use super::market::Market;
use super::validation::{self, Known};
use domain_core::bills::{Bill, BillQuote, BillQuoteInput};
use domain_core::money::{Amount, AmountText, Currency};
use domain_core::payment::tariff::Line;
use ground::db::Tx;
use ground::decided::Decided;
use ground::error::{ApiError, ErrorCode};
use money::caution::Recipient;
use money::orders::BillOrder;
use money::quote::Breakdown;
use money::statement::Counterparty;
use money::{Facts, Kind, Payee, Payer, Payment, Price, Terms, To};
use serde_json::json;
use service::access::users::User;
use service::app::AppState;

/// Values of the request beside the form.
#[derive(Debug, Clone, Default)]
pub struct Named {
    pub quote_id: Option<String>,
    /// The package price shown to the user.
    pub amount: Option<AmountText>,
    /// The code of the customer's validation.
    pub token: Option<String>,
}

/// A requested purchase.
pub struct Purchase<F> {
    pub form: F,
    pub named: Named,
    /// The provider's catalogue, or why it is unavailable. A replay does not need it.
    pub market: Result<Market, &'static str>,
    /// The user's own phone number, for a form without one.
    pub own_phone: String,
}

/// Facts read for the purchase.
pub struct Bought {
    known: Option<Known>,
    lines: Vec<Line>,
}

impl<F: BillForm> Purchase<F> {
    /// Reads the provider's catalogue.
    pub async fn read(app: &AppState, user: &User, form: F, named: Named) -> Self {
        Self {
            market: Market::of(app, F::BILL, form.service()).await,
            form,
            named,
            own_phone: user.phone.clone(),
        }
    }

    async fn known(
        &self,
        connection: &mut sqlx::AnyConnection,
        user_id: &str,
        now_ms: i64,
    ) -> Result<Option<Known>, ApiError> {
        match &self.named.token {
            Some(code) if needs_validation(F::BILL) => {
                Ok(validation::find(connection, user_id, &self.form, code, now_ms).await?)
            }
            _ => Ok(None),
        }
    }

    /// Validates the form and computes the price.
    fn price(
        &self,
        decided: &Decided,
        limits: Limits,
        known: Option<&Known>,
    ) -> Result<BillQuote, ApiError> {
        let market = self.market.as_ref();
        let market = market.map_err(|why| ApiError::unavailable_saying(why))?;
        let price = self.form.price(market, decided, limits)?;
        self.check_shown(price)?;
        if needs_validation(F::BILL) && known.is_none() {
            return Err(validation::spent());
        }
        let input = BillQuoteInput {
            kind: F::BILL,
            amount: price.into(),
            currency: Currency::Ngn.into(),
            tariffs: None,
            today: None,
        };
        let priced = decided.ask("bill.quote", domain_core::bills::quote, &input);
        priced.map_err(|refused| ApiError::refused(refused.violations))
    }

    /// Compares the shown package price with the provider's: a user who was shown another price must review it again.
    fn check_shown(&self, price: Amount) -> Result<(), ApiError> {
        let Some(shown) = self.named.amount.as_ref().filter(|shown| !shown.is_blank()) else {
            return Ok(());
        };
        let shown = shown.amount("amount", Currency::Ngn);
        let shown = shown.map_err(|violation| ApiError::refused(vec![violation]))?;
        if shown == price {
            return Ok(());
        }
        let message = "The quote has changed. Please review it again.";
        let data = json!({ "quoted": { "amount": shown }, "current": { "amount": price } });
        Err(ApiError::new(ErrorCode::QuoteChanged, message).with_data(data))
    }

    fn payee_name(&self) -> Recipient {
        let (service, customer) = (self.form.service(), self.form.customer());
        Recipient {
            name: format!("{}:{service}:{customer}", F::BILL.as_str()),
            saved_at_ms: None,
        }
    }

    fn payee(&self) -> Payee {
        let (service, customer) = (self.form.service(), self.form.customer());
        let service_name = match &self.market {
            Ok(market) => market.service_name(F::BILL, service),
            Err(_) => service.to_owned(),
        };
        let phones = [self.form.phone(), self.own_phone.as_str()];
        let contact = phones.into_iter().find(|phone| !phone.is_empty());
        let order = BillOrder {
            service: service.to_owned(),
            customer: customer.to_owned(),
            package: self.form.package().map(String::from),
            contact: contact.map(String::from),
        };
        Payee {
            name: self.payee_name().name,
            counterparty: Some(Counterparty {
                name: service_name,
                account_number: Some(customer.to_owned()),
                bank_name: None,
                wallet_number: None,
            }),
            to: To::Provider {
                payload: json!(order),
            },
        }
    }

    /// The package and the customer.
    fn description(&self, known: Option<&Known>) -> String {
        let market = self.market.as_ref().ok();
        let package = self.form.package().zip(market);
        let package = package.and_then(|(code, market)| market.package(code));
        let what = package.map_or(F::KIND.movement().description(), |package| {
            package.name.as_str()
        });
        match known {
            Some(known) => format!("{what} for {}", known.name),
            None => what.to_owned(),
        }
    }
}

/// Whether the customer must be validated first; phones are not.
const fn needs_validation(kind: Bill) -> bool {
    match kind {
        Bill::Airtime | Bill::Data => false,
        Bill::Cable | Bill::Power => true,
    }
}

fn price_of(priced: &BillQuote) -> Price {
    Price {
        amount: priced.amount,
        fee: priced.fee,
        total: priced.total,
    }
}

impl<F: BillForm> Payment for Purchase<F> {
    const KIND: Kind = F::KIND;
    type Detail = Bought;

    fn currency(&self) -> Currency {
        Currency::Ngn
    }

    fn quote_id(&self) -> Option<&str> {
        self.named.quote_id.as_deref()
    }

    fn breakdown(&self, terms: &Terms<Bought>) -> Breakdown {
        Breakdown::of_lines(&terms.detail.lines).to(&terms.payee)
    }

    async fn recipient(&self, _tx: &mut Tx, _payer: &Payer) -> Result<Option<Recipient>, ApiError> {
        Ok(Some(self.payee_name()))
    }

    async fn terms(
        &self,
        tx: &mut Tx,
        _app: &AppState,
        facts: &Facts,
    ) -> Result<Terms<Bought>, ApiError> {
        let user_id = &facts.payer.user_id;
        let known = self.known(tx.connection(), user_id, facts.now_ms).await?;
        let limits = Limits {
            available: facts.payer.available,
            cap: facts.cap,
            minimum: known.as_ref().and_then(|known| known.minimum),
        };
        let priced = self.price(&facts.decided, limits, known.as_ref())?;
        Ok(Terms {
            price: price_of(&priced),
            payee: self.payee(),
            description: self.description(known.as_ref()),
            detail: Bought {
                known,
                lines: priced.lines,
            },
        })
    }

    async fn effects(
        &self,
        tx: &mut Tx,
        _app: &AppState,
        facts: &Facts,
        terms: &Terms<Bought>,
    ) -> Result<(), ApiError> {
        let known = terms.detail.known.as_ref();
        if let Some(known) = known {
            validation::consume(tx, known, facts.now_ms).await?;
        }
        let name = known.map(|known| known.name.as_str());
        let (user_id, amount) = (&facts.payer.user_id, &terms.price.amount);
        customers::note(tx, user_id, &self.form, name, amount, facts.now_ms).await?;
        Ok(())
    }
}
