//! Checkouts and payments of the sandbox's card company.

use super::Sandbox;
use crate::card::{CardPayment, CardStatus, Checkout};
use domain_core::money::{Amount, Currency};
use ground::db::{DbError, columns};
use serde::{Deserialize, Serialize};
use sqlx::Row;
use sqlx::any::AnyRow;
use utoipa::ToSchema;

/// The tester's action at a checkout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CardDeed {
    /// Pays; the company notifies the server, and the browser returns.
    Pay,
    /// The card is declined.
    Decline,
    /// Pays, but neither the notice nor the browser arrives.
    PayAndVanish,
    /// Pays twice.
    PayTwice,
    /// Pays half the amount.
    PayLess,
    /// Leaves without paying.
    Cancel,
    /// The cardholder's bank reverses the latest payment.
    TakeBack,
}

/// A checkout as shown to the tester.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SandboxCheckout {
    pub tx_ref: String,
    #[schema(value_type = String, example = "NGN")]
    pub currency: Currency,
    /// The amount to charge.
    #[schema(value_type = String, example = "1050.00")]
    pub amount: Amount,
    /// The customer's name.
    pub name: String,
    #[serde(skip)]
    pub return_to: String,
}

impl Sandbox {
    /// Stores a checkout; repeating it under the same reference changes nothing.
    pub(crate) async fn keep_checkout(&self, wanted: &Checkout) -> Result<(), DbError> {
        let mut tx = self.db.begin().await?;
        sqlx::query(
            "INSERT INTO sandbox_checkouts (tx_ref, currency, amount, name, return_to, created_at_ms) \
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
        )
        .bind(wanted.tx_ref.as_str())
        .bind(wanted.amount.currency().as_str())
        .bind(wanted.amount.to_string())
        .bind(wanted.customer.name.as_str())
        .bind(wanted.return_to.as_str())
        .bind(self.clock.now_ms())
        .execute(tx.connection())
        .await?;
        tx.commit().await
    }

    /// A checkout by its reference.
    ///
    /// # Errors
    /// The database failed.
    pub async fn checkout(&self, tx_ref: &str) -> Result<Option<SandboxCheckout>, DbError> {
        let row = sqlx::query(
            "SELECT tx_ref, currency, amount, name, return_to FROM sandbox_checkouts WHERE tx_ref = $1",
        )
        .bind(tx_ref)
        .fetch_optional(&mut *self.db.read().await?)
        .await?;
        let read = |row: AnyRow| {
            let currency = columns::currency(&row)?;
            Ok(SandboxCheckout {
                tx_ref: row.try_get("tx_ref")?,
                currency,
                amount: amount(&row, currency)?,
                name: row.try_get("name")?,
                return_to: row.try_get("return_to")?,
            })
        };
        row.map(read).transpose()
    }

    /// Applies the tester's action to a checkout, and returns the company's identifiers of the payments.
    ///
    /// # Errors
    /// The database failed.
    pub async fn act_on_checkout(
        &self,
        checkout: &SandboxCheckout,
        deed: CardDeed,
    ) -> Result<Vec<String>, DbError> {
        let half = checkout
            .amount
            .minor()
            .and_then(|minor| Amount::from_minor((minor / 2).max(1), checkout.currency));
        let (times, amount, status) = match deed {
            CardDeed::Cancel => return Ok(Vec::new()),
            CardDeed::TakeBack => return self.take_back(&checkout.tx_ref).await,
            CardDeed::Decline => (1, checkout.amount, "failed"),
            CardDeed::Pay | CardDeed::PayAndVanish => (1, checkout.amount, "successful"),
            CardDeed::PayTwice => (2, checkout.amount, "successful"),
            CardDeed::PayLess => (1, half.unwrap_or(checkout.amount), "successful"),
        };
        let now_ms = self.clock.now_ms();
        let mut ids = Vec::new();
        let mut tx = self.db.begin().await?;
        for _ in 0..times {
            let id = self.random.id(now_ms);
            sqlx::query(
                "INSERT INTO sandbox_card_payments (id, tx_ref, amount, status, created_at_ms) VALUES ($1, $2, $3, $4, $5)",
            )
            .bind(id.as_str())
            .bind(checkout.tx_ref.as_str())
            .bind(amount.to_string())
            .bind(status)
            .bind(now_ms)
            .execute(tx.connection())
            .await?;
            ids.push(id);
        }
        tx.commit().await?;
        Ok(ids)
    }

    async fn take_back(&self, tx_ref: &str) -> Result<Vec<String>, DbError> {
        let mut tx = self.db.begin().await?;
        let row = sqlx::query(
            "UPDATE sandbox_card_payments SET is_taken_back = 1 WHERE id = (SELECT MAX(id) FROM sandbox_card_payments \
             WHERE tx_ref = $1 AND status = 'successful') RETURNING id",
        )
        .bind(tx_ref)
        .fetch_optional(tx.connection())
        .await?;
        tx.commit().await?;
        let id = row.map(|row| row.try_get("id")).transpose()?;
        Ok(Vec::from_iter(id))
    }

    /// All successful payments of a checkout.
    pub(crate) async fn card_payments(&self, tx_ref: &str) -> Result<Vec<CardPayment>, DbError> {
        let rows = sqlx::query(
            "SELECT p.id, p.amount, c.currency FROM sandbox_card_payments p JOIN sandbox_checkouts c ON c.tx_ref = p.tx_ref \
             WHERE p.tx_ref = $1 AND p.status = 'successful' AND p.is_taken_back = 0 ORDER BY p.created_at_ms, p.id",
        )
        .bind(tx_ref)
        .fetch_all(&mut *self.db.read().await?)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(CardPayment {
                    id: row.try_get("id")?,
                    amount: amount(row, columns::currency(row)?)?,
                })
            })
            .collect()
    }

    /// The given payment, or else the latest one that succeeded or was attempted.
    pub(crate) async fn card_status(
        &self,
        tx_ref: &str,
        payment_id: Option<&str>,
    ) -> Result<CardStatus, DbError> {
        let row = sqlx::query(
            "SELECT p.id, p.amount, p.status, p.is_taken_back, c.currency FROM sandbox_card_payments p \
             JOIN sandbox_checkouts c ON c.tx_ref = p.tx_ref WHERE p.tx_ref = $1 AND ($2 = '' OR p.id = $2) \
             ORDER BY CASE p.status WHEN 'successful' THEN 0 ELSE 1 END, p.created_at_ms DESC, p.id DESC LIMIT 1",
        )
        .bind(tx_ref)
        .bind(payment_id.unwrap_or_default())
        .fetch_optional(&mut *self.db.read().await?)
        .await?;
        let Some(row) = row else {
            return Ok(CardStatus::Untouched);
        };
        let status: String = row.try_get("status")?;
        let payment = CardPayment {
            id: row.try_get("id")?,
            amount: amount(&row, columns::currency(&row)?)?,
        };
        let is_taken_back: i64 = row.try_get("is_taken_back")?;
        Ok(match status.as_str() {
            "successful" if is_taken_back == 0 => CardStatus::Paid(payment),
            "successful" => CardStatus::TakenBack(payment),
            _ => CardStatus::Declined,
        })
    }
}

fn amount(row: &AnyRow, currency: Currency) -> Result<Amount, DbError> {
    let text: String = row.try_get("amount")?;
    Amount::parse(&text, currency).map_err(|_| columns::corrupt("amount"))
}
