//! Card payments for first and later instalments and loans, at a card company with random faults.

use super::Simulation;
use super::payments::{minor, naira};
use super::providers::FAULTS;
use crate::plans::subscribe_by_pin;
use serde_json::{Value, json};
use sqlx::Row;
use wallet::cards::ask_due;

/// The longest wait of the job between two queries.
const ASKED_AGAIN_SECONDS: i64 = 601;
const DEEDS: [&str; 8] = [
    "pay",
    "pay",
    "pay",
    "decline",
    "pay_and_vanish",
    "pay_twice",
    "pay_less",
    "cancel",
];

impl Simulation<'_> {
    /// Takes savings that start with a card payment.
    pub(super) async fn subscribe_by_card(&mut self, who: usize) {
        let offer = self.offers[self.dice.below(self.offers.len() as u64) as usize].clone();
        let amount = naira(minor(&offer["limits"]["minimum"]) + self.dice.below(150_000) as i64);
        let body = json!({
            "plan_id": offer["id"], "plan_version": self.version(&offer["id"]), "type": "savings", "amount": amount, "funding_source": "card",
            "name": "Rent by card", "confirm": true,
        });
        let key = self.key();
        let asked = subscribe_by_pin(&self.people[who].caller, &key, body).await;
        if asked.status == 409 {
            return self.read_again(&asked);
        }
        if asked.status != 201 {
            if asked.status != 422 {
                self.fail(&asked.text);
            }
            self.count.refused += 1;
            return;
        }
        let id = asked.data()["id"].as_str().unwrap().to_owned();
        self.note(&format!("{who} takes {} by card", offer["reference"]));
        self.people[who].plans.push(id.clone());
        self.charge(who, "savings", &id, &amount).await;
    }

    /// Pays the next instalment of savings or of a loan, in part or in full.
    pub(super) async fn instalment_by_card(&mut self, who: usize) {
        let loan = match self.dice.chance(500) {
            true => self.people[who].loans.last().cloned(),
            false => None,
        };
        let plan = match loan {
            Some(id) => {
                let found = self.people[who]
                    .caller
                    .get(&format!("/subscriptions/{id}"))
                    .await;
                Some(found.expect(200).data().clone())
            }
            None => self.running(who).await,
        };
        let Some(plan) = plan.filter(|plan| plan["status"] == "ACTIVE") else {
            return;
        };
        let next = &plan["progress"]["next"];
        let Some(id) = next["id"].as_str() else {
            return;
        };
        let owed = minor(&next["amount"]);
        let amount = naira([owed, owed / 2][self.dice.below(2) as usize].max(100));
        self.charge(who, "instalment", id, &amount).await;
    }

    async fn charge(&mut self, who: usize, purpose: &str, id: &str, amount: &str) {
        self.company_fails_now_and_then().await;
        let body = json!({ "purpose": purpose, "id": id, "currency": "NGN", "amount": amount });
        let started = self.people[who].caller.post("/payment/card", body).await;
        self.behave("cards", "succeed").await;
        match started.status.as_u16() {
            201 => {}
            // Too small for a card, no longer owed, or the company is unavailable.
            422 | 503 => {
                self.count.refused += 1;
                return;
            }
            _ => self.fail(&started.text),
        }
        let tx_ref = started.data()["tx_ref"].as_str().unwrap().to_owned();
        let deed = DEEDS[self.dice.below(DEEDS.len() as u64) as usize];
        let path = format!("/sandbox/card/{tx_ref}");
        let mut page = self.world.caller();
        page.put(&path, json!({ "deed": deed })).await.expect(200);
        // A page without a response is paid again.
        if deed == "pay_and_vanish" && self.dice.chance(300) {
            page.put(&path, json!({ "deed": deed })).await.expect(200);
        }
        if self.dice.chance(500) {
            self.returns(who, &tx_ref).await;
        }
        self.note(&format!("{who}, {purpose} {id} of {amount}: {deed}"));
        self.count.charged += 1;
    }

    pub(super) async fn company_fails_now_and_then(&mut self) {
        if self.dice.chance(300) {
            let outcome = FAULTS[self.dice.below(4) as usize];
            self.behave("cards", outcome).await;
        }
    }

    /// The browser returns while the company responds randomly.
    async fn returns(&mut self, who: usize, tx_ref: &str) {
        self.company_fails_now_and_then().await;
        let body = json!({ "tx_ref": tx_ref });
        let told = self.people[who]
            .caller
            .post("/payment/flutter/confirm", body)
            .await;
        self.behave("cards", "succeed").await;
        if !matches!(told.status.as_u16(), 200 | 503) {
            self.fail(&told.text);
        }
    }

    /// The job queries the company, which fails randomly, and then responds.
    pub(super) async fn ask_about_cards(&mut self) {
        for _ in 0..2 {
            let outcome = FAULTS[self.dice.below(4) as usize];
            self.behave("cards", outcome).await;
            self.world.advance_seconds(20);
            self.ask_all().await;
        }
        self.behave("cards", "succeed").await;
        for _ in 0..3 {
            self.world.advance_seconds(ASKED_AGAIN_SECONDS);
            self.ask_all().await;
        }
    }

    async fn ask_all(&self) {
        while self.is_due("card").await {
            ask_due(&self.world.app).await.unwrap();
        }
    }

    /// Checks that exactly the card payments have been credited, once each; one that was charged back before it was
    /// seen never arrives.
    pub(super) async fn check_cards(&self) {
        let mut connection = self.world.app.db.read().await.unwrap();
        let paid = sqlx::query(
            "SELECT id, amount FROM sandbox_card_payments p WHERE status = 'successful' AND (is_taken_back = 0 \
             OR EXISTS (SELECT 1 FROM card_payments c WHERE c.provider_reference = p.id)) ORDER BY id",
        );
        let paid = paid.fetch_all(&mut *connection).await.unwrap();
        let credited = sqlx::query(
            "SELECT provider_reference, amount_minor FROM card_payments WHERE reference IS NOT NULL ORDER BY provider_reference",
        );
        let credited = credited.fetch_all(&mut *connection).await.unwrap();
        let paid: Vec<(String, i64)> = paid
            .iter()
            .map(|row| (row.get(0), minor(&Value::from(row.get::<String, _>(1)))))
            .collect();
        let credited: Vec<(String, i64)> = credited
            .iter()
            .map(|row| (row.get(0), row.get(1)))
            .collect();
        if paid != credited {
            let unseen: Vec<_> = paid.iter().filter(|one| !credited.contains(one)).collect();
            self.fail(&format!("paid by card and not credited: {unseen:?}"));
        }
    }
}
