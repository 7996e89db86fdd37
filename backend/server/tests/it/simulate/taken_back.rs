//! Chargebacks, returned payouts, and debts for amounts that a wallet could not cover.

use super::Simulation;
use super::payments::naira;
use crate::wallet::withdraw;
use serde_json::json;
use sqlx::Row;
use wallet::{returned, reversals};

/// Statements that must find nothing once the job has queried everything.
const PROOFS: [(&str, &str); 4] = [
    (
        "a charge was taken back and not booked, or more than once",
        "SELECT p.id FROM sandbox_card_payments p JOIN card_payments c ON c.provider_reference = p.id AND c.reference IS NOT NULL \
         WHERE (SELECT COUNT(*) FROM reversals r WHERE r.original = c.reference) <> p.is_taken_back",
    ),
    (
        "what was taken back is neither debited nor owed",
        "SELECT r.reference FROM reversals r JOIN card_payments c ON c.reference = r.original \
         WHERE r.amount_minor <> c.amount_minor OR r.collected_minor > r.owed_minor",
    ),
    (
        "a payout came back and was not given back once",
        "SELECT o.reference FROM orders o WHERE o.returned_by IS NOT NULL AND (SELECT COUNT(*) FROM wallet_transactions w \
         WHERE w.category = 'returned' AND w.ledger_transfer_id = o.returned_by) <> 1",
    ),
    (
        "money was given back that came back from nowhere",
        "SELECT w.reference FROM wallet_transactions w WHERE w.category = 'returned' \
         AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.returned_by = w.ledger_transfer_id)",
    ),
];

impl Simulation<'_> {
    /// Withdraws money to a bank.
    pub(super) async fn withdraw(&mut self, who: usize) {
        let most = [200_000, 2_000_000][self.dice.below(2) as usize];
        let amount = naira(20_000 + self.dice.below(most) as i64);
        let key = self.key();
        let sent = withdraw(&mut self.people[who].caller, &amount, &key).await;
        match sent.status.as_u16() {
            201 => self.note(&format!("{who} withdraws {amount}")),
            // Insufficient balance, a cap, or a debt.
            403 | 422 => self.count.refused += 1,
            _ => self.fail(&sent.text),
        }
    }

    /// Charges a payment back, with a notice or found by the job.
    pub(super) async fn take_back(&mut self) {
        let charged = "SELECT tx_ref FROM sandbox_card_payments WHERE status = 'successful' AND is_taken_back = 0 ORDER BY id";
        let Some(tx_ref) = self.one_of(charged).await else {
            return;
        };
        self.company_fails_now_and_then().await;
        let path = format!("/sandbox/card/{tx_ref}");
        let deed = json!({ "deed": "take_back" });
        let mut page = self.world.caller();
        page.put(&path, deed).await.expect(200);
        self.behave("cards", "succeed").await;
        self.note(&format!("the bank takes {tx_ref} back"));
        self.count.taken_back += 1;
    }

    /// Returns a payout, with repeated notices.
    pub(super) async fn come_back(&mut self) {
        let paid = "SELECT reference FROM orders WHERE kind = 'withdrawal' AND state = 'done' AND returned_by IS NULL ORDER BY reference";
        let Some(reference) = self.one_of(paid).await else {
            return;
        };
        let app = &self.world.app;
        let (one, other) = tokio::join!(
            returned::give_back(app, &reference, None),
            returned::give_back(app, &reference, None),
        );
        if !(one.unwrap() ^ other.unwrap()) {
            self.fail(&format!("{reference} was given back twice, or not at all"));
        }
        self.note(&format!("{reference} comes back"));
        self.count.came_back += 1;
    }

    async fn one_of(&mut self, statement: &'static str) -> Option<String> {
        let mut connection = self.world.app.db.read().await.unwrap();
        let found = sqlx::query(statement).fetch_all(&mut *connection).await;
        let found = found.unwrap();
        drop(connection);
        let place = self.dice.below(found.len().max(1) as u64) as usize;
        found.get(place).map(|row| row.get(0))
    }

    /// Collects debts from arrived money.
    pub(super) async fn collect_debts(&mut self) {
        let collected = reversals::collect_due(&self.world.app).await.unwrap();
        self.count.debts_collected += collected as u64;
        for (what, statement) in PROOFS {
            if let Some(id) = self.one_of(statement).await {
                self.fail(&format!("{what}: {id}"));
            }
        }
    }
}
