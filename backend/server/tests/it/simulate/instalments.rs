//! Instalments paid by the users themselves.

use super::Simulation;
use super::payments::{minor, naira};
use serde_json::json;

impl Simulation<'_> {
    /// Pays in part, in full or above the debt, early or late.
    pub(super) async fn instalment(&mut self, who: usize) {
        let Some(plan) = self.running(who).await else {
            return;
        };
        let next = &plan["progress"]["next"];
        if next.is_null() {
            return;
        }
        let owed = minor(&next["amount"]);
        let amount = match self.dice.below(4) {
            0 => owed / 3,
            1 => owed * 2,
            _ => owed,
        };
        let body =
            json!({ "id": next["id"], "amount": naira(amount.max(100)), "method": "wallet" });
        let paid = self
            .pay(who, "/quotes/savings", "/savings/pay", "savings_pay", body)
            .await;
        if let Some(paid) = paid {
            let net = minor(&paid["net_amount"]);
            if net > owed {
                self.fail("more was debited than was owed");
            }
            self.note(&format!(
                "{who} pays {} of {}",
                naira(net),
                plan["reference"]
            ));
            self.count.paid += 1;
        }
    }
}
