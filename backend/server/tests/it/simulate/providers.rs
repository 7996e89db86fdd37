//! Random faults of exchange and bank, and their recovery.

use super::Simulation;
use crate::plans::coins;
use serde_json::json;

/// The wait of a debit before it is queried again.
const ASKED_AGAIN_SECONDS: i64 = 15 * 60;
pub(super) const FAULTS: [&str; 4] = ["fail", "lose_answer", "lose_request", "succeed"];

impl Simulation<'_> {
    /// Moves the prices, and lets the exchange and the bank fail and recover.
    pub(super) async fn providers(&mut self) {
        let (bitcoin, ether) = (
            90_000 + self.dice.below(20_000),
            3_500 + self.dice.below(1_000),
        );
        coins::prices(self.world, &bitcoin.to_string(), &ether.to_string()).await;
        for _ in 0..2 {
            for port in ["exchange", "mandates"] {
                let outcome = FAULTS[self.dice.below(4) as usize];
                self.behave(port, outcome).await;
            }
            self.rounds(1).await;
        }
        for port in ["exchange", "mandates"] {
            self.behave(port, "succeed").await;
        }
        self.rounds(3).await;
    }

    async fn rounds(&self, rounds: usize) {
        for _ in 0..rounds {
            coins::rounds(self.world, 2).await;
            while self.is_due("direct_debit").await {
                let worked = wallet::debits::work_due(&self.world.app).await;
                worked.unwrap();
            }
            self.world.advance_seconds(ASKED_AGAIN_SECONDS);
        }
    }

    /// Whether a job has more to do: it processes twenty tasks at a time.
    pub(super) async fn is_due(&self, kind: &str) -> bool {
        let due = "SELECT 1 FROM queue WHERE kind = $1 AND due_at_ms <= $2";
        let row = sqlx::query(due)
            .bind(kind)
            .bind(self.world.clock.now_ms())
            .fetch_optional(&mut *self.world.app.db.read().await.unwrap())
            .await;
        row.unwrap().is_some()
    }

    pub(super) async fn behave(&self, port: &str, outcome: &str) {
        let body = json!({ "port": port, "outcome": outcome, "delay_ms": 0 });
        let told = self.world.caller().put("/sandbox/behaviour", body).await;
        told.expect(200);
    }
}
