//! Brands.

use super::Failure;
use crate::app::AppState;
use crate::db::DbError;
use crate::settings::tenants::{self, Colours, Tenant};
use clap::Subcommand;

#[derive(Subcommand)]
pub enum Command {
    /// Add a brand, or change the one with its identifier
    Add {
        /// The subdomain that it is found by
        identifier: String,
        /// Its name, as people read it
        #[arg(long)]
        name: String,
        /// A domain of its own
        #[arg(long)]
        domain: Option<String>,
        /// The logo's address
        #[arg(long, default_value = "/icon.svg")]
        logo: String,
        /// The accent colour: #rgb, #rrggbb or r,g,b
        #[arg(long)]
        accent: Option<String>,
    },
    /// List the brands
    List,
}

pub async fn run(app: &AppState, command: Command) -> Result<(), Failure> {
    match command {
        Command::Add {
            identifier,
            name,
            domain,
            logo,
            accent,
        } => {
            let now_ms = app.clock.now_ms();
            let colours = Colours {
                accent,
                ..Colours::default()
            };
            let tenant = Tenant {
                id: app.random.id(now_ms),
                identifier,
                domain,
                name,
                logo,
                banner: None,
                colours,
            };
            let mut tx = app.db.begin().await?;
            tenants::put(&mut tx, &tenant, now_ms)
                .await
                .map_err(|error| match error {
                    DbError::Duplicate => Failure::from("another brand has that domain"),
                    other => other.into(),
                })?;
            tx.commit().await?;
            println!(
                "tenant: {} is at its subdomain {}",
                tenant.name, tenant.identifier
            );
        }
        Command::List => {
            for tenant in tenants::all(&mut *app.db.read().await?).await? {
                println!(
                    "{}\t{}\t{}\t{}",
                    tenant.id,
                    tenant.identifier,
                    tenant.domain.unwrap_or_default(),
                    tenant.name
                );
            }
        }
    }
    Ok(())
}
