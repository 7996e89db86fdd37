//! The chat with support: messages, replies, and their announcement.

mod entrance;
pub mod files;
mod messages;
mod operator;
mod places;

use crate::support::{Answer, Caller, World, fresh_email};
use identity::operator::find;
use serde_json::{Value, json};
use service::access::users::User;

/// A new member, and their row.
pub async fn somebody(world: &World) -> (Caller, User) {
    let email = fresh_email();
    let person = world.member(&email).await;
    (person, find(&world.app, "ajo", &email).await.unwrap())
}

pub async fn say(person: &mut Caller, client_id: &str, message: &str) -> Answer {
    let body = json!({ "client_id": client_id, "message": message });
    person.post("/support/messages", body).await
}

/// The texts of a user's conversation, in order.
pub async fn texts(person: &mut Caller) -> Vec<String> {
    let answer = person.get("/support/messages").await;
    all(&answer.expect(200).data()["messages"], "message")
}

pub fn all(messages: &Value, name: &str) -> Vec<String> {
    let text = |one: &Value| match &one[name] {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    messages.as_array().unwrap().iter().map(text).collect()
}
