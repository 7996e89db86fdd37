//! Listing a user's sessions, and ending them from another one.

use crate::support::{Caller, PASSWORD, World, fresh_email};
use ground::db::Tx;
use identity::operator;
use serde_json::{Value, json};
use service::access::users;
use sqlx::Row;

async fn elsewhere(world: &World, email: &str) -> Caller {
    let mut other = world.caller();
    other
        .post(
            "/auth/login",
            json!({ "email": email, "password": PASSWORD }),
        )
        .await
        .expect(200);
    other
}

async fn listed(person: &mut Caller) -> Vec<Value> {
    let answer = person.get("/auth/sessions").await;
    answer.expect(200).data().as_array().cloned().unwrap()
}

/// The ids of the calling session and the only other one.
async fn ids(person: &mut Caller) -> (String, String) {
    let all = listed(person).await;
    let id = |is_current: bool| {
        let found = all.iter().find(|one| one["is_current"] == is_current);
        found.unwrap()["id"].as_str().unwrap().to_owned()
    };
    (id(true), id(false))
}

/// Ends a session like a sign-out.
async fn by_hand(tx: &mut Tx, id: &str) {
    let ended = sqlx::query("UPDATE sessions SET ended_at_ms = 1 WHERE id = $1")
        .bind(id)
        .execute(tx.connection())
        .await;
    assert_eq!(ended.unwrap().rows_affected(), 1);
}

async fn open_now(world: &World, id: &str) -> i64 {
    let row = sqlx::query("SELECT COUNT(*) FROM sessions WHERE id = $1 AND ended_at_ms IS NULL")
        .bind(id)
        .fetch_one(&mut *world.app.db.read().await.unwrap())
        .await;
    row.unwrap().get(0)
}

on_one! {
    async fn sessions_are_listed_and_ended_from_elsewhere(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        let mut phone = elsewhere(world, &email).await;
        let mut tablet = elsewhere(world, &email).await;
        let all = listed(&mut ada).await;
        assert_eq!(all.len(), 3);
        assert_eq!(all.iter().filter(|one| one["is_current"] == true).count(), 1);
        let own = listed(&mut phone).await.into_iter().find(|one| one["is_current"] == true).unwrap();
        let path = format!("/auth/sessions/{}", own["id"].as_str().unwrap());

        let mut bola = world.member(&fresh_email()).await;
        bola.delete(&path, json!({})).await.refuses(404, "not_found");
        // This one ends by signing out.
        phone.delete(&path, json!({})).await.refuses(404, "not_found");
        ada.delete(&path, json!({})).await.expect(200);
        ada.delete(&path, json!({})).await.refuses(404, "not_found");
        phone.get("/auth/me").await.refuses(401, "unauthenticated");
        tablet.get("/auth/me").await.expect(200);
        ada.delete("/auth/sessions", json!({})).await.expect(200);
        tablet.get("/auth/me").await.refuses(401, "unauthenticated");
        assert_eq!(listed(&mut ada).await.len(), 1);
        world.caller().get("/auth/sessions").await.refuses(401, "unauthenticated");
    }
}

on_both! {
    async fn a_session_ended_meanwhile_ends_no_other(world: World) {
        for all in [false, true] {
            let email = fresh_email();
            let (mut ada, _phone) = (world.member(&email).await, elsewhere(world, &email).await);
            let (own, other) = ids(&mut ada).await;
            let mut tx = world.app.db.begin().await.unwrap();
            by_hand(&mut tx, &own).await;
            let path = if all { "/auth/sessions".into() } else { format!("/auth/sessions/{other}") };
            let ending = tokio::spawn(async move { ada.delete(&path, json!({})).await });
            world.until_stuck(&ending).await;
            tx.commit().await.unwrap();
            ending.await.unwrap().refuses(401, "unauthenticated");
            assert_eq!(open_now(world, &other).await, 1, "{all}");
        }
    }

    async fn of_two_sessions_ending_each_other_one_remains(world: World) {
        let email = fresh_email();
        let (mut ada, phone) = (world.member(&email).await, elsewhere(world, &email).await);
        let (own, other) = ids(&mut ada).await;
        let user = operator::find(&world.app, "ajo", &email).await.unwrap();
        let mut tx = world.app.db.begin().await.unwrap();
        users::lock(&mut tx, &user.id).await.unwrap();
        let calls = [(ada, &other), (phone, &own)].map(|(mut caller, id)| {
            let path = format!("/auth/sessions/{id}");
            tokio::spawn(async move { caller.delete(&path, json!({})).await.status.as_u16() })
        });
        world.until_all_stuck(&calls).await;
        tx.commit().await.unwrap();
        let [one, two] = calls;
        let mut answers = [one.await.unwrap(), two.await.unwrap()];
        answers.sort_unstable();
        assert_eq!(answers, [200, 401]);
        assert_eq!(open_now(world, &own).await + open_now(world, &other).await, 1);
    }

    async fn a_session_signed_out_meanwhile_is_not_ended_again(world: World) {
        let email = fresh_email();
        let (mut ada, _phone) = (world.member(&email).await, elsewhere(world, &email).await);
        let (_, other) = ids(&mut ada).await;
        let mut tx = world.app.db.begin().await.unwrap();
        by_hand(&mut tx, &other).await;
        let path = format!("/auth/sessions/{other}");
        let ending = tokio::spawn(async move { ada.delete(&path, json!({})).await });
        world.until_stuck(&ending).await;
        tx.commit().await.unwrap();
        ending.await.unwrap().refuses(404, "not_found");
        assert_eq!(world.count("SELECT COUNT(*) FROM audit_log WHERE event = 'session_ended'").await, 0);
    }
}
