//! Loans, sets of coins and direct debits in the simulation, at providers that fail.

use super::{Simulation, minor, naira};
use crate::plans::{coins, direct_debits, loans};
use serde_json::json;
use sqlx::Row;

/// As long as a debit waits before it is asked about again.
const ASKED_AGAIN_SECONDS: i64 = 15 * 60;
const FAULTS: [&str; 4] = ["fail", "lose_answer", "lose_request", "succeed"];

impl Simulation<'_> {
    /// A loan and a set of coins, beside the savings.
    pub(super) async fn offer_more(&mut self) {
        coins::prices(self.world, "100000", "4000").await;
        self.loan = loans::plan(self.world, "quick", |facts| facts).await;
        self.set = coins::plan(self.world, &coins::LARGE).await;
    }

    /// Most people may borrow; some have authorised direct debits.
    pub(super) async fn equip(&mut self, who: usize) {
        if self.dice.chance(700) {
            loans::may_borrow(self.world, &mut self.people[who].caller).await;
        }
        if self.dice.chance(400) {
            direct_debits::mandate(self.world, &mut self.people[who].caller).await;
            self.switch_auto_save(who).await;
        }
    }

    pub(super) async fn borrow(&mut self, who: usize) {
        let amount = naira(100_000 + self.dice.below(5_000_000) as i64);
        let body = json!({
            "plan_id": self.loan, "type": "loan", "name": "School fees", "amount": amount, "funding_source": "wallet",
            "confirm": true, "latitude": "6.5243793", "longitude": "3.3792057",
        });
        let paths = ("/quotes/plan", "/plans/subscribe");
        if let Some(paid) = self.pay(who, paths.0, paths.1, "loan_request", body).await {
            let id = self.plan_of(who, &paid).await;
            self.people[who].loans.push(id);
            self.note(&format!("{who} asks for a loan of {amount}"));
            self.count.borrowed += 1;
        }
    }

    /// In part, in full, or more than is owed.
    pub(super) async fn repay(&mut self, who: usize) {
        let loans = &self.people[who].loans;
        if loans.is_empty() {
            return;
        }
        let id = loans[self.dice.below(loans.len() as u64) as usize].clone();
        let path = format!("/subscriptions/{id}");
        let found = self.people[who].caller.get(&path).await;
        let loan = found.expect(200).data().clone();
        let next = &loan["progress"]["next"];
        if loan["status"] != "ACTIVE" || next.is_null() {
            return;
        }
        let owed = minor(&next["amount"]);
        let amount = [owed / 3, owed, owed * 2, owed * 10][self.dice.below(4) as usize];
        let body = json!({ "id": id, "amount": naira(amount.max(100)), "method": "wallet" });
        let paths = ("/quotes/loan", "/loans/repay");
        if let Some(paid) = self.pay(who, paths.0, paths.1, "loan_repay", body).await {
            let net = paid["net_amount"].as_str().unwrap();
            self.note(&format!("{who} repays {net} of {id}"));
            self.count.repaid += 1;
        }
    }

    pub(super) async fn buy_coins(&mut self, who: usize) {
        let amount = naira(100_000 + self.dice.below(1_000_000) as i64);
        let body = json!({
            "plan_id": self.set, "type": "coins", "name": "Coins", "amount": amount, "funding_source": "wallet", "confirm": true,
        });
        let paths = ("/quotes/plan", "/plans/subscribe");
        if let Some(paid) = self.pay(who, paths.0, paths.1, "coins_start", body).await {
            let id = self.plan_of(who, &paid).await;
            self.people[who].sets.push(id);
            self.note(&format!("{who} puts {amount} into coins"));
            self.count.sets += 1;
        }
    }

    /// Stops a set twice at once; what it is worth comes back once the exchange has sold it.
    pub(super) async fn sell_coins(&mut self, who: usize) {
        let Some(id) = self.people[who].sets.pop() else {
            return;
        };
        let path = format!("/subscriptions/{id}/abort");
        let body = json!({ "confirm": true });
        let (one, other) = (self.key(), self.key());
        let caller = &self.people[who].caller;
        let (mut first, mut second) = (
            caller.with("idempotency-key", &one),
            caller.with("idempotency-key", &other),
        );
        let (one, other) = tokio::join!(
            first.post(&path, body.clone()),
            second.post(&path, body.clone())
        );
        let stopped = usize::from(one.status == 200) + usize::from(other.status == 200);
        if stopped > 1 || one.status.is_server_error() || other.status.is_server_error() {
            self.fail(&format!(
                "a set was stopped twice: {} {}",
                one.text, other.text
            ));
        }
        self.note(&format!("{who} stops {id}: {stopped}"));
        self.count.sold += stopped as u64;
    }

    /// The prices move; the exchange and the bank fail as they like, and then answer again.
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
            backend::wallet::debits::work_due(&self.world.app)
                .await
                .unwrap();
            self.world.advance_seconds(ASKED_AGAIN_SECONDS);
        }
    }

    async fn behave(&self, port: &str, outcome: &str) {
        let body = json!({ "port": port, "outcome": outcome, "delay_ms": 0 });
        let told = self.world.caller().put("/sandbox/behaviour", body).await;
        told.expect(200);
    }

    /// What the bank has paid is what has arrived, and nothing is left open.
    pub(super) async fn check_debits(&mut self) {
        let mut connection = self.world.app.db.read().await.unwrap();
        let row = sqlx::query(
            "SELECT (SELECT COUNT(*) FROM direct_debits WHERE state = 'open'), (SELECT COUNT(*) FROM direct_debits WHERE state = 'paid'), \
             (SELECT COALESCE(SUM(amount_minor), 0) FROM sandbox_debits WHERE status = 'paid'), \
             (SELECT COALESCE(SUM(e.amount_minor), 0) FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id \
             WHERE t.kind = 'direct_debit' AND e.amount_minor > 0)",
        )
        .fetch_one(&mut *connection)
        .await
        .unwrap();
        drop(connection);
        let (open, paid): (i64, i64) = (row.get(0), row.get(1));
        let (at_bank, arrived): (i64, i64) = (row.get(2), row.get(3));
        if open > 0 || at_bank != arrived {
            self.fail(&format!(
                "{open} debits are open, {at_bank} were paid and {arrived} have arrived"
            ));
        }
        self.count.debited = paid.unsigned_abs();
    }
}
