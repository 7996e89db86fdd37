//! The operator, who decides on waiting loans, marks loans as bad, and changes offers.

use super::Simulation;
use domain_core::calendar::Instant;
use domain_core::money::{Currency, Rate};
use domain_core::status::Status;
use plans::groups;
use plans::loans::operator;
use plans::products::{self, Facts};

impl Simulation<'_> {
    pub(super) async fn decide_loans(&mut self) {
        let app = &self.world.app;
        for waiting in operator::list(app, "ajo", Status::Initiated).await.unwrap() {
            let reference = &waiting.reference;
            match self.dice.below(3) {
                0 => {
                    let declined =
                        operator::decline(app, "ajo", reference, "Not this time.", "Grace").await;
                    declined.unwrap();
                    self.count.refused_loans += 1;
                }
                1 => match operator::approve(app, "ajo", reference, "Grace").await {
                    Ok(()) => self.count.approved += 1,
                    // Refused by the limits.
                    Err(_) => self.count.refused += 1,
                },
                // Decided another day.
                _ => {}
            }
        }
        for running in operator::list(app, "ajo", Status::Active).await.unwrap() {
            if self.dice.chance(100)
                && operator::bad(app, "ajo", &running.reference, "Grace")
                    .await
                    .is_ok()
            {
                self.count.bad += 1;
            }
        }
    }

    /// Ends a group as if its creator were gone.
    pub(super) async fn end_abandoned(&mut self) {
        if self.codes.is_empty() || !self.dice.chance(100) {
            return;
        }
        let code = self.codes[self.dice.below(self.codes.len() as u64) as usize].clone();
        let ended = groups::operator::end(&self.world.app, "ajo", &code, "gone", "Grace").await;
        if ended.is_ok() {
            self.note(&format!("{code} is ended by hand"));
            self.count.abandoned += 1;
        }
    }

    /// The naira rises or falls by up to a tenth.
    pub(super) async fn set_rate(&mut self) {
        let sell = 1_350 + self.dice.below(300);
        let rate = |naira: u64| Rate::parse(&naira.to_string()).unwrap();
        let now = Instant(self.world.clock.now_ms());
        let set = money::rates::set(
            &self.world.app,
            Currency::Ngn,
            rate(sell),
            rate(sell - 20),
            now,
        );
        set.await.unwrap();
    }

    /// Changes the penalty of every plan and the interest of the loan, for those who take it from now on.
    pub(super) async fn change_terms(&mut self) {
        let penalty = || Facts {
            opt_out_penalty: Some("20".into()),
            ..Facts::default()
        };
        let interest = Facts {
            take_profit: Some("9".into()),
            ..Facts::default()
        };
        let all = ["daily", "weekly", "monthly", "group", "large"]
            .map(|reference| (reference, penalty()));
        for (reference, facts) in all.into_iter().chain([("quick", interest)]) {
            let set = products::set(&self.world.app, "ajo", reference, &facts, "Grace").await;
            set.unwrap();
        }
    }
}
