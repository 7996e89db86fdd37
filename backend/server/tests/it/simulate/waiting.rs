//! Plans that wait for a bank transfer, which may or may not arrive.

use super::Simulation;
use super::payments::{minor, naira};
use crate::plans::subscribe_by_pin;
use crate::plans::waiting::cancel;
use crate::wallet::credit;
use serde_json::json;

impl Simulation<'_> {
    /// Takes savings that start with a bank transfer.
    pub(super) async fn subscribe_by_bank(&mut self, who: usize) {
        let offer = self.offers[self.dice.below(self.offers.len() as u64) as usize].clone();
        let amount = naira(minor(&offer["limits"]["minimum"]) + self.dice.below(150_000) as i64);
        let body = json!({
            "plan_id": offer["id"], "plan_version": self.version(&offer["id"]), "type": "savings", "amount": amount,
            "funding_source": "bank", "name": "Rent by bank", "confirm": true,
        });
        let key = self.key();
        let asked = subscribe_by_pin(&self.people[who].caller, &key, body).await;
        match asked.status.as_u16() {
            201 => {}
            409 => return self.read_again(&asked),
            422 => {
                self.count.refused += 1;
                return;
            }
            _ => self.fail(&asked.text),
        }
        let id = asked.data()["id"].as_str().unwrap().to_owned();
        self.note(&format!("{who} takes {} by bank", offer["reference"]));
        self.people[who].waiting.push((id, amount));
        self.count.awaited += 1;
    }

    /// Transfers exactly the amount that one of them waits for. Another plan may match it.
    pub(super) async fn transfer_from_bank(&mut self, who: usize) {
        let Some((id, amount)) = self.people[who].waiting.pop() else {
            return;
        };
        credit(self.world, &mut self.people[who].caller, "NGN", &amount).await;
        let path = format!("/subscriptions/{id}");
        let found = self.people[who].caller.get(&path).await;
        let status = found.expect(200).data()["status"].clone();
        self.note(&format!("{who} transfers {amount}: {status}"));
        match status.as_str() {
            Some("ACTIVE") => {
                self.people[who].plans.push(id);
                self.count.begun += 1;
            }
            Some("PENDING") => self.people[who].waiting.insert(0, (id, amount)),
            // It has expired.
            _ => {}
        }
    }

    /// Cancels a waiting plan; one that no longer waits is refused.
    pub(super) async fn cancel_waiting(&mut self) {
        let Some(who) = self.anybody(|person| !person.waiting.is_empty()).await else {
            return;
        };
        let (id, _) = self.people[who].waiting.pop().unwrap();
        let key = self.key();
        let answer = cancel(&self.people[who].caller, &id, &key).await;
        self.note(&format!("{who} cancels {id}: {}", answer.status));
        match answer.status.as_u16() {
            200 => self.count.cancelled += 1,
            422 => self.count.refused += 1,
            _ => self.fail(&answer.text),
        }
    }
}
