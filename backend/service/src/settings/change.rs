//! Changes that the operator makes to a brand: validated, with a message for each refused value, and stored.

use super::names;
use super::pictures::{self, Drawn, Kind};
use super::tenants::{self, Tenant};
use crate::app::AppState;
use domain_core::identity::Avatar;
use domain_core::identity::avatar::MOST_BYTES;
use domain_core::settings::branding::{LONGEST_BRAND_NAME_CHARS, is_brand_name};
use domain_core::settings::theme;
use domain_core::validation::{Form, NoContext};
use domain_core::wallet::served::Served;
use ground::db::DbError;
use ground::error::ApiError;
use ground::pictures::NOT_A_PICTURE;

/// Available on every host.
pub const PLAIN_LOGO: &str = "/icon.svg";

/// An image file.
#[derive(Debug, Clone)]
pub struct File {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The changes. `None` leaves a value as it is; a blank value removes it, and the product's default applies.
#[derive(Debug, Clone, Default)]
pub struct Change {
    pub name: Option<String>,
    pub domain: Option<String>,
    pub logo: Option<String>,
    pub logo_file: Option<File>,
    pub banner: Option<String>,
    pub banner_file: Option<File>,
    pub primary_text: Option<String>,
    pub secondary_text: Option<String>,
    pub primary_background: Option<String>,
    pub secondary_background: Option<String>,
    pub accent: Option<String>,
    /// Such as `NGN,USD`; blank: the default.
    pub currencies: Option<String>,
}

/// The reason that nothing was stored.
#[derive(Debug)]
pub enum Failed {
    /// The refusals, one per line.
    Refused(Vec<String>),
    Call(ApiError),
}

impl<E: Into<ApiError>> From<E> for Failed {
    fn from(error: E) -> Self {
        Self::Call(error.into())
    }
}

fn refused(line: impl Into<String>) -> Failed {
    Failed::Refused(vec![line.into()])
}

/// Adds a brand.
///
/// # Errors
/// The refused values, including an identifier that another brand has.
pub async fn add(app: &AppState, identifier: &str, change: Change) -> Result<Tenant, Failed> {
    let now_ms = app.clock.now_ms();
    let mut tenant = Tenant {
        id: app.random.id(now_ms),
        identifier: identifier.to_ascii_lowercase(),
        domain: None,
        name: String::new(),
        logo: PLAIN_LOGO.into(),
        banner: None,
        colours: tenants::Colours::default(),
        currencies: Served::default(),
    };
    let mut lines = Vec::new();
    if !names::is_subdomain(&app.config.own_domain, &tenant.identifier) {
        lines.push(format!(
            "IDENTIFIER: \"{identifier}\" cannot be a subdomain of {}: use letters, digits and hyphens, such as esusu; www and app are taken",
            app.config.own_domain
        ));
    }
    let named = Change {
        name: Some(change.name.clone().unwrap_or_default()),
        ..change
    };
    lines.extend(apply(&mut tenant, &named, &app.config.own_domain));
    let drawn = draw(app, &mut tenant, &named, &mut lines).await?;
    if !lines.is_empty() {
        return Err(Failed::Refused(lines));
    }
    let mut tx = app.db.begin().await?;
    let is_new = tenants::insert(&mut tx, &tenant, now_ms).await;
    if !is_new.map_err(|error| taken(error, &tenant))? {
        return Err(refused(format!(
            "IDENTIFIER: there is a brand {}; `backend tenant set` changes it",
            tenant.identifier
        )));
    }
    for picture in drawn {
        pictures::keep(&mut tx, &tenant.id, picture).await?;
    }
    tx.commit().await?;
    Ok(tenant)
}

/// Changes a brand.
///
/// # Errors
/// The refused values, including an unknown identifier.
pub async fn set(app: &AppState, identifier: &str, change: &Change) -> Result<Tenant, Failed> {
    set_from(app, &find(app, identifier).await?, change).await
}

/// Changes a brand that was read before.
///
/// # Errors
/// The refused values; another change since it was read.
pub async fn set_from(app: &AppState, before: &Tenant, change: &Change) -> Result<Tenant, Failed> {
    let mut tenant = before.clone();
    let mut lines = apply(&mut tenant, change, &app.config.own_domain);
    let drawn = draw(app, &mut tenant, change, &mut lines).await?;
    if !lines.is_empty() {
        return Err(Failed::Refused(lines));
    }
    let mut tx = app.db.begin().await?;
    // Compared again: another operator may have changed the brand, and the pictures were rendered for what was read.
    if !tenants::is_unchanged(&mut tx, before).await? {
        return Err(refused(
            "IDENTIFIER: somebody else has just changed the brand; please try again",
        ));
    }
    tenants::update(&mut tx, &tenant)
        .await
        .map_err(|error| taken(error, &tenant))?;
    for (kind, address) in [
        (Kind::Logo, Some(&tenant.logo)),
        (Kind::Banner, tenant.banner.as_ref()),
    ] {
        if !address.is_some_and(|address| pictures::is_imported(address)) {
            pictures::remove(&mut tx, &tenant.id, kind).await?;
        }
    }
    for picture in drawn {
        pictures::keep(&mut tx, &tenant.id, picture).await?;
    }
    tx.commit().await?;
    Ok(tenant)
}

/// The brand with an identifier.
///
/// # Errors
/// There is no such tenant.
pub async fn find(app: &AppState, identifier: &str) -> Result<Tenant, Failed> {
    let kind = domain_core::settings::branding::IdentifierType::Subdomain;
    let found = tenants::named(app, identifier, kind).await?;
    found.ok_or_else(|| {
        refused(format!(
            "IDENTIFIER: there is no brand {identifier}; `backend tenant list` shows those there are"
        ))
    })
}

fn taken(error: DbError, tenant: &Tenant) -> Failed {
    match (error, &tenant.domain) {
        (DbError::Duplicate, Some(domain)) => {
            refused(format!("--domain: another brand has {domain}"))
        }
        (error, _) => error.into(),
    }
}

/// Applies the change to the tenant; returns the refusals.
fn apply(tenant: &mut Tenant, change: &Change, own_domain: &str) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(name) = &change.name {
        tenant.name = name.trim().to_owned();
        if !is_brand_name(&tenant.name) {
            lines.push(format!(
                "--name: a name has 1 to {LONGEST_BRAND_NAME_CHARS} characters on one line, such as Esusu"
            ));
        }
    }
    if let Some(domain) = &change.domain {
        tenant.domain = present(domain).map(|domain| domain.to_ascii_lowercase());
        let wrong = tenant
            .domain
            .as_ref()
            .filter(|domain| !names::is_own_domain(own_domain, domain));
        lines.extend(wrong.map(|domain| {
            format!("--domain: \"{domain}\" is no domain of the brand's own: use one outside {own_domain}, without scheme and port, such as pay.example")
        }));
    }
    if let Some(logo) = &change.logo {
        tenant.logo = present(logo).unwrap_or_else(|| PLAIN_LOGO.into());
        lines.extend(not_ours("--logo", &tenant.logo));
    }
    if let Some(banner) = &change.banner {
        tenant.banner = present(banner);
        lines.extend(
            tenant
                .banner
                .iter()
                .filter_map(|banner| not_ours("--banner", banner)),
        );
    }
    for (given, colour) in [
        (&change.primary_text, &mut tenant.colours.primary_text),
        (&change.secondary_text, &mut tenant.colours.secondary_text),
        (
            &change.primary_background,
            &mut tenant.colours.primary_background,
        ),
        (
            &change.secondary_background,
            &mut tenant.colours.secondary_background,
        ),
        (&change.accent, &mut tenant.colours.accent),
    ] {
        if let Some(given) = given {
            *colour = present(given);
        }
    }
    if let Some(given) = &change.currencies {
        match present(given).map_or_else(|| Some(Served::default()), |given| Served::parse(&given))
        {
            Some(served) => tenant.currencies = served,
            None => lines.push(format!(
                "--currencies: \"{given}\" is not a list of NGN, USD and GBP, such as NGN,USD"
            )),
        }
    }
    if let Err(refusal) = theme(&tenant.colours.theme_input()) {
        lines.extend(refusal.violations.iter().map(|violation| {
            format!(
                "--{}: {}",
                violation.field.replace('_', "-"),
                violation.message
            )
        }));
    }
    lines
}

fn present(text: &str) -> Option<String> {
    Some(text.trim())
        .filter(|text| !text.is_empty())
        .map(String::from)
}

/// A violation for a picture on another host, which would learn who views the page and could change the image.
fn not_ours(argument: &str, address: &str) -> Option<String> {
    let usual = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte);
    let ours = address.starts_with('/')
        && !address.contains("//")
        && !address.contains("..")
        && address.bytes().all(usual);
    (!ours).then(|| {
        format!("{argument}: \"{address}\" is not on our own host: use a path such as /brands/esusu.svg, or import a file with {argument}-file")
    })
}

/// Renders new pictures, and the icons again if their background may have changed.
async fn draw(
    app: &AppState,
    tenant: &mut Tenant,
    change: &Change,
    lines: &mut Vec<String>,
) -> Result<Vec<Drawn>, Failed> {
    let mut all = Vec::new();
    let logo = match &change.logo_file {
        Some(file) => judged("--logo-file", file, lines),
        None if pictures::is_imported(&tenant.logo) => {
            pictures::kept(&mut *app.db.read().await?, &tenant.id, Kind::Logo).await?
        }
        None => None,
    };
    if let Some(bytes) = logo {
        match pictures::logo(bytes, tenant).await? {
            Some(drawn) => {
                if let Some(logo) = drawn.first() {
                    tenant.logo = logo.address();
                }
                all.extend(drawn);
            }
            None => lines.push(format!("--logo-file: {NOT_A_PICTURE}")),
        }
    }
    let banner = change
        .banner_file
        .as_ref()
        .and_then(|file| judged("--banner-file", file, lines));
    if let Some(bytes) = banner {
        match pictures::banner(bytes, tenant).await? {
            Some(drawn) => {
                tenant.banner = Some(drawn.address());
                all.push(drawn);
            }
            None => lines.push(format!("--banner-file: {NOT_A_PICTURE}")),
        }
    }
    Ok(all)
}

/// The file's bytes, if it meets the rules for pictures.
fn judged(argument: &str, file: &File, lines: &mut Vec<String>) -> Option<Vec<u8>> {
    let ending = file.name.rsplit('.').next().unwrap_or_default();
    let media_type = match ending.to_ascii_lowercase().as_str() {
        "jpg" => String::from("image/jpeg"),
        ending => ["image/", ending].concat(),
    };
    let form = Avatar {
        name: file.name.clone(),
        size: i64::try_from(file.bytes.len()).unwrap_or(i64::MAX),
        media_type,
    };
    let violations = form.violations(&NoContext {});
    match violations.first() {
        None => Some(file.bytes.clone()),
        Some(first) => {
            lines.push(format!(
                "{argument}: {} Use a JPEG, PNG or WebP of at most {} MB, such as logo.png.",
                first.message,
                MOST_BYTES / (1024 * 1024)
            ));
            None
        }
    }
}
