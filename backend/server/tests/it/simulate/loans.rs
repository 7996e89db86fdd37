//! Loans: requests and repayments.

use super::Simulation;
use super::payments::{minor, naira};
use crate::plans::loans;
use plans::products::Facts;
use serde_json::json;

impl Simulation<'_> {
    pub(super) async fn offer_loan(&mut self) {
        self.loan = loans::plan(self.world, "quick", |facts| Facts {
            late_percent: Some("5".into()),
            late_ceiling: Some("10".into()),
            late_after_days: Some(3),
            ..facts
        })
        .await;
    }

    pub(super) async fn borrow(&mut self, who: usize) {
        let amount = naira(100_000 + self.dice.below(5_000_000) as i64);
        let body = json!({
            "plan_id": self.loan, "plan_version": self.version(&json!(self.loan)), "type": "loan", "name": "School fees", "amount": amount, "funding_source": "wallet",
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

    /// Repays in part, in full, or more than the debt; checks that exactly the payment reduces the early repayment
    /// amount of that day.
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
        if !(loan["status"] == "ACTIVE" || loan["status"] == "BAD") || next.is_null() {
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
            let before = minor(&loan["payoff"]["amount"]);
            let after = self.people[who].caller.get(&path).await;
            let after = after.expect(200).data()["payoff"].clone();
            let left = if after.is_null() {
                0
            } else {
                minor(&after["amount"])
            };
            if before - minor(&paid["net_amount"]) != left {
                self.fail(&format!(
                    "{before} ended {id}, {net} of it is paid, and {left} ends it now"
                ));
            }
        }
    }
}
