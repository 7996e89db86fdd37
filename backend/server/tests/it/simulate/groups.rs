//! Groups, joined by code.

use super::Simulation;
use super::payments::naira;
use serde_json::json;

impl Simulation<'_> {
    pub(super) async fn join(&mut self, who: usize) {
        if self.codes.is_empty() {
            return;
        }
        let code = self.codes[self.dice.below(self.codes.len() as u64) as usize].clone();
        let amount = naira(30_000 + self.dice.below(100_000) as i64);
        let body = json!({ "code": code, "amount": amount, "funding_source": "wallet" });
        if let Some(paid) = self
            .pay(who, "/quotes/join", "/plans/join", "group_join", body)
            .await
        {
            let id = self.plan_of(who, &paid).await;
            self.note(&format!("{who} joins {code}"));
            self.people[who].plans.push(id);
            self.count.joined += 1;
        }
    }
}
