//! Brands.

use super::Failure;
use clap::{Args, Subcommand};
use domain_core::identity::roles::{PERMISSIONS, is_role_name};
use domain_core::settings::theme;
use ground::error::ApiError;
use serde_json::json;
use service::access::{audit, roles};
use service::app::AppState;
use service::outbox::budget;
use service::settings::change::{self, Change, Failed, File};
use service::settings::icons;
use service::settings::tenants::{self, Tenant};
use std::path::{Path, PathBuf};

/// Appearance, domain and currencies of a brand. Omitted ones stay unchanged; empty ones are removed.
#[derive(Args)]
pub struct Looks {
    /// Its own domain, such as pay.example
    #[arg(long)]
    domain: Option<String>,
    /// The logo's path on this host, such as /brands/esusu.svg
    #[arg(long, conflicts_with = "logo_file")]
    logo: Option<String>,
    /// Import the logo and derive the app's icons from it: a JPEG, PNG or WebP
    #[arg(long)]
    logo_file: Option<PathBuf>,
    /// The banner's path on this host
    #[arg(long, conflicts_with = "banner_file")]
    banner: Option<String>,
    /// Import the banner: a JPEG, PNG or WebP, cropped to an aspect ratio of 2:1
    #[arg(long)]
    banner_file: Option<PathBuf>,
    /// Text: like every colour, as #rgb, #rrggbb or r,g,b
    #[arg(long)]
    primary_text: Option<String>,
    /// Secondary text
    #[arg(long)]
    secondary_text: Option<String>,
    /// Background of cards
    #[arg(long)]
    primary_background: Option<String>,
    /// Background of pages
    #[arg(long)]
    secondary_background: Option<String>,
    /// Background of buttons
    #[arg(long)]
    accent: Option<String>,
    /// The currencies that it serves, apart from coins, such as NGN,USD,GBP
    #[arg(long)]
    currencies: Option<String>,
}

#[derive(Subcommand)]
pub enum Command {
    /// Add a brand
    Add {
        /// Its subdomain
        identifier: String,
        /// Its display name
        #[arg(long)]
        name: String,
        #[command(flatten)]
        looks: Box<Looks>,
    },
    /// Change a brand: only the given details
    Set {
        identifier: String,
        /// Its display name
        #[arg(long)]
        name: Option<String>,
        #[command(flatten)]
        looks: Box<Looks>,
    },
    /// Show a brand, and its colours as they are displayed
    Show { identifier: String },
    /// List the brands
    List,
    /// Create a role of a brand, or change its permissions
    Role {
        identifier: String,
        /// The role's name
        name: String,
        /// A permission; repeat for several
        #[arg(long = "permission")]
        permissions: Vec<String>,
    },
    /// List the roles of a brand
    Roles { identifier: String },
    /// Set the brand's daily budget of notices by text message and WhatsApp; codes and emails are always sent
    Texts {
        identifier: String,
        #[arg(long)]
        a_day: u32,
        /// Your name, for the audit log
        #[arg(long)]
        by: String,
    },
}

impl Command {
    pub const fn only_reads(&self) -> bool {
        matches!(self, Self::Show { .. } | Self::List | Self::Roles { .. })
    }
}

pub async fn run(app: &AppState, command: Command) -> Result<(), Failure> {
    let tenant = match command {
        Command::Add {
            identifier,
            name,
            looks,
        } => change::add(app, &identifier, changed(Some(name), *looks)?).await,
        Command::Set {
            identifier,
            name,
            looks,
        } => change::set(app, &identifier, &changed(name, *looks)?).await,
        Command::Show { identifier } => change::find(app, &identifier).await,
        Command::List => return list(app).await,
        Command::Role {
            identifier,
            name,
            permissions,
        } => return role(app, &identifier, &name, &permissions).await,
        Command::Roles { identifier } => return list_roles(app, &identifier).await,
        Command::Texts {
            identifier,
            a_day,
            by,
        } => {
            let tenant = change::find(app, &identifier).await.map_err(failed)?;
            set_texts(app, &tenant, a_day, &by)
                .await
                .map_err(|error| error.code())?;
            return show(app, &tenant).await;
        }
    };
    show(app, &tenant.map_err(failed)?).await
}

async fn set_texts(app: &AppState, tenant: &Tenant, a_day: u32, by: &str) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    budget::set(&mut tx, &tenant.id, a_day, by, app.clock.now_ms()).await?;
    let detail = json!({ "tenant": tenant.id, "texts_a_day": a_day, "by": by });
    audit::append(&mut tx, app, audit::NOBODY, "text_budget_set", &detail).await?;
    Ok(tx.commit().await?)
}

fn failed(failed: Failed) -> Failure {
    match failed {
        Failed::Refused(lines) => lines.join("\nbackend: ").into(),
        Failed::Call(error) => error.code().into(),
    }
}

fn changed(name: Option<String>, looks: Looks) -> Result<Change, Failure> {
    Ok(Change {
        name,
        domain: looks.domain,
        logo: looks.logo,
        logo_file: file("--logo-file", looks.logo_file.as_deref())?,
        banner: looks.banner,
        banner_file: file("--banner-file", looks.banner_file.as_deref())?,
        primary_text: looks.primary_text,
        secondary_text: looks.secondary_text,
        primary_background: looks.primary_background,
        secondary_background: looks.secondary_background,
        accent: looks.accent,
        currencies: looks.currencies,
    })
}

fn file(argument: &str, path: Option<&Path>) -> Result<Option<File>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let bytes =
        std::fs::read(path).map_err(|error| format!("{argument}: {}: {error}", path.display()))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(Some(File {
        name: name.into_owned(),
        bytes,
    }))
}

async fn show(app: &AppState, tenant: &Tenant) -> Result<(), Failure> {
    let icons = icons::of(app, tenant).await.map_err(|error| error.code())?;
    let theme = theme(&tenant.colours.theme_input()).ok();
    let texts_a_day = budget::of(&mut *app.db.read().await?, &tenant.id).await?;
    let shown = json!({
        "id": tenant.id,
        "identifier": tenant.identifier,
        "domain": tenant.domain,
        "name": tenant.name,
        "logo": tenant.logo,
        "banner": tenant.banner,
        "icons": icons.in_manifest(),
        "colours": tenant.colours,
        "currencies": tenant.currencies.currencies(),
        // Pairs whose contrast was too low and has been repaired.
        "repaired": theme.map(|theme| theme.adjusted),
        "texts_a_day": texts_a_day,
    });
    println!("{}", serde_json::to_string_pretty(&shown)?);
    Ok(())
}

async fn list(app: &AppState) -> Result<(), Failure> {
    for tenant in tenants::all(&mut *app.db.read().await?).await? {
        println!(
            "{}\t{}\t{}\t{}",
            tenant.id,
            tenant.identifier,
            tenant.domain.unwrap_or_default(),
            tenant.name
        );
    }
    Ok(())
}

async fn role(
    app: &AppState,
    identifier: &str,
    name: &str,
    permissions: &[String],
) -> Result<(), Failure> {
    if !is_role_name(name) {
        return Err("NAME is up to 40 lower-case letters and hyphens, such as branch-agent".into());
    }
    let known = |given: &String| PERMISSIONS.into_iter().find(|known| known == given);
    let mut allowed = Vec::new();
    for given in permissions {
        let unknown = || {
            let all = PERMISSIONS.join(", ");
            format!("--permission: there is no {given}; there are: {all}")
        };
        allowed.push(known(given).ok_or_else(unknown)?);
    }
    let tenant = change::find(app, identifier).await.map_err(failed)?;
    roles::put(app, &tenant.id, name, &allowed)
        .await
        .map_err(|error| error.code())?;
    list_roles(app, identifier).await
}

async fn list_roles(app: &AppState, identifier: &str) -> Result<(), Failure> {
    let tenant = change::find(app, identifier).await.map_err(failed)?;
    let all = roles::all(app, &tenant.id).await;
    for role in all.map_err(|error| error.code())? {
        println!(
            "{}\t{}\t{}",
            role.name,
            role.carriers,
            role.permissions.join(" ")
        );
    }
    Ok(())
}
