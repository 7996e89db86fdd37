//! The provider's catalogue. It is read before a payment's transaction, which must not wait for a provider.

use domain_core::bills::{self, Bill};
use domain_core::money::Amount;
use domain_core::validation::{Code, Violation};
use ground::error::ApiError;
use providers::bills::{BillsError, Package, PowerService};
use serde::Serialize;
use service::app::AppState;
use utoipa::ToSchema;

const SILENT: &str = "The provider did not answer. Please try again.";

/// A package on offer.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PackageEntry {
    pub code: String,
    #[schema(value_type = String, example = "1500.00")]
    pub amount: Amount,
    /// Price and name, such as `NGN 1500.00 for 1.5 GB, 30 days`.
    pub description: String,
    /// The text after `for`.
    pub name: String,
}

/// A distributor of electricity.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ServiceEntry {
    pub code: String,
    pub description: String,
    /// The minimum amount, if one applies to all meters.
    #[schema(required, value_type = Option<String>, example = "500.00")]
    pub min: Option<Amount>,
}

/// The part of the provider's catalogue that a purchase needs.
#[derive(Debug, Clone, Default)]
pub struct Market {
    packages: Vec<Package>,
    services: Vec<PowerService>,
}

impl Market {
    /// Reads the packages or services that the form chooses from; empty for a service that the form refuses.
    ///
    /// # Errors
    /// The reason why the catalogue is unavailable.
    pub async fn of(app: &AppState, kind: Bill, service: &str) -> Result<Self, &'static str> {
        if !app.ports.bills.is_open() {
            return Err("Bills cannot be paid here yet.");
        }
        let mut market = Self::default();
        match kind {
            Bill::Airtime => {}
            Bill::Data | Bill::Cable => match offered(app, kind, service).await {
                Ok(packages) => market.packages = packages,
                Err(BillsError::NotFound) => {}
                Err(BillsError::Unavailable) => return Err(SILENT),
            },
            Bill::Power => {
                let services = app.ports.bills.services().await;
                market.services = services.map_err(|_| SILENT)?;
            }
        }
        Ok(market)
    }

    /// The packages in the form's context.
    pub fn offers(&self) -> Vec<bills::Package> {
        let offer = |package: &Package| bills::Package {
            code: package.code.clone(),
            amount: package.amount.into(),
        };
        self.packages.iter().map(offer).collect()
    }

    pub fn package(&self, code: &str) -> Option<&Package> {
        self.packages.iter().find(|package| package.code == code)
    }

    fn service(&self, code: &str) -> Option<&PowerService> {
        self.services.iter().find(|service| service.code == code)
    }

    /// The minimum amount of a distributor.
    pub fn least(&self, service: &str) -> Option<Amount> {
        self.service(service)?.minimum
    }

    /// # Errors
    /// 422 if the provider does not know the distributor.
    pub fn known_service(&self, code: &str) -> Result<&PowerService, ApiError> {
        let unknown = || ApiError::refused(vec![Violation::new("service", Code::NotOneOf)]);
        self.service(code).ok_or_else(unknown)
    }

    /// The service's name for users.
    pub fn service_name(&self, kind: Bill, service: &str) -> String {
        match kind {
            Bill::Airtime | Bill::Data => service.to_uppercase(),
            Bill::Cable => service.to_owned(),
            Bill::Power => {
                let known = self.service(service);
                known.map_or_else(|| service.to_owned(), |known| known.name.clone())
            }
        }
    }
}

async fn offered(app: &AppState, kind: Bill, service: &str) -> Result<Vec<Package>, BillsError> {
    app.ports.bills.packages(kind, service).await
}

/// Returns the packages of a network or a cable service.
///
/// # Errors
/// 404 for an unknown name; 503 if the provider does not respond.
pub async fn packages(
    app: &AppState,
    kind: Bill,
    service: &str,
) -> Result<Vec<PackageEntry>, ApiError> {
    let packages = offered(app, kind, service).await.map_err(unanswered)?;
    let entry = |package: Package| PackageEntry {
        code: package.code,
        amount: package.amount,
        description: format!(
            "{} {} for {}",
            package.amount.currency(),
            package.amount,
            package.name
        ),
        name: package.name,
    };
    Ok(packages.into_iter().map(entry).collect())
}

/// Returns the distributors of electricity.
///
/// # Errors
/// 503 if the provider does not respond.
pub async fn services(app: &AppState) -> Result<Vec<ServiceEntry>, ApiError> {
    let services = app.ports.bills.services().await.map_err(unanswered)?;
    let entry = |service: PowerService| ServiceEntry {
        code: service.code,
        description: service.name,
        min: service.minimum,
    };
    Ok(services.into_iter().map(entry).collect())
}

/// The minimum amount of a distributor, if it is known and has one.
pub async fn least(app: &AppState, service: &str) -> Option<Amount> {
    let services = app.ports.bills.services().await.ok()?;
    let known = services.iter().find(|known| known.code == service.trim());
    known?.minimum
}

pub fn unanswered(error: BillsError) -> ApiError {
    match error {
        BillsError::NotFound => ApiError::not_found(),
        BillsError::Unavailable => ApiError::unavailable_saying(SILENT),
    }
}
