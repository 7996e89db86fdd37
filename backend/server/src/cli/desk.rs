//! Work that waits for staff.

use super::Failure;
use super::cluster::failed;
use crate::desk;
use clap::{Args, Subcommand};
use ground::clock;
use service::app::AppState;

/// An address, and the operator.
#[derive(Args)]
pub struct Told {
    email: String,
    /// The brand's identifier
    #[arg(long, default_value = "ajo")]
    tenant: String,
    /// Your name, for the audit log
    #[arg(long)]
    by: String,
}

#[derive(Subcommand)]
pub enum Command {
    /// Show what waits, and who is told each morning
    Show {
        /// The brand's identifier
        #[arg(long, default_value = "ajo")]
        tenant: String,
    },
    /// Send an email with what waits to an address, every morning at eight
    Tell(Told),
    /// Stop sending it
    Untell(Told),
}

impl Command {
    pub const fn only_reads(&self) -> bool {
        matches!(self, Self::Show { .. })
    }
}

/// Runs one of the commands.
pub async fn run(app: &AppState, command: Command) -> Result<(), Failure> {
    let (told, is_told) = match command {
        Command::Show { tenant } => {
            let (waiting, addresses) = desk::show(app, &tenant).await.map_err(failed)?;
            for one in waiting {
                let since = one.oldest_at_ms.map(clock::rfc3339);
                let since = since.map(|since| [", the oldest since ", &since].concat());
                println!(
                    "{}: {}{}",
                    one.kind.as_str(),
                    one.count,
                    since.unwrap_or_default()
                );
            }
            println!("desk: told each morning: {}", addresses.join(", "));
            return Ok(());
        }
        Command::Tell(told) => (told, true),
        Command::Untell(told) => (told, false),
    };
    let set = desk::set_address(app, &told.tenant, &told.email, is_told, &told.by).await;
    set.map_err(failed)?;
    println!("desk: changed");
    Ok(())
}
