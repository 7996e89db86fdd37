//! Money that providers took back after confirming it.

use super::Failure;
use super::cluster::failed;
use clap::{Args, Subcommand};
use domain_core::money::{Amount, Currency};
use ground::clock;
use service::app::AppState;
use wallet::reversals::{self, Reversal};

/// The credit, the amount, the operator and the reason.
#[derive(Args)]
pub struct Act {
    /// The user's identifier, as `user show` prints it
    #[arg(long)]
    user: String,
    /// The reference of the credit on the user's statement
    reference: String,
    /// The total that was taken back, charges included, such as 2050.00
    amount: String,
    #[arg(long, default_value = "NGN")]
    currency: Currency,
    /// Your name, for the audit log
    #[arg(long)]
    by: String,
    /// The reason, for the audit log: what the provider's records show
    #[arg(long)]
    why: String,
}

#[derive(Subcommand)]
pub enum Command {
    /// List outstanding debts from reversals, oldest first
    List,
    /// Book a reversal by a provider: the wallet pays what it can and owes the rest
    Book {
        #[command(flatten)]
        act: Act,
    },
}

impl Command {
    pub const fn only_reads(&self) -> bool {
        matches!(self, Self::List)
    }
}

/// Runs one of the commands.
pub async fn run(app: &AppState, command: Command) -> Result<(), Failure> {
    match command {
        Command::List => {
            let mut connection = app.db.read().await?;
            let debts = reversals::debts(&mut connection).await?;
            for one in &debts {
                println!(
                    "{} {} {} of {}, since {}, for {}",
                    one.reference,
                    one.left.currency(),
                    one.left,
                    one.user_id,
                    clock::rfc3339(one.created_at_ms),
                    one.original,
                );
            }
            println!("debts: {}", debts.len());
        }
        Command::Book { act } => {
            let amount = Amount::parse(&act.amount, act.currency);
            let total = amount.map_err(|_| format!("{} is not an amount", act.amount))?;
            if act.by.trim().is_empty() || act.why.trim().is_empty() {
                return Err("say who decides, and why".into());
            }
            let reversal = Reversal {
                user_id: &act.user,
                original: &act.reference,
                total,
                by: &act.by,
                why: &act.why,
            };
            match reversals::book(app, reversal).await.map_err(failed)? {
                true => println!("reversal: {} of {} is booked", act.amount, act.reference),
                false => println!("reversal: already booked"),
            }
        }
    }
    Ok(())
}
