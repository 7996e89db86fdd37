//! Loans: pending decisions, limits, and bad loans.

use super::Failure;
use super::cluster::failed;
use clap::{Args, Subcommand};
use domain_core::identity::place::in_words;
use domain_core::status::Status;
use ground::clock;
use plans::loans::operator::{self, NewPolicy};
use service::app::AppState;

/// The loan and the operator.
#[derive(Args)]
pub struct Act {
    /// The loan's reference, as `list` prints it
    reference: String,
    /// The brand's identifier
    #[arg(long, default_value = "ajo")]
    tenant: String,
    /// Your name, for the audit log
    #[arg(long)]
    by: String,
}

/// Terms for lending.
#[derive(Args)]
pub struct PolicyTerms {
    /// The brand's identifier
    #[arg(long, default_value = "ajo")]
    tenant: String,
    /// The largest debt of one person, in naira
    #[arg(long)]
    person: Option<String>,
    /// The largest debt of all borrowers together, in naira
    #[arg(long)]
    lending: Option<String>,
    /// The limit of a first loan, in naira; above a borrower's own limit a person decides
    #[arg(long)]
    first: Option<String>,
    /// A loan repaid on time raises the limit to this percentage of it
    #[arg(long)]
    growth: Option<u32>,
    /// A grown limit is at most this percentage of the money received within 90 days
    #[arg(long)]
    income: Option<u32>,
    /// The age of an account, in days, from which its limit grows
    #[arg(long)]
    age: Option<u32>,
    /// The days that a loan has to run before its repayment raises the limit
    #[arg(long)]
    held: Option<u32>,
    /// The days after a refusal in which the answers to the loan questions stay
    #[arg(long)]
    pause: Option<u32>,
    /// Your name, for the audit log
    #[arg(long)]
    by: String,
}

#[derive(Subcommand)]
pub enum Command {
    /// List loans: by default those awaiting a decision
    List {
        /// The brand's identifier
        #[arg(long, default_value = "ajo")]
        tenant: String,
        /// Another state: PENDING, ACTIVE, BAD, …
        #[arg(long, default_value = "INITIATED")]
        status: String,
    },
    /// Approve a loan and pay it out
    Approve {
        #[command(flatten)]
        act: Act,
    },
    /// Decline a loan; the request fee is refunded
    Decline {
        #[command(flatten)]
        act: Act,
        /// The reason, as shown to the borrower
        #[arg(long)]
        why: String,
    },
    /// Write off a loan that has been overdue for 90 days
    Bad {
        #[command(flatten)]
        act: Act,
    },
    /// Set the terms for lending; those that are left out stay
    Policy(PolicyTerms),
}

impl Command {
    pub const fn only_reads(&self) -> bool {
        matches!(self, Self::List { .. })
    }
}

/// Runs one of the commands.
pub async fn run(app: &AppState, command: Command) -> Result<(), Failure> {
    match command {
        Command::List { tenant, status } => {
            let state = Status::named(&status.to_ascii_uppercase());
            let state = state.ok_or("there is no such state")?;
            let found = operator::list(app, &tenant, state).await.map_err(failed)?;
            for one in &found {
                println!(
                    "{} {} {} {} <{}> for {:?}, since {}{}{}{}",
                    one.reference,
                    one.status,
                    one.amount,
                    one.name,
                    one.email,
                    one.purpose,
                    clock::rfc3339(one.created_at_ms),
                    one.cluster
                        .as_deref()
                        .map(|name| format!(", cluster {name}"))
                        .unwrap_or_default(),
                    one.country
                        .map(|country| in_words(country, one.state.as_deref()))
                        .map(|place| format!(", from {place}"))
                        .unwrap_or_default(),
                    one.due_on
                        .as_deref()
                        .map(|day| format!(", due {day}"))
                        .unwrap_or_default(),
                );
                if let Some(decision) = &one.decision {
                    println!("  {decision}");
                }
            }
            println!("loans: {}", found.len());
        }
        Command::Approve { act } => {
            operator::approve(app, &act.tenant, &act.reference, &act.by)
                .await
                .map_err(failed)?;
            println!("loan: {} is paid out", act.reference);
        }
        Command::Decline { act, why } => {
            let declined = operator::decline(app, &act.tenant, &act.reference, &why, &act.by).await;
            declined.map_err(failed)?;
            println!("loan: {} is declined", act.reference);
        }
        Command::Bad { act } => {
            operator::bad(app, &act.tenant, &act.reference, &act.by)
                .await
                .map_err(failed)?;
            println!("loan: {} is bad", act.reference);
        }
        Command::Policy(terms) => {
            let new = NewPolicy {
                person: terms.person.as_deref(),
                lending: terms.lending.as_deref(),
                first: terms.first.as_deref(),
                growth_percent: terms.growth,
                income_percent: terms.income,
                least_age_days: terms.age,
                least_held_days: terms.held,
                pause_days: terms.pause,
            };
            let policy = operator::set_policy(app, &terms.tenant, &new, &terms.by).await;
            let policy = policy.map_err(failed)?;
            println!(
                "loan: {} to one person, {} altogether, {} for a first loan",
                policy.person_limit, policy.lending_limit, policy.first_limit
            );
            println!(
                "loan: a limit grows to {} % of a loan that ran for {} days and was repaid on time, at most to {} % of the money \
                 received within 90 days, for an account of {} days; answers stay for {} days after a refusal",
                policy.growth_percent,
                policy.least_held_days,
                policy.income_percent,
                policy.least_age_days,
                policy.pause_days
            );
        }
    }
    Ok(())
}
