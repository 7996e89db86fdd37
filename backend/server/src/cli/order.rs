//! Provider orders with an unknown outcome.

use super::Failure;
use super::cluster::failed;
use clap::{Args, Subcommand};
use ground::clock;
use money::orders::operator::{self, ByHand};
use money::orders::seal;
use service::app::AppState;
use wallet::returned;

/// The order, the operator and the reason.
#[derive(Args)]
pub struct Act {
    /// The order's reference, as `list` prints it
    reference: String,
    /// Your name, for the audit log
    #[arg(long)]
    by: String,
    /// The reason, for the audit log: what the provider's records show
    #[arg(long)]
    why: String,
}

#[derive(Subcommand)]
pub enum Command {
    /// List the orders with an unknown outcome, oldest first
    List,
    /// The provider has executed it: the payment succeeds
    Settle {
        #[command(flatten)]
        act: Act,
    },
    /// The provider has not executed it, and never will: refund it
    Refuse {
        #[command(flatten)]
        act: Act,
    },
    /// The provider has executed it, and the money has come back since: refund it with the fee
    Return {
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
            let open = operator::list(app).await.map_err(failed)?;
            for one in &open {
                let details = match seal::stands(&app.config.keys, one)? {
                    true => one.payload.to_string(),
                    false => String::from("(its details were changed by hand)"),
                };
                println!(
                    "{} {} {} {} of {}, since {} {details}",
                    one.reference,
                    one.kind.as_str(),
                    one.amount.currency(),
                    one.amount,
                    one.user_id,
                    clock::rfc3339(one.created_at_ms),
                );
            }
            println!("orders: {}", open.len());
        }
        Command::Settle { act } => {
            let by_hand = ByHand {
                by: &act.by,
                why: &act.why,
            };
            let done = operator::paid(app, &act.reference, by_hand).await;
            done.map_err(failed)?;
            println!("order: {} is settled", act.reference);
        }
        Command::Refuse { act } => {
            let by_hand = ByHand {
                by: &act.by,
                why: &act.why,
            };
            let done = operator::refused(app, &act.reference, by_hand).await;
            done.map_err(failed)?;
            println!("order: {} is refused and refunded", act.reference);
        }
        Command::Return { act } => {
            let by_hand = ByHand {
                by: &act.by,
                why: &act.why,
            };
            let done = returned::give_back(app, &act.reference, Some(&by_hand)).await;
            match done.map_err(failed)? {
                true => println!(
                    "order: {} came back and is refunded to the wallet",
                    act.reference
                ),
                false => println!("order: {} had already been refunded", act.reference),
            }
        }
    }
    Ok(())
}
