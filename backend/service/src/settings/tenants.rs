//! Tenants: each has its own name, colours and users.

use super::{names, tenant_ids};
use crate::app::AppState;
use crate::http::Client;
use domain_core::settings::ThemeInput;
use domain_core::settings::branding::IdentifierType;
use domain_core::wallet::served::Served;
use ground::db::{DbError, Tx, columns};
use ground::error::ApiError;
use serde::{Deserialize, Serialize};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use std::net::IpAddr;

/// A tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tenant {
    pub id: String,
    /// The subdomain.
    pub identifier: String,
    /// The brand's own domain.
    pub domain: Option<String>,
    pub name: String,
    pub logo: String,
    pub banner: Option<String>,
    pub colours: Colours,
    /// The currencies that it serves, apart from coins.
    pub currencies: Served,
}

/// A brand's colours as entered: `#rgb`, `#rrggbb` or `r,g,b`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Colours {
    pub primary_text: Option<String>,
    pub secondary_text: Option<String>,
    pub primary_background: Option<String>,
    pub secondary_background: Option<String>,
    pub accent: Option<String>,
}

impl Colours {
    /// As input for the branding rules.
    pub fn theme_input(&self) -> ThemeInput {
        let given = self.clone();
        ThemeInput {
            colours: domain_core::settings::Colours {
                primary_text: given.primary_text,
                secondary_text: given.secondary_text,
                primary_background: given.primary_background,
                secondary_background: given.secondary_background,
                accent: given.accent,
            },
        }
    }

    fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| String::from("{}"))
    }
}

/// The tenant of a call: the one named in `X-Business`, else the host's, else the default one.
///
/// # Errors
/// 404 if `X-Business` names none.
pub async fn of(app: &AppState, client: &Client) -> Result<Tenant, ApiError> {
    if let Some(id) = &client.business {
        let tenant = by_id(&mut *app.db.read().await?, id).await?;
        return tenant.ok_or_else(ApiError::not_found);
    }
    of_host(app, &client.host).await
}

/// The identifier of a call's tenant. It may be that of a second ago if another process has changed the tenants.
///
/// # Errors
/// 404 if `X-Business` names none.
pub async fn id_of(app: &AppState, client: &Client) -> Result<String, ApiError> {
    let place = match &client.business {
        Some(id) => ["id ", id].concat(),
        None => ["host ", &client.host].concat(),
    };
    if let Some(id) = app.tenant_ids.find(&place) {
        return Ok(id);
    }
    let changes = tenant_ids::changes();
    let tenant = of(app, client).await?;
    app.tenant_ids.keep(&place, &tenant.id, changes);
    Ok(tenant.id)
}

/// The tenant of a host name, or the default one.
///
/// # Errors
/// The database failed.
pub async fn of_host(app: &AppState, host: &str) -> Result<Tenant, ApiError> {
    let test_subdomain = app.config.test_subdomain.as_deref();
    let found = names::identified(&app.config.own_domain, test_subdomain, host);
    let query = match found.identifiertype {
        IdentifierType::Domain => sqlx::query(
            "SELECT * FROM tenants WHERE domain = $1 OR identifier = $2 \
             ORDER BY CASE WHEN domain = $1 THEN 0 ELSE 1 END LIMIT 1",
        ),
        IdentifierType::Subdomain => sqlx::query(
            "SELECT * FROM tenants WHERE identifier = $1 OR identifier = $2 \
             ORDER BY CASE WHEN identifier = $1 THEN 0 ELSE 1 END LIMIT 1",
        ),
    };
    let row = query
        .bind(found.identifier)
        .bind(names::DEFAULT)
        .fetch_optional(&mut *app.db.read().await?)
        .await?;
    let row = row.ok_or_else(|| ApiError::internal("the default tenant is missing"))?;
    Ok(tenant(&row)?)
}

/// The origin for links: the request's, if its host is ours or a tenant's domain; otherwise the configured one. A client
/// can send any `Host`, and a link to that host would look like one of ours.
///
/// # Errors
/// The database failed.
pub async fn origin(app: &AppState, client: &Client) -> Result<String, ApiError> {
    let host = client.host.as_str();
    let address = host.trim_start_matches('[').trim_end_matches(']');
    // A developer's own machine, by IP address.
    let is_loopback = address
        .parse::<IpAddr>()
        .is_ok_and(|address| address.is_loopback());
    let is_known = names::is_ours(&app.config.own_domain, host)
        || (is_loopback && !app.config.production())
        || named(app, host, IdentifierType::Domain).await?.is_some();
    Ok(if is_known {
        client.origin.clone()
    } else {
        app.config.origin.clone()
    })
}

/// The tenant with an identifier.
///
/// # Errors
/// The database failed.
pub async fn named(
    app: &AppState,
    identifier: &str,
    kind: IdentifierType,
) -> Result<Option<Tenant>, ApiError> {
    let mut connection = app.db.read().await?;
    let query = match kind {
        IdentifierType::Domain => sqlx::query("SELECT * FROM tenants WHERE domain = $1"),
        IdentifierType::Subdomain => sqlx::query("SELECT * FROM tenants WHERE identifier = $1"),
    };
    let row = query
        .bind(identifier.to_ascii_lowercase())
        .fetch_optional(&mut *connection)
        .await?;
    Ok(row.as_ref().map(tenant).transpose()?)
}

/// # Errors
/// The database failed.
pub async fn by_id(connection: &mut AnyConnection, id: &str) -> Result<Option<Tenant>, DbError> {
    let row = sqlx::query("SELECT * FROM tenants WHERE id = $1")
        .bind(id)
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(tenant).transpose()
}

/// The currencies that a tenant serves.
///
/// # Errors
/// The database failed.
pub async fn served(connection: &mut AnyConnection, id: &str) -> Result<Served, DbError> {
    let tenant = by_id(connection, id).await?;
    Ok(tenant.map(|tenant| tenant.currencies).unwrap_or_default())
}

/// All tenants, by identifier.
///
/// # Errors
/// The database failed.
pub async fn all(connection: &mut AnyConnection) -> Result<Vec<Tenant>, DbError> {
    let rows = sqlx::query("SELECT * FROM tenants ORDER BY identifier")
        .fetch_all(connection)
        .await?;
    rows.iter().map(tenant).collect()
}

/// Adds a tenant; false, without a change, if its identifier is taken.
///
/// # Errors
/// The database failed; [`DbError::Duplicate`] for a domain that is taken.
pub async fn insert(tx: &mut Tx, new: &Tenant, now_ms: i64) -> Result<bool, DbError> {
    tx.after_commit(tenant_ids::changed);
    let done = sqlx::query(
        "INSERT INTO tenants (id, identifier, domain, name, logo, banner, colours, created_at_ms, currencies) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (identifier) DO NOTHING",
    )
    .bind(new.id.as_str())
    .bind(new.identifier.to_ascii_lowercase())
    .bind(new.domain.as_deref().map(str::to_ascii_lowercase))
    .bind(new.name.as_str())
    .bind(new.logo.as_str())
    .bind(new.banner.as_deref())
    .bind(new.colours.to_json())
    .bind(now_ms)
    .bind(new.currencies.to_string())
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Whether a tenant is unchanged since it was read; if so, locks it until the transaction ends.
///
/// # Errors
/// The database failed.
pub async fn is_unchanged(tx: &mut Tx, before: &Tenant) -> Result<bool, DbError> {
    sqlx::query("UPDATE tenants SET name = name WHERE id = $1")
        .bind(before.id.as_str())
        .execute(tx.connection())
        .await?;
    let now = by_id(tx.connection(), &before.id).await?;
    Ok(now.as_ref() == Some(before))
}

/// Updates the tenant with an id. Its identifier never changes: it is part of the brand's public address.
///
/// # Errors
/// The database failed; [`DbError::Duplicate`] for a domain that is taken.
pub async fn update(tx: &mut Tx, given: &Tenant) -> Result<(), DbError> {
    tx.after_commit(tenant_ids::changed);
    sqlx::query(
        "UPDATE tenants SET domain = $2, name = $3, logo = $4, banner = $5, colours = $6, currencies = $7 WHERE id = $1",
    )
    .bind(given.id.as_str())
    .bind(given.domain.as_deref().map(str::to_ascii_lowercase))
    .bind(given.name.as_str())
    .bind(given.logo.as_str())
    .bind(given.banner.as_deref())
    .bind(given.colours.to_json())
    .bind(given.currencies.to_string())
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// The second demo tenant, with another name and colours, to show white-labelling.
pub fn demo() -> Tenant {
    let colour = |text: &str| Some(String::from(text));
    Tenant {
        id: String::from("0190c0de-0000-7000-8000-000000000002"),
        identifier: String::from("esusu"),
        domain: None,
        name: String::from("Esusu"),
        logo: String::from("/brands/esusu.svg"),
        banner: None,
        colours: Colours {
            primary_text: colour("#2a1a4a"),
            secondary_text: colour("#5b4d78"),
            primary_background: colour("255,255,255"),
            secondary_background: colour("#f6f2fc"),
            accent: colour("#6b2fb3"),
        },
        currencies: Served::default(),
    }
}

fn tenant(row: &AnyRow) -> Result<Tenant, DbError> {
    let colours: String = row.try_get("colours")?;
    let currencies: String = row.try_get("currencies")?;
    Ok(Tenant {
        id: row.try_get("id")?,
        identifier: row.try_get("identifier")?,
        domain: row.try_get("domain")?,
        name: row.try_get("name")?,
        logo: row.try_get("logo")?,
        banner: row.try_get("banner")?,
        colours: serde_json::from_str(&colours).unwrap_or_default(),
        currencies: Served::parse(&currencies).ok_or_else(|| columns::corrupt("currencies"))?,
    })
}
