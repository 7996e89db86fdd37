//! Plans on offer: savings, loans, coin sets.

use super::Failure;
use super::cluster::failed;
use clap::{Args, Subcommand};
use domain_core::money::Currency;
use domain_core::plans::{Kind, Unit};
use plans::groups;
use plans::products::{self, Facts};
use service::app::AppState;

/// A plan and its brand.
#[derive(Args)]
pub struct Which {
    /// Your reference for the plan, also at the card company
    reference: String,
    /// The brand's identifier
    #[arg(long, default_value = "ajo")]
    tenant: String,
}

/// Details of a plan. Omitted ones stay unchanged; existing subscriptions keep their terms.
#[derive(Args)]
pub struct Given {
    /// Its display name
    #[arg(long)]
    name: Option<String>,
    /// The smallest amount, in the plan's base currency
    #[arg(long)]
    min_amount: Option<String>,
    /// The largest amount; '' for no limit
    #[arg(long)]
    max_amount: Option<String>,
    /// The number of instalments
    #[arg(long)]
    duration: Option<i64>,
    /// day, week or month
    #[arg(long)]
    duration_unit: Option<String>,
    /// Whether subscribers choose duration and unit, and leave without a penalty
    #[arg(long)]
    flexible: Option<bool>,
    /// Whether it is for groups; a loan: whether it is for cluster members only
    #[arg(long)]
    group: Option<bool>,
    /// The penalty for leaving early, in percent
    #[arg(long)]
    opt_out_penalty: Option<String>,
    /// A loan's interest, in percent
    #[arg(long)]
    take_profit: Option<String>,
    /// A loan's grace period
    #[arg(long)]
    wait: Option<i64>,
    /// day, week or month
    #[arg(long)]
    wait_unit: Option<String>,
    /// The fee for requesting a loan, in naira; '' for the default of 100
    #[arg(long)]
    request_fee: Option<String>,
    /// A year's return on savings, in percent; 0 for none
    #[arg(long)]
    return_rate: Option<String>,
    /// The currency in which savings are held, such as USD: payments are converted to it
    #[arg(long)]
    pot_currency: Option<Currency>,
    /// The charge for a late instalment of a loan, in percent of what is unpaid of it; 0 for none
    #[arg(long)]
    late_percent: Option<String>,
    /// The limit of all late charges, in percent of the loan
    #[arg(long)]
    late_ceiling: Option<String>,
    /// The days after the due date before a late instalment is charged
    #[arg(long)]
    late_after_days: Option<i64>,
    /// A risk label; repeat for several
    #[arg(long)]
    risk: Option<Vec<String>>,
    /// A coin of a set, such as Bitcoin:BTC:50; repeat for each
    #[arg(long)]
    coin: Option<Vec<String>>,
    /// A line of the description; repeat for each
    #[arg(long)]
    line: Option<Vec<String>>,
    /// A line of the instructions for buying; repeat for each
    #[arg(long)]
    how_to_buy: Option<Vec<String>>,
    /// Your name, for the audit log
    #[arg(long)]
    by: String,
}

#[derive(Subcommand)]
pub enum Command {
    /// Add a plan
    Add {
        #[command(flatten)]
        which: Which,
        /// savings, loan or coins
        #[arg(long)]
        kind: String,
        /// The currency of its limits
        #[arg(long, default_value = "NGN")]
        base_currency: String,
        #[command(flatten)]
        given: Box<Given>,
    },
    /// Change or reopen a plan: only the given details
    Set {
        #[command(flatten)]
        which: Which,
        #[command(flatten)]
        given: Box<Given>,
    },
    /// List the plans, including closed ones
    List {
        /// The brand's identifier
        #[arg(long, default_value = "ajo")]
        tenant: String,
    },
    /// Close a plan to new subscribers
    Close {
        #[command(flatten)]
        which: Which,
        /// Your name, for the audit log
        #[arg(long)]
        by: String,
    },
    /// End a group whose creator has left: every member is refunded in full
    EndGroup {
        /// The group's reference, or its code
        reference: String,
        /// The brand's identifier
        #[arg(long, default_value = "ajo")]
        tenant: String,
        /// Why, for the audit log
        #[arg(long)]
        why: String,
        /// Your name, for the audit log
        #[arg(long)]
        by: String,
    },
}

impl Command {
    pub const fn only_reads(&self) -> bool {
        matches!(self, Self::List { .. })
    }
}

impl Given {
    fn facts(self) -> (Facts, String) {
        let facts = Facts {
            name: self.name,
            min_amount: self.min_amount,
            max_amount: self.max_amount,
            duration: self.duration,
            duration_unit: self.duration_unit,
            is_flexible: self.flexible,
            is_group: self.group,
            opt_out_penalty: self.opt_out_penalty,
            take_profit: self.take_profit,
            wait: self.wait,
            wait_unit: self.wait_unit,
            request_fee: self.request_fee,
            return_rate: self.return_rate,
            pot_currency: self.pot_currency,
            late_percent: self.late_percent,
            late_ceiling: self.late_ceiling,
            late_after_days: self.late_after_days,
            risk_type: self.risk,
            coin_types: self.coin,
            description: self.line,
            how_to_buy: self.how_to_buy,
            is_active: Some(true),
        };
        (facts, self.by)
    }
}

/// Runs one of the commands.
pub async fn run(app: &AppState, command: Command) -> Result<(), Failure> {
    match command {
        Command::Add {
            which,
            kind,
            base_currency,
            given,
        } => {
            let kind = Kind::named(&kind).ok_or("--kind is savings, loan or coins")?;
            let currency: Currency = base_currency
                .parse()
                .map_err(|_| "--base-currency is no currency")?;
            let (facts, by) = given.facts();
            let (tenant, reference) = (&which.tenant, &which.reference);
            let added = products::add(app, tenant, reference, kind, currency, &facts, &by).await;
            println!("plan: {}", added.map_err(failed)?);
        }
        Command::Set { which, given } => {
            let (facts, by) = given.facts();
            let done = products::set(app, &which.tenant, &which.reference, &facts, &by).await;
            done.map_err(failed)?;
            println!("plan: changed");
        }
        Command::Close { which, by } => {
            let facts = Facts {
                is_active: Some(false),
                ..Facts::default()
            };
            let done = products::set(app, &which.tenant, &which.reference, &facts, &by).await;
            done.map_err(failed)?;
            println!("plan: closed");
        }
        Command::EndGroup {
            reference,
            tenant,
            why,
            by,
        } => {
            let ended = groups::operator::end(app, &tenant, &reference, &why, &by).await;
            ended.map_err(failed)?;
            println!("plan: the group is ended, and its members are refunded");
        }
        Command::List { tenant } => {
            let plans = products::list(app, &tenant).await.map_err(failed)?;
            for plan in &plans {
                let most = plan
                    .max_amount
                    .map(|most| ["-", &most.text()].concat())
                    .unwrap_or_default();
                println!(
                    "{} {} {}: {}, {} {}{most}, {} {}",
                    plan.reference,
                    plan.r#type,
                    if plan.is_active { "open" } else { "closed" },
                    plan.name,
                    plan.base_currency,
                    plan.min_amount.text(),
                    plan.duration,
                    Unit::as_str(plan.duration_unit),
                );
            }
            println!("plan: {} plans", plans.len());
        }
    }
    Ok(())
}
