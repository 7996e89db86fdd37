//! The common interface of the four forms: a service, a customer, a package or an amount.

use super::market::Market;
use domain_core::bills::{
    Airtime, BalanceContext, Bill, Cable, Data, PackagesContext, Power, PowerContext, least_for,
};
use domain_core::money::{Amount, Currency, CurrencyCode};
use domain_core::payment::Kind;
use domain_core::validation::{Code, Form, Violation};
use ground::decided::Decided;
use ground::error::ApiError;
use service::http::valid::judge;

/// The limits for validation.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub available: Amount,
    /// The cap on outgoing payments.
    pub cap: Option<Amount>,
    /// The minimum amount for the meter.
    pub minimum: Option<Amount>,
}

/// A form of this area.
pub trait BillForm: Form + Send + Sync {
    const BILL: Bill;
    const KIND: Kind;

    fn service(&self) -> &str;
    /// A phone, smart card or meter number.
    fn customer(&self) -> &str;
    fn phone(&self) -> &str;

    fn package(&self) -> Option<&str> {
        None
    }

    /// Validates the form and returns the price.
    ///
    /// # Errors
    /// 422.
    fn price(&self, market: &Market, decided: &Decided, limits: Limits)
    -> Result<Amount, ApiError>;
}

fn naira() -> Option<CurrencyCode> {
    Some(Currency::Ngn.into())
}

fn refused(violation: Violation) -> ApiError {
    ApiError::refused(vec![violation])
}

/// The packages on offer with their prices, as the form's context.
fn on_offer(market: &Market, limits: Limits) -> PackagesContext {
    PackagesContext {
        balance: limits.available.into(),
        packages: market.offers(),
        currency: naira(),
        cap: limits.cap.map(Into::into),
    }
}

/// Validates a form with a package and returns the package's price.
fn package_price<F>(form: &F, market: &Market, limits: Limits) -> Result<Amount, ApiError>
where
    F: BillForm + Form<Context = PackagesContext>,
{
    judge(form, &on_offer(market, limits))?;
    let package = market.package(form.package().unwrap_or_default());
    let unknown = || refused(Violation::new("package", Code::NotOneOf));
    package.map(|package| package.amount).ok_or_else(unknown)
}

impl BillForm for Airtime {
    const BILL: Bill = Bill::Airtime;
    const KIND: Kind = Kind::Airtime;

    fn service(&self) -> &str {
        self.network.trim()
    }

    fn customer(&self) -> &str {
        self.phone.trim()
    }

    fn phone(&self) -> &str {
        self.phone.trim()
    }

    fn price(&self, _: &Market, decided: &Decided, limits: Limits) -> Result<Amount, ApiError> {
        let context = BalanceContext {
            balance: limits.available.into(),
            currency: naira(),
            cap: limits.cap.map(Into::into),
        };
        judge(self, &context)?;
        let amount = self.amount.amount("amount", Currency::Ngn);
        let amount = amount.map_err(refused)?;
        decided.accepted::<Self>(&amount, &context);
        Ok(amount)
    }
}

impl BillForm for Data {
    const BILL: Bill = Bill::Data;
    const KIND: Kind = Kind::Data;

    fn service(&self) -> &str {
        self.network.trim()
    }

    fn customer(&self) -> &str {
        self.phone.trim()
    }

    fn phone(&self) -> &str {
        self.phone.trim()
    }

    fn package(&self) -> Option<&str> {
        Some(&self.package)
    }

    fn price(&self, market: &Market, _: &Decided, limits: Limits) -> Result<Amount, ApiError> {
        package_price(self, market, limits)
    }
}

impl BillForm for Cable {
    const BILL: Bill = Bill::Cable;
    const KIND: Kind = Kind::Cable;

    fn service(&self) -> &str {
        self.service.trim()
    }

    fn customer(&self) -> &str {
        self.iuc.trim()
    }

    fn phone(&self) -> &str {
        self.phone.trim()
    }

    fn package(&self) -> Option<&str> {
        Some(&self.package)
    }

    fn price(&self, market: &Market, _: &Decided, limits: Limits) -> Result<Amount, ApiError> {
        package_price(self, market, limits)
    }
}

impl BillForm for Power {
    const BILL: Bill = Bill::Power;
    const KIND: Kind = Kind::Power;

    fn service(&self) -> &str {
        self.service.trim()
    }

    fn customer(&self) -> &str {
        self.meter.trim()
    }

    fn phone(&self) -> &str {
        self.phone.trim()
    }

    fn price(
        &self,
        market: &Market,
        decided: &Decided,
        limits: Limits,
    ) -> Result<Amount, ApiError> {
        let least = market.least(self.service());
        let minimum = least_for(least, limits.minimum);
        let context = PowerContext {
            balance: limits.available.into(),
            minimum: minimum.map(Into::into),
            currency: naira(),
            cap: limits.cap.map(Into::into),
        };
        judge(self, &context)?;
        market.known_service(self.service())?;
        let amount = self.amount.amount("amount", Currency::Ngn);
        let amount = amount.map_err(refused)?;
        decided.accepted::<Self>(&amount, &context);
        Ok(amount)
    }
}
