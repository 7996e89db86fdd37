//! Coin sets: bought, and stopped.

use super::Simulation;
use super::payments::naira;
use crate::plans::coins;
use serde_json::json;

impl Simulation<'_> {
    pub(super) async fn offer_set(&mut self) {
        coins::prices(self.world, "100000", "4000").await;
        self.set = coins::plan(self.world, &coins::LARGE).await;
    }

    pub(super) async fn buy_coins(&mut self, who: usize) {
        let amount = naira(400_000 + self.dice.below(1_000_000) as i64);
        let body = json!({
            "plan_id": self.set, "plan_version": self.version(&json!(self.set)), "type": "coins", "name": "Coins", "amount": amount, "funding_source": "wallet", "confirm": true,
        });
        let paths = ("/quotes/plan", "/plans/subscribe");
        if let Some(paid) = self.pay(who, paths.0, paths.1, "coins_start", body).await {
            let id = self.plan_of(who, &paid).await;
            self.people[who].sets.push(id);
            self.note(&format!("{who} puts {amount} into coins"));
            self.count.sets += 1;
        }
    }

    /// Stops a set twice concurrently; its value is returned once the exchange has sold it.
    pub(super) async fn sell_coins(&mut self) {
        let Some(who) = self.anybody(|person| !person.sets.is_empty()).await else {
            return;
        };
        let id = self.people[who].sets.pop().unwrap();
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
}
