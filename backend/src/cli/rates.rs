//! Exchange rates.

use super::Failure;
use crate::app::AppState;
use crate::payment::rates;
use clap::Subcommand;
use domain_core::calendar::Instant;
use domain_core::money::{Currency, Rate};

#[derive(Subcommand)]
pub enum Command {
    /// List the rates and when they were set
    List,
    /// Set a currency's rates, in units for one US dollar; it is written into the audit log
    Set {
        /// NGN, USD, GBP, BTC, ETH or USDT
        #[arg(value_parser = currency)]
        currency: Currency,
        /// What a customer pays for one dollar
        #[arg(long, value_parser = rate)]
        sell: Rate,
        /// What a customer gets for one dollar
        #[arg(long, value_parser = rate)]
        buy: Rate,
        /// Since when it holds, such as 2026-11-22T14:05:00+01:00; now, unless given
        #[arg(long, value_parser = instant)]
        at: Option<Instant>,
    },
}

impl Command {
    pub const fn only_reads(&self) -> bool {
        matches!(self, Self::List)
    }
}

pub async fn run(app: &AppState, command: Command) -> Result<(), Failure> {
    if let Command::Set {
        currency,
        sell,
        buy,
        at,
    } = command
    {
        let now = Instant(app.clock.now_ms());
        let at = at.unwrap_or(now);
        if at > now {
            return Err("--at is in the future".into());
        }
        let set = rates::set(app, currency, sell, buy, at).await;
        if !set.map_err(|error| error.code())? {
            return Err(format!("{currency} has a rate that was set after {}", at.text()).into());
        }
    }
    for one in rates::listed(&mut *app.db.read().await?).await? {
        let set_at = one
            .set_at
            .map_or_else(|| String::from("a sample, never set"), Instant::text);
        println!("{}\t{}\t{}\t{set_at}", one.currency, one.sell, one.buy);
    }
    Ok(())
}

fn currency(text: &str) -> Result<Currency, String> {
    Currency::named(text).ok_or_else(|| String::from("not one of NGN, USD, GBP, BTC, ETH, USDT"))
}

fn rate(text: &str) -> Result<Rate, String> {
    Rate::parse(text).ok_or_else(|| String::from("not a decimal above zero"))
}

fn instant(text: &str) -> Result<Instant, String> {
    Instant::parse(text).ok_or_else(|| String::from("not an instant such as 2026-11-22T14:05:00Z"))
}
