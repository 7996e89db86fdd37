//! Memberships that end, or messages that are removed, between a check and the write that depends on it.

use super::{cluster, join, pair, say, somebody, texts};
use crate::community::chat::files::{PDF, attach_at};
use crate::support::World;
use community::clusters::operator::{Change, remove_message, set};
use domain_core::community::membership::{ClusterStatus, MOST_CLUSTERS};
use ground::db::Tx;
use serde_json::json;
use sqlx::Row;
use tokio::task::JoinSet;

async fn by_hand(tx: &mut Tx, statement: &'static str, cluster: &str, user: &str) {
    sqlx::query(statement)
        .bind(cluster)
        .bind(user)
        .execute(tx.connection())
        .await
        .unwrap();
}

const REMOVED: &str =
    "UPDATE cluster_members SET membership = 'removed' WHERE cluster_id = $1 AND user_id = $2";

on_both! {
    async fn a_message_waiting_for_a_removal_is_not_sent(world: World) {
        let cluster = cluster(world, "IKEJA01").await;
        let (mut ada, her) = somebody(world).await;
        join(&mut ada, "IKEJA01").await.expect(200);
        let mut tx = world.app.db.begin().await.unwrap();
        by_hand(&mut tx, REMOVED, &cluster, &her.id).await;
        let (mut sender, place) = (ada.clone(), cluster.clone());
        let sending = tokio::spawn(async move { say(&mut sender, &place, "message-1", "Hello").await });
        let (uploader, path) = (ada.clone(), format!("/api/clusters/{cluster}/attachments"));
        let uploading = tokio::spawn(async move { attach_at(&uploader, &path, "a.pdf", "application/pdf", PDF).await });
        let (mut reader, path) = (ada.clone(), format!("/clusters/{cluster}/mute"));
        let muting = tokio::spawn(async move { reader.put(&path, json!({ "muted": true })).await });
        for call in [&sending, &uploading, &muting] {
            world.until_stuck(call).await;
        }
        tx.commit().await.unwrap();
        for call in [sending, uploading, muting] {
            call.await.unwrap().refuses(404, "no_channel");
        }
        let kept = sqlx::query("SELECT (SELECT COUNT(*) FROM chat_messages) + (SELECT COUNT(*) FROM chat_attachments) AS found");
        let kept = kept.fetch_one(&mut *world.app.db.read().await.unwrap()).await.unwrap();
        assert_eq!(kept.get::<i64, _>("found"), 0);
    }

    async fn a_message_waiting_for_a_closing_cluster_is_not_sent(world: World) {
        let mut pair = pair(world).await;
        say(&mut pair.ada, &pair.cluster, "message-1", "Hello").await.expect(201);
        let mut tx = world.app.db.begin().await.unwrap();
        by_hand(&mut tx, "UPDATE chat_channels SET length = length WHERE subject = $1 AND $2 = $2", &pair.cluster, "").await;
        by_hand(&mut tx, "UPDATE clusters SET status = 'closed' WHERE id = $1 AND $2 = $2", &pair.cluster, "").await;
        let (mut sender, place) = (pair.ada.clone(), pair.cluster.clone());
        let sending = tokio::spawn(async move { say(&mut sender, &place, "message-2", "Hello?").await });
        world.until_stuck(&sending).await;
        tx.commit().await.unwrap();
        sending.await.unwrap().refuses(409, "cluster_closed");
    }

    async fn closing_waits_for_a_message_in_progress(world: World) {
        let mut pair = pair(world).await;
        say(&mut pair.ada, &pair.cluster, "message-1", "Hello").await.expect(201);
        // Locked as by a sender.
        let mut tx = world.app.db.begin().await.unwrap();
        by_hand(&mut tx, "UPDATE chat_channels SET length = length WHERE subject = $1 AND $2 = $2", &pair.cluster, "").await;
        let app = world.app.clone();
        let closed = Change { status: Some(ClusterStatus::Closed), ..Change::default() };
        let closing = tokio::spawn(async move { set(&app, "ajo", "IKEJA01", &closed, "Grace").await });
        world.until_stuck(&closing).await;
        assert!(!closing.is_finished());
        tx.commit().await.unwrap();
        closing.await.unwrap().unwrap();
        say(&mut pair.ada, &pair.cluster, "message-2", "Hello").await.refuses(409, "cluster_closed");
    }

    async fn concurrent_leaving_and_joining_ends_in_either_state(world: World) {
        let pair = pair(world).await;
        for _ in 0..10 {
            let (mut joiner, mut leaver) = (pair.obi.clone(), pair.obi.clone());
            let path = format!("/clusters/{}/membership", pair.cluster);
            let joining = tokio::spawn(async move { join(&mut joiner, "IKEJA01").await.status.as_u16() });
            let leaving = tokio::spawn(async move { leaver.delete(&path, json!({})).await.status.as_u16() });
            let (joined, left) = (joining.await.unwrap(), leaving.await.unwrap());
            assert!(joined == 200 && (left == 200 || left == 404), "{joined} {left}");
            let mut obi = pair.obi.clone();
            let is_member = !obi.get("/clusters").await.data().as_array().unwrap().is_empty();
            let reads = obi.get(&format!("/clusters/{}/messages", pair.cluster)).await.status.as_u16();
            assert_eq!(reads == 200, is_member);
            join(&mut obi, "IKEJA01").await.expect(200);
        }
    }

    async fn concurrent_joins_keep_the_limit_of_ten_clusters(world: World) {
        let (ada, _) = somebody(world).await;
        let mut calls = JoinSet::new();
        for number in 0..MOST_CLUSTERS + 3 {
            let code = format!("IKEJA{number}");
            cluster(world, &code).await;
            let mut ada = ada.clone();
            calls.spawn(async move { join(&mut ada, &code).await.status.as_u16() });
        }
        let mut answered = calls.join_all().await;
        answered.sort_unstable();
        let expected: Vec<u16> = [vec![200; 10], vec![409; 3]].concat();
        assert_eq!(answered, expected);
    }

    async fn a_message_removed_during_a_repeat_stays_removed(world: World) {
        let mut pair = pair(world).await;
        for number in 1..=5 {
            let name = format!("message-{number}");
            say(&mut pair.ada, &pair.cluster, &name, "Hello").await.expect(201);
            let (mut sender, place) = (pair.ada.clone(), pair.cluster.clone());
            let sending = tokio::spawn(async move { say(&mut sender, &place, &name, "Hello").await.status.as_u16() });
            remove_message(&world.app, "ajo", "IKEJA01", number, "Grace").await.unwrap();
            assert_eq!(sending.await.unwrap(), 200);
        }
        assert_eq!(texts(&mut pair.obi, &pair.cluster).await, [""; 5]);
    }
}
