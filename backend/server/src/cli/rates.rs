//! Exchange rates.

use super::Failure;
use clap::Subcommand;
use domain_core::calendar::Instant;
use domain_core::money::{Currency, Percent, Rate};
use domain_core::settings::branding::IdentifierType;
use ground::error::ApiError;
use money::rate_policy::{self, Change};
use money::rates;
use service::app::AppState;
use service::settings::tenants;
use std::path::{Path, PathBuf};
use wallet::coins::rates as coin_rates;
use wallet::exchange::feed;

#[derive(Subcommand)]
pub enum Command {
    /// Show the rates and when they were set
    #[command(alias = "list")]
    Show,
    /// Set a currency's rates, in units for one US dollar; logged in the audit log
    Set {
        /// NGN, USD, GBP, BTC, ETH or USDT
        #[arg(value_parser = currency)]
        currency: Currency,
        /// The customer's price for one dollar
        #[arg(long, value_parser = rate)]
        sell: Rate,
        /// The customer's proceeds for one dollar
        #[arg(long, value_parser = rate)]
        buy: Rate,
        /// The instant from which it holds, such as 2026-11-22T14:05:00+01:00; by default now
        #[arg(long, value_parser = instant)]
        at: Option<Instant>,
    },
    /// Set the rate of naira or pounds that the market has told and that waits for a person
    Release {
        /// NGN or GBP
        #[arg(value_parser = currency)]
        currency: Currency,
        /// Your name, for the audit log
        #[arg(long)]
        by: String,
    },
    /// Import rates from a file, or from the market; each is logged in the audit log
    Import {
        /// Lines of currency, sell rate, buy rate and optionally the instant from which they hold:
        /// NGN,1500,1480,2026-11-22T14:05:00Z
        #[arg(required_unless_present = "market", conflicts_with = "market")]
        file: Option<PathBuf>,
        /// Import from market prices
        #[arg(long)]
        market: bool,
        /// The spread on either side of the market price, in percent
        #[arg(long, value_parser = percent, default_value = "1", requires = "market")]
        spread: Percent,
    },
    /// Set how long a brand uses a rate, when its rates are set, its spreads, and the fee of its exchange
    Policy {
        /// The brand's identifier
        brand: String,
        /// The age in hours after which a rate is no longer used
        #[arg(long, value_parser = clap::value_parser!(i64).range(1..=8760))]
        hours: Option<i64>,
        /// The spread on coin sales, in percent
        #[arg(long, value_parser = percent)]
        spread: Option<Percent>,
        /// The spread on conversions between wallets, in percent
        #[arg(long, value_parser = percent)]
        exchange_spread: Option<Percent>,
        /// The hour in Lagos at which the brand's rates are set each day, told while a rate is too old
        #[arg(long, value_parser = clap::value_parser!(i64).range(0..=23))]
        set_hour: Option<i64>,
        /// The largest change of a rate of money from the market that needs no person, in percent
        #[arg(long, value_parser = percent)]
        jump: Option<Percent>,
        /// The exchange's share of each trade, in percent: part of what a coin set is worth
        #[arg(long, value_parser = percent)]
        exchange_fee: Option<Percent>,
    },
}

impl Command {
    pub const fn only_reads(&self) -> bool {
        matches!(self, Self::Show)
    }
}

pub async fn run(app: &AppState, command: Command) -> Result<(), Failure> {
    match command {
        Command::Show => {}
        Command::Set {
            currency,
            sell,
            buy,
            at,
        } => set(app, currency, sell, buy, at).await?,
        Command::Import {
            file: Some(file), ..
        } => import(app, &file).await?,
        Command::Import { spread, .. } => {
            let said = |error: ApiError| error.message().to_owned();
            let coins = coin_rates::take(app, spread).await.map_err(said)?;
            let money = feed::take(app, spread).await.map_err(said)?;
            eprintln!("rates: {} taken from the market", coins + money);
        }
        Command::Release { currency, by } => {
            let released = rates::release(app, currency, &by).await;
            if !released.map_err(|error| error.code())? {
                return Err(format!("no rate of {currency} waits for a person").into());
            }
        }
        Command::Policy {
            brand,
            hours,
            spread,
            exchange_spread,
            set_hour,
            jump,
            exchange_fee,
        } => {
            let change = Change {
                valid_hours: hours,
                coin_spread: spread,
                exchange_spread,
                set_hour,
                jump_percent: jump,
                exchange_fee,
            };
            return policy(app, &brand, change).await;
        }
    }
    for one in rates::listed(&mut *app.db.read().await?).await? {
        let set_at = one
            .set_at
            .map_or_else(|| String::from("a sample, never set"), Instant::text);
        let jump = one.jump.map_or_else(String::new, |jump| {
            format!("\tunconfirmed: {} of {}", jump.rate, jump.at.text())
        });
        println!(
            "{}\t{}\t{}\t{set_at}{jump}",
            one.currency, one.sell, one.buy
        );
    }
    Ok(())
}

async fn set(
    app: &AppState,
    currency: Currency,
    sell: Rate,
    buy: Rate,
    at: Option<Instant>,
) -> Result<(), Failure> {
    let now = Instant(app.clock.now_ms());
    let at = at.unwrap_or(now);
    if at > now {
        return Err("--at is in the future".into());
    }
    let set = rates::set(app, currency, sell, buy, at).await;
    if !set.map_err(|error| error.code())? {
        return Err(format!("{currency} has a rate that was set after {}", at.text()).into());
    }
    Ok(())
}

/// Sets all lines, or none if one is invalid.
async fn import(app: &AppState, file: &Path) -> Result<(), Failure> {
    let text =
        std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let read: Result<Vec<_>, String> = lines
        .map(|(index, line)| {
            read_line(line).map_err(|wrong| format!("line {}: {wrong}", index + 1))
        })
        .collect();
    for (currency, sell, buy, at) in read? {
        set(app, currency, sell, buy, at).await?;
    }
    Ok(())
}

fn read_line(line: &str) -> Result<(Currency, Rate, Rate, Option<Instant>), String> {
    let parts: Vec<&str> = line.split(',').map(str::trim).collect();
    match parts.as_slice() {
        [code, sell, buy] => Ok((currency(code)?, rate(sell)?, rate(buy)?, None)),
        [code, sell, buy, at] => Ok((currency(code)?, rate(sell)?, rate(buy)?, Some(instant(at)?))),
        _ => Err(String::from(
            "not a currency, a sell rate, a buy rate and optionally an instant",
        )),
    }
}

async fn policy(app: &AppState, brand: &str, change: Change) -> Result<(), Failure> {
    let tenant = tenants::named(app, brand, IdentifierType::Subdomain).await;
    let tenant = tenant.map_err(|error| error.code())?;
    let tenant = tenant.ok_or_else(|| format!("there is no brand {brand}"))?;
    let policy = rate_policy::change(app, &tenant.id, change).await;
    let policy = policy.map_err(|error| error.code())?;
    println!(
        "{brand}\trates are used for {} hours\tspread {}%\tspread on conversions {}%\tset each day at {:02}:00\tat most {}% without a person\texchange fee {}%",
        policy.valid_hours,
        policy.coin_spread,
        policy.exchange_spread,
        policy.set_hour,
        policy.jump_percent,
        policy.exchange_fee
    );
    Ok(())
}

fn percent(text: &str) -> Result<Percent, String> {
    let percent = Percent::parse(text).filter(|percent| percent.is_part());
    percent.ok_or_else(|| String::from("not a decimal from 0 to less than 100"))
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
