//! Savings, individual and in groups.

use super::Simulation;
use super::payments::{minor, naira};
use crate::support::Answer;
use crate::wallet::wallet;
use domain_core::money::Currency;
use domain_core::plans::Kind;
use plans::products::{self, Facts};
use serde_json::{Value, json};

fn facts(limits: (&str, &str), (duration, unit): (i64, &str), penalty: &str) -> Facts {
    let text = |text: &str| Some(String::from(text));
    Facts {
        name: text("Simulated savings"),
        min_amount: text(limits.0),
        max_amount: text(limits.1),
        duration: Some(duration),
        duration_unit: text(unit),
        opt_out_penalty: text(penalty),
        ..Facts::default()
    }
}

impl Simulation<'_> {
    pub(super) async fn offer(&mut self) {
        let savings = [
            ("daily", facts(("100", ""), (21, "day"), "3.5")),
            (
                "weekly",
                Facts {
                    return_rate: Some("12".into()),
                    ..facts(("500", "90000"), (6, "week"), "5")
                },
            ),
            (
                "preserve",
                Facts {
                    is_flexible: Some(true),
                    pot_currency: Some(Currency::Usd),
                    ..facts(("100", ""), (4, "day"), "0")
                },
            ),
            ("monthly", facts(("1000", ""), (3, "month"), "10")),
            (
                "flexible",
                Facts {
                    is_flexible: Some(true),
                    ..facts(("100", ""), (10, "day"), "5")
                },
            ),
            (
                "group",
                Facts {
                    is_group: Some(true),
                    ..facts(("300", ""), (5, "week"), "2.5")
                },
            ),
        ];
        for (reference, facts) in savings {
            let app = &self.world.app;
            products::add(
                app,
                "ajo",
                reference,
                Kind::Savings,
                Currency::Ngn,
                &facts,
                "Grace",
            )
            .await
            .unwrap();
        }
    }

    pub(super) async fn subscribe(&mut self, who: usize) {
        let offer = self.offers[self.dice.below(self.offers.len() as u64) as usize].clone();
        let amount = naira(minor(&offer["limits"]["minimum"]) + self.dice.below(150_000) as i64);
        let mut body = json!({
            "plan_id": offer["id"], "plan_version": self.version(&offer["id"]), "type": "savings", "amount": amount, "funding_source": "wallet",
            "name": "Rent for next year", "confirm": true,
        });
        let is_open = offer["is_flexible"] == true || offer["is_group"] == true;
        if is_open && self.dice.chance(700) {
            body["duration"] = json!((self.dice.below(30) + 1).to_string());
            body["duration_unit"] = json!(["day", "week", "month"][self.dice.below(3) as usize]);
        }
        let paid = self
            .pay(
                who,
                "/quotes/plan",
                "/plans/subscribe",
                "savings_start",
                body,
            )
            .await;
        let Some(paid) = paid else { return };
        let path = format!("/plans/reference/{}", paid["reference"].as_str().unwrap());
        let found = self.people[who].caller.get(&path).await;
        let plan = found.expect(200).data().clone();
        self.note(&format!("{who} takes {} of {amount}", offer["reference"]));
        self.people[who]
            .plans
            .push(plan["id"].as_str().unwrap().into());
        if let Some(code) = plan["code"].as_str() {
            self.codes.push(code.into());
            self.groups.push((who, code.into()));
        }
        self.count.dollars += u64::from(plan["pot_currency"] == "USD");
        let id = plan["id"].as_str().unwrap().to_owned();
        self.penalties
            .insert(id, plan["plan"]["opt_out_penalty"].clone());
        self.count.subscribed += 1;
    }

    /// The version of a plan's terms that users have seen.
    pub(super) fn version(&self, plan: &Value) -> i64 {
        let known = self.versions.get(plan.as_str().unwrap());
        known.copied().unwrap_or(1)
    }

    /// Users read the changed terms, and take the plan another time.
    pub(super) fn read_again(&mut self, answer: &Answer) {
        let plan = &answer.refuses(409, "quote_changed").body["data"]["plan"];
        let version = plan["version"].as_i64().unwrap();
        let before = self
            .versions
            .insert(plan["id"].as_str().unwrap().into(), version);
        if before.unwrap_or(1) == version {
            self.fail("the same terms have changed");
        }
        self.count.seen_again += 1;
    }

    /// The plan started by a payment.
    pub(super) async fn plan_of(&mut self, who: usize, paid: &Value) -> String {
        let path = format!("/plans/reference/{}", paid["reference"].as_str().unwrap());
        let found = self.people[who].caller.get(&path).await;
        found.expect(200).data()["id"].as_str().unwrap().to_owned()
    }

    /// A running plan of the user.
    pub(super) async fn running(&mut self, who: usize) -> Option<Value> {
        while !self.people[who].plans.is_empty() {
            let at = self.dice.below(self.people[who].plans.len() as u64) as usize;
            let path = format!("/subscriptions/{}", self.people[who].plans[at]);
            let found = self.people[who].caller.get(&path).await;
            let plan = found.expect(200).data().clone();
            if plan["status"] == "ACTIVE" {
                return Some(plan);
            }
            self.people[who].plans.remove(at);
        }
        None
    }

    /// Stops a plan; the refund must match the preview.
    pub(super) async fn stop(&mut self, who: usize) {
        let Some(plan) = self.running(who).await else {
            return;
        };
        let taken = self.penalties.get(plan["id"].as_str().unwrap());
        if taken.is_some_and(|taken| *taken != plan["plan"]["opt_out_penalty"]) {
            self.fail(&format!("the terms of {} have changed", plan["reference"]));
        }
        let quote = plan["termination"].clone();
        let currency = plan["pot_currency"].as_str().unwrap().to_owned();
        let before =
            minor(&wallet(&mut self.people[who].caller, &currency).await["ledger_balance"]);
        let path = format!("/subscriptions/{}/abort", plan["id"].as_str().unwrap());
        let key = self.key();
        let body = json!({ "confirm": true });
        let mut caller = self.people[who].caller.with("idempotency-key", &key);
        let (one, other) = (
            caller.post(&path, body.clone()).await,
            caller.post(&path, body).await,
        );
        if quote["allowed"] != true {
            one.expect(422);
            self.count.refused += 1;
            return;
        }
        if one.expect(200).body != other.expect(200).body {
            self.fail("the same key was answered in two ways");
        }
        let after = minor(&wallet(&mut self.people[who].caller, &currency).await["ledger_balance"]);
        let earned = &plan["earned"]["now"];
        let earned = if earned.is_null() { 0 } else { minor(earned) };
        if after - before != minor(&quote["refund"]) + earned {
            self.fail(&format!(
                "{} came back, and {quote} was said",
                naira(after - before)
            ));
        }
        self.note(&format!("{who} stops {}", plan["reference"]));
        self.count.stopped += 1;
    }

    /// Leaves a group; the refund must match the quote.
    pub(super) async fn leave(&mut self, who: usize) {
        let mut found = None;
        for id in self.people[who].plans.clone() {
            let plan = self.people[who]
                .caller
                .get(&format!("/subscriptions/{id}"))
                .await;
            let plan = plan.expect(200).data().clone();
            found = Some(plan)
                .filter(|plan| !plan["leaving"].is_null())
                .or(found);
        }
        let Some(plan) = found else { return };
        let quote = plan["leaving"].clone();
        let before = minor(&wallet(&mut self.people[who].caller, "NGN").await["ledger_balance"]);
        let path = format!("/subscriptions/{}/leave", plan["id"].as_str().unwrap());
        let key = self.key();
        let mut caller = self.people[who].caller.with("idempotency-key", &key);
        caller
            .post(&path, json!({ "confirm": true }))
            .await
            .expect(200);
        let after = minor(&wallet(&mut self.people[who].caller, "NGN").await["ledger_balance"]);
        if after - before != minor(&quote["refund"]) {
            self.fail(&format!(
                "{} came back, and {quote} was said",
                naira(after - before)
            ));
        }
        self.note(&format!("{who} leaves {}", plan["reference"]));
        self.count.left += 1;
    }

    /// Lets a plan be paid by the change of payments or a share of what arrives.
    pub(super) async fn set_trigger(&mut self, who: usize) {
        let Some(plan) = self.running(who).await else {
            return;
        };
        let path = format!("/subscriptions/{}/trigger", plan["id"].as_str().unwrap());
        let body = match self.dice.below(3) {
            0 => json!({ "kind": "round_up", "is_on": true, "figure": "100" }),
            1 => json!({ "kind": "salary", "is_on": true, "figure": "500", "percent": "20" }),
            _ => json!({ "kind": "salary", "is_on": false }),
        };
        let key = self.key();
        let set = self.people[who]
            .caller
            .with("idempotency-key", &key)
            .post(&path, body)
            .await;
        if set.status != 200 {
            // The shares of all plans are a whole at most.
            set.expect(422);
            self.count.refused += 1;
        }
    }
}
