//! Concurrent payments of which the balance covers one: one is made.

use super::keyed::{ALL, Payer, Setting, What};
use crate::support::World;
use crate::support::dice::{race_calls, race_rounds};
use futures_util::future::join_all;

async fn one_of_many_is_made(setting: &Setting<'_>, what: What) {
    let mut payer = Payer::new(setting).await;
    let mut ready = Vec::new();
    for _ in 0..race_calls(20) {
        let good = payer.good(what).await;
        let key = payer.key();
        ready.push((payer.authorised(&good, &key).await, good));
    }
    let (_, one) = ready[0].clone();
    payer.fund(&one).await;
    let sent = ready.into_iter().map(|(mut caller, good)| {
        tokio::spawn(async move { caller.post(&good.path, good.body).await })
    });
    let mut made = 0;
    for answer in join_all(sent).await {
        let answer = answer.unwrap();
        assert!(answer.status.as_u16() < 500, "{what:?}: {}", answer.text);
        made += usize::from(answer.status.is_success());
    }
    assert_eq!(made, 1, "{what:?}");
    let left = payer.available(&one).await;
    assert!(!left.starts_with('-'), "{what:?}: {left}");
}

on_both! {
    async fn concurrent_payments_covered_once_are_made_once(world: World) {
        let setting = Setting::new(world).await;
        for what in ALL.into_iter().filter(|what| what.is_debit()) {
            for _ in 0..race_rounds() {
                one_of_many_is_made(&setting, what).await;
            }
        }
    }
}
