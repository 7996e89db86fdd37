//! Work that waits for a brand's staff: loans to decide, conversations, address checks, reported messages, payments whose
//! outcome is unknown, and exchange rates that grow old. For metrics, for a command, and for an email each morning.

mod letter;
mod store;

pub use letter::tell_due;
pub use store::{Waiting, addresses};

use domain_core::identity::ForgotPassword;
use domain_core::settings::branding::IdentifierType;
use domain_core::validation::NoContext;
use ground::db::DbError;
use ground::error::{ApiError, ErrorCode};
use serde_json::json;
use service::access::audit;
use service::app::AppState;
use service::http::valid::judge;
use service::settings::tenants::{self, Tenant};
use sqlx::AnyConnection;

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;

/// Something that waits for staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Loans,
    Conversations,
    Addresses,
    Reports,
    Orders,
    Rates,
}

impl Kind {
    pub const ALL: [Self; 6] = [
        Self::Loans,
        Self::Conversations,
        Self::Addresses,
        Self::Reports,
        Self::Orders,
        Self::Rates,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Loans => "loans",
            Self::Conversations => "conversations",
            Self::Addresses => "addresses",
            Self::Reports => "reports",
            Self::Orders => "orders",
            Self::Rates => "rates",
        }
    }

    /// The time before it counts: a conversation may pause, a payment takes its time, and a rate is set daily.
    const fn patience_ms(self) -> i64 {
        match self {
            Self::Loans | Self::Addresses | Self::Reports => 0,
            Self::Conversations => HOUR_MS,
            Self::Orders => 30 * MINUTE_MS,
            Self::Rates => 18 * HOUR_MS,
        }
    }

    /// In words, and the command that shows them.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Loans => ("Loans to decide", "backend loan list"),
            Self::Conversations => (
                "Conversations unanswered for an hour",
                "backend support list",
            ),
            Self::Addresses => ("Addresses to check", "backend user show"),
            Self::Reports => ("Reported messages", "backend cluster list"),
            Self::Orders => (
                "Payments without an outcome for half an hour",
                "backend order list",
            ),
            Self::Rates => ("Exchange rates older than 18 hours", "backend rates show"),
        }
    }
}

/// Everything that waits for a brand's staff, or for that of all brands if `tenant_id` is blank. Payments and rates
/// belong to the installation.
///
/// # Errors
/// The database failed.
pub async fn waiting(
    connection: &mut AnyConnection,
    tenant_id: &str,
    now_ms: i64,
) -> Result<Vec<Waiting>, DbError> {
    let mut all = Vec::with_capacity(Kind::ALL.len());
    for kind in Kind::ALL {
        let before_ms = now_ms.saturating_sub(kind.patience_ms());
        all.push(store::waiting(connection, kind, tenant_id, before_ms).await?);
    }
    Ok(all)
}

async fn brand(app: &AppState, identifier: &str) -> Result<Tenant, ApiError> {
    let tenant = tenants::named(app, identifier, IdentifierType::Subdomain).await?;
    tenant.ok_or_else(|| ApiError::new(ErrorCode::NotFound, "there is no such brand"))
}

/// Waiting work, and the addresses that are told, for a command.
///
/// # Errors
/// 404 for an unknown brand.
pub async fn show(app: &AppState, tenant: &str) -> Result<(Vec<Waiting>, Vec<String>), ApiError> {
    let tenant = brand(app, tenant).await?;
    let mut connection = app.db.read().await?;
    let all = waiting(&mut connection, &tenant.id, app.clock.now_ms()).await?;
    let told = addresses(&mut connection, &tenant.id).await?;
    Ok((all, told))
}

/// Adds or removes an address of a brand's staff.
///
/// # Errors
/// 404 for an unknown brand; 422 for an invalid address.
pub async fn set_address(
    app: &AppState,
    tenant: &str,
    email: &str,
    is_told: bool,
    by: &str,
) -> Result<(), ApiError> {
    let tenant = brand(app, tenant).await?;
    let email = email.trim().to_lowercase();
    let form = ForgotPassword {
        email: email.clone(),
    };
    judge(&form, &NoContext {})?;
    let mut tx = app.db.begin().await?;
    store::set_address(&mut tx, &tenant.id, &email, is_told, app.clock.now_ms()).await?;
    let detail = json!({ "by": by, "tenant": tenant.identifier, "email": email, "told": is_told });
    audit::append(&mut tx, app, audit::NOBODY, "desk_address_set", &detail).await?;
    Ok(tx.commit().await?)
}
