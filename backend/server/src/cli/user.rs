//! Users, as the operator sees and helps them.

use super::Failure;
use crate::account::closing;
use clap::{Args, Subcommand};
use domain_core::money::Currency;
use ground::error::ApiError;
use identity::operator::{self, Case};
use service::access::roles;
use service::app::AppState;

/// The user concerned.
#[derive(Args)]
pub struct Who {
    /// An email address or user identifier
    who: String,
    /// The brand's identifier
    #[arg(long, default_value = "ajo")]
    tenant: String,
}

impl Who {
    pub fn who(&self) -> &str {
        &self.who
    }

    pub fn tenant(&self) -> &str {
        &self.tenant
    }
}

/// A user, and the operator who changes something.
#[derive(Args)]
pub struct Act {
    #[command(flatten)]
    of: Who,
    /// Your name, for the audit log
    #[arg(long)]
    by: String,
}

impl Act {
    pub fn of(&self) -> &Who {
        &self.of
    }

    pub fn by(&self) -> &str {
        &self.by
    }
}

#[derive(Subcommand)]
pub enum Command {
    /// Show a user's account and recent history
    Show(Who),
    /// Reset failed sign-ins and PIN entries
    Unlock(Act),
    /// Confirm that the user lives at the address in the profile
    VerifyAddress(Act),
    /// Block outgoing payments
    Restrict {
        #[command(flatten)]
        act: Act,
        /// Lift the block
        #[arg(long)]
        lift: bool,
    },
    /// Assign a role
    GiveRole {
        #[command(flatten)]
        act: Act,
        /// The role's name
        role: String,
        /// Remove it instead
        #[arg(long)]
        take_away: bool,
    },
    /// Set the email address of a user without one
    SetEmail {
        #[command(flatten)]
        act: Act,
        email: String,
    },
    /// Close an account on its owner's request
    Close(Act),
    /// Reopen a closed account
    Reopen(Act),
    /// Remove a PIN, so that the user sets a new one
    ResetPin {
        #[command(flatten)]
        act: Act,
        #[arg(long, default_value = "NGN")]
        currency: String,
    },
}

pub fn failed(error: ApiError) -> Failure {
    match error.code() {
        "not_found" => "there is no such user".into(),
        "refused" | "no_channel" | "has_address" | "address_taken" | "address_missing"
        | "account_not_empty" => error.message().into(),
        code => code.into(),
    }
}

async fn case<'a>(app: &AppState, act: &'a Act) -> Result<Case<'a>, Failure> {
    let user = operator::find(app, &act.of.tenant, &act.of.who).await;
    Ok(Case {
        user: user.map_err(failed)?,
        by: &act.by,
    })
}

impl Command {
    pub const fn only_reads(&self) -> bool {
        matches!(self, Self::Show(_))
    }
}

pub async fn run(app: &AppState, command: Command) -> Result<(), Failure> {
    let done = match command {
        Command::Show(of) => {
            let user = operator::find(app, &of.tenant, &of.who)
                .await
                .map_err(failed)?;
            let shown = operator::show(app, &user).await.map_err(failed)?;
            println!("{}", serde_json::to_string_pretty(&shown)?);
            return Ok(());
        }
        Command::Unlock(act) => {
            operator::unlock(app, &case(app, &act).await?)
                .await
                .map_err(failed)?;
            "failed attempts are reset"
        }
        Command::VerifyAddress(act) => {
            operator::verify_address(app, &case(app, &act).await?)
                .await
                .map_err(failed)?;
            "the address is verified"
        }
        Command::Restrict { act, lift } => {
            operator::restrict(app, &case(app, &act).await?, !lift)
                .await
                .map_err(failed)?;
            if lift {
                "outgoing payments are allowed again"
            } else {
                "outgoing payments are blocked"
            }
        }
        Command::GiveRole {
            act,
            role,
            take_away,
        } => {
            let case = case(app, &act).await?;
            roles::give(app, &case.user, &role, take_away, case.by)
                .await
                .map_err(failed)?;
            if take_away {
                "the role is removed"
            } else {
                "the role is assigned"
            }
        }
        Command::SetEmail { act, email } => {
            operator::set_email(app, &case(app, &act).await?, &email)
                .await
                .map_err(failed)?;
            "the address is set, and the user is notified; they set a password with a code sent to it"
        }
        Command::Close(act) => {
            let case = case(app, &act).await?;
            closing::close_for(app, &case.user, case.by)
                .await
                .map_err(failed)?;
            "the account is closed, and its owner is notified"
        }
        Command::Reopen(act) => {
            let case = case(app, &act).await?;
            closing::reopen(app, &case.user, case.by)
                .await
                .map_err(failed)?;
            "the account is open again, and its owner is notified"
        }
        Command::ResetPin { act, currency } => {
            let currency: Currency = currency.parse().map_err(|_| "there is no such currency")?;
            operator::reset_pin(app, &case(app, &act).await?, currency)
                .await
                .map_err(failed)?;
            "the PIN is removed; the user sets a new one"
        }
    };
    println!("user: {done}");
    Ok(())
}
