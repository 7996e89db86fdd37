//! The configured behaviour of a port.

use super::Sandbox;
use ground::db::DbError;
use serde::{Deserialize, Serialize};
use sqlx::Row;
use std::time::Duration;
use utoipa::ToSchema;

/// Shorter than the longest timeout of a call.
const LONGEST_DELAY_MS: u32 = 30_000;

/// A port whose behaviour can be configured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Port {
    Messages,
    /// Payouts and virtual accounts. The bank list and name enquiries always succeed, because a payout that is to fail
    /// needs them first.
    Bank,
    /// The identity register.
    Identity,
    /// Liveness checks.
    Liveness,
    /// Address suggestions.
    Places,
    /// Signing in with Google.
    Google,
    /// Push messages.
    Push,
    /// Bill payments.
    Bills,
    /// Card checkouts.
    Cards,
    /// Direct debits.
    Mandates,
    /// Coin prices.
    Market,
    /// Sending and receiving coins.
    Custody,
    /// The tenant's coin trades.
    Exchange,
    /// Price predictions.
    Signals,
    /// Users' keys for exchange accounts.
    ExchangeKeys,
    /// Orders with a user's own exchange key.
    ExchangeOrders,
}

/// The outcome of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Succeed,
    /// Refuses the request.
    Fail,
    /// Executes the request, but the response is lost.
    LoseAnswer,
    /// The request never arrives.
    LoseRequest,
    /// The bank requires a bank verification number before opening an account.
    BvnRequired,
    /// The exchange executes a part of an order.
    Partly,
}

/// A port's behaviour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Behaviour {
    pub port: Port,
    pub outcome: Outcome,
    /// The delay of each response.
    #[serde(default)]
    pub delay_ms: u32,
    /// The number of calls affected; null: until changed.
    #[serde(default)]
    pub times: Option<u32>,
}

impl Port {
    pub const ALL: [Self; 16] = [
        Self::Messages,
        Self::Bank,
        Self::Identity,
        Self::Liveness,
        Self::Places,
        Self::Google,
        Self::Push,
        Self::Bills,
        Self::Cards,
        Self::Mandates,
        Self::Market,
        Self::Custody,
        Self::Exchange,
        Self::Signals,
        Self::ExchangeKeys,
        Self::ExchangeOrders,
    ];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Messages => "messages",
            Self::Bank => "bank",
            Self::Identity => "identity",
            Self::Liveness => "liveness",
            Self::Places => "places",
            Self::Google => "google",
            Self::Push => "push",
            Self::Bills => "bills",
            Self::Cards => "cards",
            Self::Mandates => "mandates",
            Self::Market => "market",
            Self::Custody => "custody",
            Self::Exchange => "exchange",
            Self::Signals => "signals",
            Self::ExchangeKeys => "exchange_keys",
            Self::ExchangeOrders => "exchange_orders",
        }
    }
}

impl Outcome {
    const ALL: [(Self, &'static str); 6] = [
        (Self::Succeed, "succeed"),
        (Self::Fail, "fail"),
        (Self::LoseAnswer, "lose_answer"),
        (Self::LoseRequest, "lose_request"),
        (Self::BvnRequired, "bvn_required"),
        (Self::Partly, "partly"),
    ];

    fn as_str(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(outcome, _)| *outcome == self)
            .map_or("succeed", |(_, text)| text)
    }

    fn named(text: &str) -> Self {
        Self::ALL
            .iter()
            .find(|(_, known)| *known == text)
            .map_or(Self::Succeed, |(outcome, _)| *outcome)
    }
}

impl Behaviour {
    /// The default behaviour of a port.
    const fn plain(port: Port) -> Self {
        Self {
            port,
            outcome: Outcome::Succeed,
            delay_ms: 0,
            times: None,
        }
    }
}

impl Sandbox {
    /// The behaviour for the next call, after the configured delay.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn behave(&self, port: Port) -> Result<Outcome, DbError> {
        let behaviour = self.take(port).await?;
        if behaviour.delay_ms > 0 {
            tokio::time::sleep(Duration::from_millis(u64::from(behaviour.delay_ms))).await;
        }
        Ok(behaviour.outcome)
    }

    /// Reads the behaviour and counts the call. Concurrent calls cannot exceed the configured number.
    async fn take(&self, port: Port) -> Result<Behaviour, DbError> {
        let behaviour = self.behaviour(port).await?;
        if behaviour.times.is_none() {
            return Ok(behaviour);
        }
        let mut tx = self.db.begin().await?;
        let counted = sqlx::query("UPDATE sandbox_behaviours SET times_left = times_left - 1 WHERE port = $1 AND times_left > 0")
            .bind(port.as_str())
            .execute(tx.connection())
            .await?;
        tx.commit().await?;
        Ok(if counted.rows_affected() == 0 {
            Behaviour::plain(port)
        } else {
            behaviour
        })
    }

    /// The current behaviour of a port.
    ///
    /// # Errors
    /// The database failed.
    pub async fn behaviour(&self, port: Port) -> Result<Behaviour, DbError> {
        let row = sqlx::query(
            "SELECT outcome, delay_ms, times_left FROM sandbox_behaviours WHERE port = $1",
        )
        .bind(port.as_str())
        .fetch_optional(&mut *self.db.read().await?)
        .await?;
        let Some(row) = row else {
            return Ok(Behaviour::plain(port));
        };
        let times: Option<i64> = row.try_get("times_left")?;
        if times == Some(0) {
            return Ok(Behaviour::plain(port));
        }
        Ok(Behaviour {
            port,
            outcome: Outcome::named(&row.try_get::<String, _>("outcome")?),
            delay_ms: u32::try_from(row.try_get::<i64, _>("delay_ms")?).unwrap_or(0),
            times: times.and_then(|times| u32::try_from(times).ok()),
        })
    }

    /// Sets a port's behaviour; returns the new one.
    ///
    /// # Errors
    /// The database failed.
    pub async fn set_behaviour(&self, behaviour: &Behaviour) -> Result<Behaviour, DbError> {
        let mut tx = self.db.begin().await?;
        sqlx::query(
            "INSERT INTO sandbox_behaviours (port, outcome, delay_ms, times_left) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (port) DO UPDATE SET outcome = excluded.outcome, delay_ms = excluded.delay_ms, times_left = excluded.times_left",
        )
        .bind(behaviour.port.as_str())
        .bind(behaviour.outcome.as_str())
        .bind(i64::from(behaviour.delay_ms.min(LONGEST_DELAY_MS)))
        .bind(behaviour.times.map(i64::from))
        .execute(tx.connection())
        .await?;
        tx.commit().await?;
        self.behaviour(behaviour.port).await
    }
}
