//! Paid calls and their amounts.

use super::Simulation;
use crate::wallet::authorised;
use serde_json::Value;

/// An amount in naira as kobo.
pub(super) fn minor(text: &Value) -> i64 {
    let text = text.as_str().expect("an amount");
    let (whole, part) = text.split_once('.').expect("two decimals");
    whole.parse::<i64>().unwrap() * 100 + part.parse::<i64>().unwrap()
}

pub(super) fn naira(minor: i64) -> String {
    format!("{}.{:02}", minor / 100, minor % 100)
}

impl Simulation<'_> {
    pub(super) fn key(&mut self) -> String {
        self.keys += 1;
        format!("simulated-{:08}", self.keys)
    }

    /// Makes a paid call: quote, PIN, payment; occasionally the payment is sent twice. `None` if the quote is refused.
    pub(super) async fn pay(
        &mut self,
        who: usize,
        quote: &str,
        path: &str,
        action: &str,
        mut body: Value,
    ) -> Option<Value> {
        let quoted = self.people[who].caller.post(quote, body.clone()).await;
        if quoted.status == 409 {
            self.read_again(&quoted);
            return None;
        }
        if quoted.status != 200 {
            // An ended group is not found any more, and a debt comes first.
            let owes = quoted.status == 403 && quoted.body["code"] == "money_owed";
            if !owes && !matches!(quoted.status.as_u16(), 404 | 422) {
                self.fail(&quoted.text);
            }
            self.count.refused += 1;
            return None;
        }
        let data = quoted.data();
        let (total, payee) = (
            data["total"].as_str().unwrap(),
            data["payee"].as_str().unwrap(),
        );
        let key = self.key();
        body["quote_id"] = data["id"].clone();
        let caller = &mut self.people[who].caller;
        let mut payer = authorised(caller, action, total, payee, &key).await;
        let answer = payer.post(path, body.clone()).await;
        if answer.status == 403 && answer.body["code"] == "money_owed" {
            self.count.refused += 1;
            return None;
        }
        answer.expect(201);
        if self.dice.chance(100) {
            let again = payer.post(path, body).await;
            if again.expect(201).body != answer.body {
                self.fail("the same key was answered in two ways");
            }
        }
        let paid = answer.data().clone();
        self.own.insert(paid["reference"].as_str().unwrap().into());
        Some(paid)
    }
}
