//! The minimum amount of a set: each of its coins is bought with an order of its own, and the exchange has a minimum
//! order value. It is known before the payment.

use crate::answers::{CoinType, Plan};
use domain_core::money::{Percent, Rates};
use domain_core::plans::coins::least;
use domain_core::plans::trading::in_minor;
use domain_core::validation::Code;
use ground::error::ApiError;
use providers::exchange::{ExchangeUnavailable, Filters};
use providers::market::{Pair, QUOTED_IN};
use service::app::AppState;
use std::collections::HashMap;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::timeout;

/// The timeout for lists if the exchange is slow.
const LIST_WAITS: Duration = Duration::from_millis(700);

/// The exchange's requirements for orders of coins; `None` for a coin that it does not trade.
pub struct Orders {
    is_open: bool,
    known: HashMap<String, Result<Option<Filters>, ExchangeUnavailable>>,
}

/// The reason why a set cannot be offered, or its minimum amount is unknown.
enum Unmet {
    NotTraded,
    Unknown,
}

impl Orders {
    /// Asks the exchange, outside a transaction. Its response is cached for an hour.
    pub async fn ask(app: &AppState, coins: impl IntoIterator<Item = &CoinType>) -> Self {
        let is_open = app.ports.exchange.is_open();
        let mut known = HashMap::new();
        let mut asking = JoinSet::new();
        for coin in coins {
            if known.insert(coin.coin.clone(), Ok(None)).is_some() || !is_open {
                continue;
            }
            if let Some(pair) = Pair::of(&coin.coin) {
                let (app, name) = (app.clone(), coin.coin.clone());
                asking.spawn(async move { (name, app.ports.exchange.filters(pair).await) });
            }
        }
        while let Some(asked) = asking.join_next().await {
            if let Ok((name, filters)) = asked {
                known.insert(name, filters);
            }
        }
        Self { is_open, known }
    }

    /// Asks the exchange for a list: if it is slow, the requirements are unknown.
    pub async fn soon(app: &AppState, coins: impl IntoIterator<Item = &CoinType>) -> Self {
        let asked = timeout(LIST_WAITS, Self::ask(app, coins)).await;
        asked.unwrap_or_else(|_| Self {
            is_open: app.ports.exchange.is_open(),
            known: HashMap::new(),
        })
    }

    /// Raises the minimum of a set to the exchange's; false if the exchange does not trade the set. The minimum stays
    /// unchanged while the exchange is unavailable.
    pub fn limit(&self, plan: &mut Plan, rates: &Rates) -> bool {
        match self.raise(plan, rates) {
            Ok(()) | Err(Unmet::Unknown) => true,
            Err(Unmet::NotTraded) => false,
        }
    }

    /// Raises the minimum of a set to the exchange's.
    ///
    /// # Errors
    /// 422 if the exchange does not trade the set; 503 while it is unavailable.
    pub fn require(&self, plan: &mut Plan, rates: &Rates) -> Result<(), ApiError> {
        self.raise(plan, rates).map_err(|unmet| match unmet {
            Unmet::NotTraded => {
                let message = "Sets of coins are not offered at present.";
                ApiError::refused_field("plan_id", Code::NotAllowed, message)
            }
            Unmet::Unknown => ApiError::unavailable_saying(
                "The exchange does not answer. Nothing was paid. Please try again in a few minutes.",
            ),
        })
    }

    fn raise(&self, plan: &mut Plan, rates: &Rates) -> Result<(), Unmet> {
        if !self.is_open {
            return Err(Unmet::NotTraded);
        }
        let mut parts = Vec::new();
        for coin in &plan.coin_types {
            let share = Percent::parse(&coin.quantity).unwrap_or(Percent::ZERO);
            // A coin without a share is not bought, and the quote currency needs no order.
            if share == Percent::ZERO || coin.coin == QUOTED_IN {
                continue;
            }
            let asked = self.known.get(&coin.coin).ok_or(Unmet::Unknown)?;
            let filters = (*asked).map_err(|_| Unmet::Unknown)?;
            let filters = filters.ok_or(Unmet::NotTraded)?;
            parts.push((
                share,
                in_minor(filters.least_quote).ok_or(Unmet::NotTraded)?,
            ));
        }
        let least = least(parts, plan.limits.currency, rates).map_err(|_| Unmet::Unknown)?;
        let minimum = plan.limits.minimum.at_least(least);
        if plan.limits.maximum.is_some_and(|most| most < minimum) {
            return Err(Unmet::NotTraded);
        }
        plan.limits.minimum = minimum;
        Ok(())
    }
}
