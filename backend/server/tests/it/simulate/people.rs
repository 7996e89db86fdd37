//! The users: their accounts, and their actions on a day.

use super::Simulation;
use super::payments::naira;
use crate::plans::{direct_debits, loans};
use crate::support::{Caller, PASSWORD, fresh_email};
use crate::wallet::credit;
use serde_json::json;

pub(super) struct Person {
    pub(super) caller: Caller,
    email: String,
    /// Their savings, by identifier.
    pub(super) plans: Vec<String>,
    pub(super) loans: Vec<String>,
    pub(super) sets: Vec<String>,
    /// Plans that wait for a bank transfer, and its amount.
    pub(super) waiting: Vec<(String, String)>,
    /// Groups that others have added them to, and their codes.
    pub(super) invited: Vec<(String, String)>,
    pub(super) uuid: String,
}

impl Simulation<'_> {
    pub(super) async fn enter(&mut self, people: u64) {
        for _ in 0..people {
            let email = fresh_email();
            let mut caller = self.world.member_with_pin(&email).await;
            // Some have too little for the plans that they take.
            let amount = ["2500.00", "20000.00"][self.dice.below(2) as usize];
            credit(self.world, &mut caller, "NGN", amount).await;
            if self.offers.is_empty() {
                let plans = caller.get("/plans?type=savings").await;
                self.offers = plans.expect(200).data().as_array().cloned().unwrap();
            }
            let uuid = loans::id_of(&mut caller).await;
            self.people.push(Person {
                caller,
                email,
                plans: Vec::new(),
                loans: Vec::new(),
                sets: Vec::new(),
                waiting: Vec::new(),
                invited: Vec::new(),
                uuid,
            });
            self.equip(self.people.len() - 1).await;
            self.allow_notices(self.people.len() - 1).await;
        }
    }

    /// Gives most users the conditions for a loan, some with an operator's decision, and some a mandate for direct
    /// debits.
    async fn equip(&mut self, who: usize) {
        if self.dice.chance(700) {
            loans::may_borrow(self.world, &mut self.people[who].caller).await;
        } else if self.dice.chance(700) {
            loans::may_ask(self.world, &mut self.people[who].caller).await;
        }
        if self.dice.chance(400) {
            direct_debits::mandate(self.world, &mut self.people[who].caller).await;
            self.switch_auto_save(who).await;
        }
    }

    pub(super) async fn sign_in(&mut self, who: usize) {
        let person = &mut self.people[who];
        let body = json!({ "email": person.email, "password": PASSWORD });
        person.caller.post("/auth/login", body).await.expect(200);
    }

    async fn switch_auto_save(&mut self, who: usize) {
        let is_on = self.dice.chance(700);
        let body = json!({ "name": "auto_save", "value": is_on.to_string() });
        let set = self.people[who]
            .caller
            .post("/account/settings", body)
            .await;
        if !set.status.is_success() {
            self.fail(&set.text);
        }
        self.note(&format!("{who} switches auto save to {is_on}"));
    }

    /// A random user for whom `has` is true, signed in.
    pub(super) async fn anybody(&mut self, has: impl Fn(&Person) -> bool) -> Option<usize> {
        let all = 0..self.people.len();
        let those: Vec<usize> = all.filter(|who| has(&self.people[*who])).collect();
        if those.is_empty() {
            return None;
        }
        let who = those[self.dice.below(those.len() as u64) as usize];
        self.sign_in(who).await;
        Some(who)
    }

    pub(super) async fn live(&mut self, who: usize) {
        if !self.dice.chance(250) {
            return;
        }
        self.sign_in(who).await;
        // Invitations are answered soon.
        if !self.people[who].invited.is_empty() && self.dice.chance(500) {
            return self.answer_invitation(who).await;
        }
        match self.dice.below(57) {
            0..4 => {
                let amount = naira(50_000 + self.dice.below(2_000_000) as i64);
                credit(self.world, &mut self.people[who].caller, "NGN", &amount).await;
            }
            4..8 => self.subscribe(who).await,
            8..10 => self.join(who).await,
            10..16 => self.instalment(who).await,
            16..18 => self.switch_auto_save(who).await,
            18..20 => self.stop(who).await,
            20..22 => self.borrow(who).await,
            22..25 => self.repay(who).await,
            25..27 => self.buy_coins(who).await,
            27 => self.sell_coins().await,
            28..31 => self.subscribe_by_card(who).await,
            31 | 35 => self.withdraw(who).await,
            32 | 34 => self.take_back().await,
            33 => self.come_back().await,
            36..39 => self.subscribe_by_bank(who).await,
            39..41 => self.transfer_from_bank(who).await,
            41 => self.cancel_waiting().await,
            42..45 => self.add_member().await,
            45..47 => self.leave(who).await,
            47..56 => self.set_trigger(who).await,
            _ => self.instalment_by_card(who).await,
        }
    }
}
