//! What the sandbox providers remember, and how they have been told to behave. It lives in the database, so a restart
//! or a crash loses none of it.

use super::bank::{NewAccount, Payout, PayoutOutcome};
use super::messages::Message;
use crate::clock::Clock;
use crate::db::{Db, DbError};
use crate::random::Random;
use serde::{Deserialize, Serialize};
use sqlx::Row;
use std::time::Duration;
use utoipa::ToSchema;

/// A port that can be told how to behave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Port {
    Messages,
    Bank,
}

/// How a port answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Succeed,
    /// It refuses.
    Fail,
    /// It does what was asked, and the answer is lost.
    LoseAnswer,
    /// What was asked never arrives.
    LoseRequest,
    /// The bank wants a bank verification number before it opens an account.
    BvnRequired,
}

/// A port's behaviour.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Behaviour {
    pub port: Port,
    pub outcome: Outcome,
    /// How long each answer takes.
    #[serde(default)]
    pub delay_ms: u32,
    /// For how many calls; null: until told otherwise.
    #[serde(default)]
    pub times: Option<u32>,
}

/// An account that the sandbox bank opened.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SandboxAccount {
    pub account_number: String,
    pub account_name: String,
    pub currency: String,
    pub email: String,
}

/// A message that was sent.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SentMessage {
    pub id: String,
    pub channel: String,
    pub to: String,
    pub subject: String,
    pub text: String,
    pub code: Option<String>,
    pub sent_at: String,
}

/// A payout as the sandbox bank knows it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SandboxPayout {
    pub reference: String,
    pub currency: String,
    pub amount: String,
    pub bank_code: String,
    pub account_number: String,
    pub account_name: String,
    pub status: String,
}

/// More than anybody reads at once.
const LISTED: i64 = 50;
const LONGEST_DELAY_MS: u32 = 30_000;

/// The sandbox's memory.
#[derive(Clone)]
pub struct Sandbox {
    db: Db,
    clock: Clock,
    random: Random,
}

impl Port {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Messages => "messages",
            Self::Bank => "bank",
        }
    }
}

impl Outcome {
    const ALL: [(Self, &'static str); 5] = [
        (Self::Succeed, "succeed"),
        (Self::Fail, "fail"),
        (Self::LoseAnswer, "lose_answer"),
        (Self::LoseRequest, "lose_request"),
        (Self::BvnRequired, "bvn_required"),
    ];

    fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(outcome, _)| *outcome == self).map_or("succeed", |(_, text)| text)
    }

    fn named(text: &str) -> Self {
        Self::ALL.iter().find(|(_, known)| *known == text).map_or(Self::Succeed, |(outcome, _)| *outcome)
    }
}

impl Sandbox {
    pub const fn new(db: Db, clock: Clock, random: Random) -> Self {
        Self { db, clock, random }
    }

    /// How the next call of a port goes; waits as long as it has been told to.
    pub(super) async fn behave(&self, port: Port) -> Result<Outcome, DbError> {
        let behaviour = self.take(port).await?;
        if behaviour.delay_ms > 0 {
            tokio::time::sleep(Duration::from_millis(u64::from(behaviour.delay_ms))).await;
        }
        Ok(behaviour.outcome)
    }

    /// Reads a behaviour and counts the call.
    async fn take(&self, port: Port) -> Result<Behaviour, DbError> {
        let behaviour = self.behaviour(port).await?;
        if let Some(times) = behaviour.times {
            let mut tx = self.db.begin().await?;
            let left = sqlx::query(
                "UPDATE sandbox_behaviours SET times_left = times_left - 1 WHERE port = $1 AND times_left > 0",
            )
            .bind(port.as_str())
            .execute(tx.connection())
            .await?;
            tx.commit().await?;
            if times == 0 || left.rows_affected() == 0 {
                return Ok(Behaviour { port, outcome: Outcome::Succeed, delay_ms: 0, times: None });
            }
        }
        Ok(behaviour)
    }

    /// How a port behaves at present.
    pub async fn behaviour(&self, port: Port) -> Result<Behaviour, DbError> {
        let row = sqlx::query("SELECT outcome, delay_ms, times_left FROM sandbox_behaviours WHERE port = $1")
            .bind(port.as_str())
            .fetch_optional(&mut *self.db.read().await?)
            .await?;
        let Some(row) = row else { return Ok(Behaviour { port, outcome: Outcome::Succeed, delay_ms: 0, times: None }) };
        let times: Option<i64> = row.try_get("times_left")?;
        Ok(Behaviour {
            port,
            outcome: Outcome::named(&row.try_get::<String, _>("outcome")?),
            delay_ms: u32::try_from(row.try_get::<i64, _>("delay_ms")?).unwrap_or(0),
            times: times.and_then(|times| u32::try_from(times).ok()),
        })
    }

    /// Tells a port how to behave.
    pub async fn set_behaviour(&self, behaviour: &Behaviour) -> Result<Behaviour, DbError> {
        let delay_ms = behaviour.delay_ms.min(LONGEST_DELAY_MS);
        let mut tx = self.db.begin().await?;
        sqlx::query(
            "INSERT INTO sandbox_behaviours (port, outcome, delay_ms, times_left) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (port) DO UPDATE SET outcome = excluded.outcome, delay_ms = excluded.delay_ms, times_left = excluded.times_left",
        )
        .bind(behaviour.port.as_str())
        .bind(behaviour.outcome.as_str())
        .bind(i64::from(delay_ms))
        .bind(behaviour.times.map(i64::from))
        .execute(tx.connection())
        .await?;
        tx.commit().await?;
        Ok(Behaviour { delay_ms, ..behaviour.clone() })
    }

    pub(super) async fn keep_message(&self, message: &Message) -> Result<(), DbError> {
        let now_ms = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        sqlx::query(
            "INSERT INTO sandbox_messages (id, channel, receiver, subject, body, code, sent_at_ms) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(self.random.id(now_ms))
        .bind(message.channel.as_str())
        .bind(&message.to)
        .bind(&message.subject)
        .bind(&message.text)
        .bind(message.code.as_deref())
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
        tx.commit().await
    }

    /// The newest messages, to one receiver or to all.
    pub async fn messages(&self, to: Option<&str>) -> Result<Vec<SentMessage>, DbError> {
        let rows = sqlx::query(
            "SELECT id, channel, receiver, subject, body, code, sent_at_ms FROM sandbox_messages \
             WHERE $1 = '' OR receiver = $1 ORDER BY id DESC LIMIT $2",
        )
        .bind(to.unwrap_or_default())
        .bind(LISTED)
        .fetch_all(&mut *self.db.read().await?)
        .await?;
        let read = |row: &sqlx::any::AnyRow| {
            Ok(SentMessage {
                id: row.try_get("id")?,
                channel: row.try_get("channel")?,
                to: row.try_get("receiver")?,
                subject: row.try_get("subject")?,
                text: row.try_get("body")?,
                code: row.try_get("code")?,
                sent_at: crate::clock::rfc3339(row.try_get("sent_at_ms")?),
            })
        };
        rows.iter().map(read).collect()
    }

    pub(super) async fn open_account(&self, wanted: &NewAccount) -> Result<SandboxAccount, DbError> {
        let mut tx = self.db.begin().await?;
        for _ in 0..8 {
            sqlx::query(
                "INSERT INTO sandbox_accounts (reference, account_number, account_name, currency, email) VALUES ($1, $2, $3, $4, $5) \
                 ON CONFLICT DO NOTHING",
            )
            .bind(&wanted.reference)
            .bind(account_number(self.random))
            .bind(wanted.name.to_uppercase())
            .bind(wanted.currency.as_str())
            .bind(&wanted.email)
            .execute(tx.connection())
            .await?;
            let row = sqlx::query("SELECT account_number, account_name, currency, email FROM sandbox_accounts WHERE reference = $1")
                .bind(&wanted.reference)
                .fetch_optional(tx.connection())
                .await?;
            // None: the number was taken by somebody else's; another one is drawn.
            if let Some(row) = row {
                let account = read_account(&row)?;
                tx.commit().await?;
                return Ok(account);
            }
        }
        Err(DbError::Unavailable)
    }

    /// One account, by its number.
    pub async fn account(&self, account_number: &str) -> Result<Option<SandboxAccount>, DbError> {
        let row = sqlx::query("SELECT account_number, account_name, currency, email FROM sandbox_accounts WHERE account_number = $1")
            .bind(account_number.trim())
            .fetch_optional(&mut *self.db.read().await?)
            .await?;
        row.as_ref().map(read_account).transpose()
    }

    /// The accounts that can be credited, newest first.
    pub async fn accounts(&self) -> Result<Vec<SandboxAccount>, DbError> {
        let rows = sqlx::query("SELECT account_number, account_name, currency, email FROM sandbox_accounts ORDER BY reference DESC LIMIT $1")
            .bind(LISTED)
            .fetch_all(&mut *self.db.read().await?)
            .await?;
        rows.iter().map(read_account).collect()
    }

    /// Keeps a payout; one that is known keeps what became of it.
    pub(super) async fn keep_payout(&self, payout: &Payout, status: PayoutOutcome) -> Result<PayoutOutcome, DbError> {
        let mut tx = self.db.begin().await?;
        sqlx::query(
            "INSERT INTO sandbox_payouts (reference, currency, amount, bank_code, account_number, account_name, status, created_at_ms) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
        )
        .bind(&payout.reference)
        .bind(payout.amount.currency().as_str())
        .bind(payout.amount.to_string())
        .bind(&payout.bank_code)
        .bind(&payout.account_number)
        .bind(&payout.account_name)
        .bind(if status == PayoutOutcome::Paid { "paid" } else { "refused" })
        .bind(self.clock.now_ms())
        .execute(tx.connection())
        .await?;
        tx.commit().await?;
        self.payout(&payout.reference).await
    }

    pub(super) async fn payout(&self, reference: &str) -> Result<PayoutOutcome, DbError> {
        let row = sqlx::query("SELECT status FROM sandbox_payouts WHERE reference = $1")
            .bind(reference)
            .fetch_optional(&mut *self.db.read().await?)
            .await?;
        let Some(row) = row else { return Ok(PayoutOutcome::NotFound) };
        let status: String = row.try_get("status")?;
        Ok(if status == "paid" { PayoutOutcome::Paid } else { PayoutOutcome::Refused })
    }

    /// Payouts, newest first.
    pub async fn payouts(&self) -> Result<Vec<SandboxPayout>, DbError> {
        let rows = sqlx::query(
            "SELECT reference, currency, amount, bank_code, account_number, account_name, status FROM sandbox_payouts \
             ORDER BY created_at_ms DESC, reference DESC LIMIT $1",
        )
        .bind(LISTED)
        .fetch_all(&mut *self.db.read().await?)
        .await?;
        let read = |row: &sqlx::any::AnyRow| {
            Ok(SandboxPayout {
                reference: row.try_get("reference")?,
                currency: row.try_get("currency")?,
                amount: row.try_get("amount")?,
                bank_code: row.try_get("bank_code")?,
                account_number: row.try_get("account_number")?,
                account_name: row.try_get("account_name")?,
                status: row.try_get("status")?,
            })
        };
        rows.iter().map(read).collect()
    }
}

fn read_account(row: &sqlx::any::AnyRow) -> Result<SandboxAccount, DbError> {
    Ok(SandboxAccount {
        account_number: row.try_get("account_number")?,
        account_name: row.try_get("account_name")?,
        currency: row.try_get("currency")?,
        email: row.try_get("email")?,
    })
}

/// Nine random digits and the check digit of the sandbox's own bank, 999.
fn account_number(random: Random) -> String {
    let serial: String = [random.six_digits(), random.six_digits()].concat().chars().take(9).collect();
    let weights = [3_u32, 7, 3].into_iter().cycle();
    let digits = "999".chars().chain(serial.chars()).filter_map(|digit| digit.to_digit(10));
    let sum: u32 = digits.zip(weights).map(|(digit, weight)| digit * weight).sum();
    format!("{serial}{}", (10 - sum % 10) % 10)
}
