//! Where a user is signed in, and ending it from elsewhere.

use crate::support::{Caller, PASSWORD, World, fresh_email};
use serde_json::{Value, json};

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

on_both! {
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
