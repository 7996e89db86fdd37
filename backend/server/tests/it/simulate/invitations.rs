//! Members added by a group's creator, who join by paying, or not.

use super::Simulation;
use super::payments::naira;
use crate::plans::waiting::cancel;
use serde_json::json;

impl Simulation<'_> {
    /// Adds a member to a group as its creator. No money moves, and nothing of theirs is shown.
    pub(super) async fn add_member(&mut self) {
        if self.groups.is_empty() {
            return;
        }
        let group = self.dice.below(self.groups.len() as u64) as usize;
        let (who, code) = self.groups[group].clone();
        let other = self.dice.below(self.people.len() as u64) as usize;
        if other == who {
            return;
        }
        self.sign_in(who).await;
        let amount = naira(30_000 + self.dice.below(50_000) as i64);
        let body = json!({ "code": code, "amount": amount, "user": self.people[other].uuid });
        let key = self.key();
        let added = self.people[who]
            .caller
            .with("idempotency-key", &key)
            .post("/plans/join", body)
            .await;
        match added.status.as_u16() {
            201 => {}
            // The group has ended, or they are in it.
            404 | 422 => {
                self.count.refused += 1;
                return;
            }
            _ => self.fail(&added.text),
        }
        let plan = added.data();
        let members = plan["members"].as_array().unwrap();
        if members.iter().any(|one| {
            one["is_me"] == false && one["status"] == "PENDING" && !one["instalments"].is_null()
        }) {
            self.fail("the instalments of somebody who has not joined are shown");
        }
        let id = plan["id"].as_str().unwrap().to_owned();
        self.note(&format!("{who} adds {other} to {code}"));
        self.people[other].invited.push((id, code));
        self.count.added += 1;
    }

    /// Joins by paying the first instalment or with the code, or declines.
    pub(super) async fn answer_invitation(&mut self, who: usize) {
        let Some((id, code)) = self.people[who].invited.pop() else {
            return;
        };
        let found = self.people[who]
            .caller
            .get(&format!("/subscriptions/{id}"))
            .await;
        let plan = found.expect(200).data().clone();
        let me = plan["members"]
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["is_me"] == true)
            .cloned();
        if plan["status"] != "ACTIVE" || me.is_none_or(|me| me["status"] != "PENDING") {
            return;
        }
        let paid = match self.dice.below(4) {
            0 => {
                let first = &plan["savings"][0];
                let body =
                    json!({ "id": first["id"], "amount": first["amount"], "method": "wallet" });
                self.pay(who, "/quotes/savings", "/savings/pay", "savings_pay", body)
                    .await
            }
            1 => {
                let body = json!({ "code": code, "amount": plan["amount"] });
                self.pay(who, "/quotes/join", "/plans/join", "group_join", body)
                    .await
            }
            _ => {
                let key = self.key();
                cancel(&self.people[who].caller, &id, &key)
                    .await
                    .expect(200);
                self.note(&format!("{who} declines {code}"));
                self.count.declined += 1;
                return;
            }
        };
        if paid.is_some() {
            self.note(&format!("{who} accepts {code}"));
            self.people[who].plans.push(id);
            self.count.accepted += 1;
        }
    }
}
