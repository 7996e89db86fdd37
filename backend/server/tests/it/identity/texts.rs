//! Without text messages, no response promises a code by phone.

use crate::support::{Engine, World, fresh_email};
use providers::messages::{Channel, Message, MessageError, Messages};
use providers::{Later, Ports};
use serde_json::json;
use std::sync::Arc;

/// A provider for emails only.
struct Letters(Arc<dyn Messages>);

impl Messages for Letters {
    fn sends(&self, channel: Channel) -> bool {
        channel == Channel::Email
    }

    fn send(&self, message: Message) -> Later<'_, Result<(), MessageError>> {
        self.0.send(message)
    }
}

async fn refused(engine: Engine) {
    let without_texts = |mut ports: Ports| {
        ports.messages = Arc::new(Letters(ports.messages));
        ports
    };
    let world = World::with_ports(engine, &[], without_texts).await;
    let mut ada = world.member(&fresh_email()).await;
    let about =
        json!({ "first_name": "Ada", "last_name": "Obi", "gender": "female", "dob": "17-03-1994" });
    ada.post("/profile", about).await.expect(200);
    for (path, body) in [
        ("/phone/code", json!({ "phone": "08031112222" })),
        ("/identity/auth/init", json!({ "bvn": "22100000001" })),
        ("/identity/register/init", json!({ "nin": "71100000001" })),
        ("/verify/bvn", json!({ "bvn": "22100000001" })),
    ] {
        let answer = ada.post(path, body).await;
        answer.refuses(503, "unavailable");
        let words = "We cannot send text messages at the moment. Please contact support.";
        assert_eq!(answer.body["message"], words, "{path}");
    }
    let configuration = ada.get("/app-configuration").await;
    assert_eq!(configuration.expect(200).data()["national_numbers"], false);
    world.end().await;
}

#[tokio::test]
async fn codes_to_phones_are_refused_without_a_provider_on_sqlite() {
    refused(Engine::Sqlite).await;
}

#[tokio::test]
async fn codes_to_phones_are_refused_without_a_provider_on_postgres() {
    if Engine::postgres_is_there() {
        refused(Engine::Postgres).await;
    }
}

on_one! {
    async fn national_numbers_are_available_with_text_messages(world: World) {
        let configuration = world.caller().get("/app-configuration").await;
        assert_eq!(configuration.expect(200).data()["national_numbers"], true);
    }
}
