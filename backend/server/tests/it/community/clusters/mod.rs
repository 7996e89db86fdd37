//! Clusters: joining, conversations, and removals by the operator.

mod joining;
mod operator;
mod races;
mod talking;

use super::chat::{all, somebody};
use crate::support::{Answer, Caller, World};
use community::clusters::operator::{Change, add};
use serde_json::{Value, json};

/// A cluster of the first brand with a code; its uuid.
pub async fn cluster(world: &World, code: &str) -> String {
    cluster_in(world, code, "Lagos").await
}

pub async fn cluster_in(world: &World, code: &str, state: &str) -> String {
    let change = Change {
        name: Some(format!("{code} Traders")),
        state: Some(state.into()),
        lga: Some("Ikeja".into()),
        whatsapp_link: Some("https://chat.whatsapp.com/Traders1".into()),
        support_email: Some("traders@example.com".into()),
        status: None,
    };
    add(&world.app, "ajo", code, &change, "Grace")
        .await
        .unwrap()
}

pub async fn join(person: &mut Caller, code: &str) -> Answer {
    person
        .patch("/business/join", json!({ "code": code }))
        .await
}

pub async fn say(person: &mut Caller, cluster: &str, client_id: &str, message: &str) -> Answer {
    let body = json!({ "client_id": client_id, "message": message });
    person
        .post(&format!("/clusters/{cluster}/messages"), body)
        .await
}

/// The texts that a member can read.
pub async fn texts(person: &mut Caller, cluster: &str) -> Vec<String> {
    let answer = person.get(&format!("/clusters/{cluster}/messages")).await;
    all(&answer.expect(200).data()["messages"], "message")
}

/// Two members of a cluster.
pub struct Pair {
    pub cluster: String,
    pub ada: Caller,
    pub obi: Caller,
}

pub async fn pair(world: &World) -> Pair {
    let cluster = cluster(world, "IKEJA01").await;
    let ((mut ada, _), (mut obi, _)) = (somebody(world).await, somebody(world).await);
    for person in [&mut ada, &mut obi] {
        join(person, "IKEJA01").await.expect(200);
    }
    Pair { cluster, ada, obi }
}

/// The cluster's entry in the chat's list of channels.
pub async fn entry(person: &mut Caller, cluster: &str) -> Option<Value> {
    let answer = person.get("/auth/chat").await;
    let channels = answer.expect(200).data()["channels"]
        .as_array()
        .unwrap()
        .clone();
    channels.into_iter().find(|one| one["uuid"] == *cluster)
}
