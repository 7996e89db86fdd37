//! Direct debit mandates: authorised, and revoked.

use super::*;
use crate::providers::paystack::{Paystack, Stage};
use crate::support::Engine;
use axum::http::{HeaderMap, Method};
use ground::pause::Pause;
use providers::mandate::{
    DebitOrder, DebitStatus, MandateNotice, MandateNoticeError, MandatePort, MandateStatus,
    MandateUnavailable, Payer, StartedMandate,
};
use providers::{Later, Ports};
use std::sync::Arc;
use wallet::mandates::ask_due;

async fn start(person: &mut Caller) -> String {
    let started = person.post("/activate-mandate", json!({})).await;
    let url = started.expect(201).data()["redirect_url"].clone();
    String::from(url.as_str().unwrap().rsplit('/').next().unwrap())
}

async fn act(world: &World, reference: &str, deed: &str) -> Value {
    let path = format!("/sandbox/mandate/{reference}");
    let answer = world.caller().put(&path, json!({ "deed": deed })).await;
    answer.expect(200).data()["redirect_to"].clone()
}

async fn mandates(person: &mut Caller) -> Vec<Value> {
    let list = person.get("/mandates").await;
    list.expect(200).data().as_array().cloned().unwrap()
}

on_one! {
    async fn a_mandate_is_authorised_at_the_bank_and_revoked_in_the_app(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let reference = start(&mut ada).await;
        let pending = mandates(&mut ada).await.remove(0);
        assert_eq!(pending["state"], "pending");
        let back = act(world, &reference, "authorise_slowly").await;
        let id = pending["id"].as_str().unwrap();
        assert_eq!(back, ["http://ajo.localhost:8080/settings?mandate=", id].concat());
        ask_due(&world.app).await.unwrap();
        assert_eq!(mandates(&mut ada).await[0]["state"], "waiting");
        act(world, &reference, "authorise").await;
        ask_due(&world.app).await.unwrap();
        let active = mandates(&mut ada).await.remove(0);
        assert_eq!((&active["state"], &active["bank"]), (&json!("active"), &json!("Sandbox Bank")));

        let path = format!("/mandates/{}", active["id"].as_str().unwrap());
        let mut ben = world.member(&fresh_email()).await;
        ben.delete(&path, json!({})).await.refuses(404, "not_found");
        assert_eq!(mandates(&mut ben).await.len(), 0);
        ada.delete(&path, json!({})).await.expect(200);
        assert_eq!(mandates(&mut ada).await.len(), 0);
        ada.delete(&path, json!({})).await.refuses(404, "not_found");
        ask_due(&world.app).await.unwrap();
        let told = world.caller().get(&format!("/sandbox/mandate/{reference}")).await;
        assert_eq!(told.expect(200).data()["status"], "ended");
        world.caller().post("/activate-mandate", json!({})).await.refuses(401, "unauthenticated");
        world.caller().post("/hooks/mandate", json!({})).await.refuses(404, "not_found");
    }

    async fn a_mandate_revoked_before_authorisation_never_becomes_active(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let reference = start(&mut ada).await;
        let id = mandates(&mut ada).await[0]["id"].clone();
        ada.delete(&format!("/mandates/{}", id.as_str().unwrap()), json!({})).await.expect(200);
        ask_due(&world.app).await.unwrap();
        // The bank's page was still open.
        act(world, &reference, "authorise").await;
        ask_due(&world.app).await.unwrap();
        assert_eq!(mandates(&mut ada).await.len(), 0);
        let told = world.caller().get(&format!("/sandbox/mandate/{reference}")).await;
        assert_eq!(told.expect(200).data()["status"], "ended");
    }

    async fn an_unauthorised_mandate_expires(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        start(&mut ada).await;
        for _ in 0..20 {
            world.advance_seconds(12 * 3_600);
            ask_due(&world.app).await.unwrap();
        }
        let row = sqlx::query("SELECT state FROM mandates").fetch_one(&mut *world.app.db.read().await.unwrap()).await.unwrap();
        assert_eq!(sqlx::Row::get::<String, _>(&row, "state"), "expired");
    }
}

#[tokio::test]
async fn a_notice_must_be_signed_and_only_triggers_a_query() {
    let postgres = Engine::postgres_is_there().then_some(Engine::Postgres);
    for engine in std::iter::once(Engine::Sqlite).chain(postgres) {
        let company = Paystack::start().await;
        let settings = company.settings();
        let settings: Vec<(&str, &str)> = settings
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let world = World::with(engine, &settings).await;
        let mut ada = world.member(&fresh_email()).await;
        company.loses_answer();
        ada.post("/activate-mandate", json!({}))
            .await
            .refuses(503, "unavailable");
        let reference = start(&mut ada).await;
        let (body, signature) = Paystack::notice("direct_debit.authorization.active", &reference);
        let send = async |signature: &str, body: &str| {
            let sender = world.caller().with("x-paystack-signature", signature);
            sender
                .raw(
                    Method::POST,
                    "/api/hooks/mandate",
                    "application/json",
                    body.to_owned(),
                )
                .await
        };
        send("00", &body).await.refuses(401, "unauthenticated");
        send(&signature, &body.replace("active", "absent"))
            .await
            .refuses(401, "unauthenticated");
        // The notice says so, but the company does not: nothing happens.
        for _ in 0..3 {
            send(&signature, &body).await.expect(200);
        }
        ask_due(&world.app).await.unwrap();
        assert_eq!(mandates(&mut ada).await[0]["state"], "pending");
        company.set(&reference, Stage::Active);
        send(&signature, &body).await.expect(200);
        ask_due(&world.app).await.unwrap();
        assert_eq!(mandates(&mut ada).await[0]["bank"], "Guaranty Trust Bank");
        // The company is unavailable when the mandate is revoked: it is ended there later.
        let id = mandates(&mut ada).await[0]["id"].clone();
        ada.delete(&format!("/mandates/{}", id.as_str().unwrap()), json!({}))
            .await
            .expect(200);
        company.is_away();
        ask_due(&world.app).await.unwrap();
        assert_eq!(company.stage(&reference), Stage::Active);
        world.advance_seconds(60);
        ask_due(&world.app).await.unwrap();
        assert_eq!(company.stage(&reference), Stage::Ended);
        world.end().await;
    }
}

/// A company whose response a test can pause.
struct Held {
    company: Arc<dyn MandatePort>,
    answered: Pause,
}

impl MandatePort for Held {
    fn start<'a>(
        &'a self,
        payer: &'a Payer,
    ) -> Later<'a, Result<StartedMandate, MandateUnavailable>> {
        self.company.start(payer)
    }

    fn status<'a>(
        &'a self,
        reference: &'a str,
    ) -> Later<'a, Result<MandateStatus, MandateUnavailable>> {
        Box::pin(async move {
            let status = self.company.status(reference).await;
            self.answered.pass().await;
            status
        })
    }

    fn end<'a>(&'a self, reference: &'a str) -> Later<'a, Result<(), MandateUnavailable>> {
        self.company.end(reference)
    }

    fn debit<'a>(
        &'a self,
        order: &'a DebitOrder,
    ) -> Later<'a, Result<DebitStatus, MandateUnavailable>> {
        self.company.debit(order)
    }

    fn debit_status<'a>(
        &'a self,
        reference: &'a str,
    ) -> Later<'a, Result<DebitStatus, MandateUnavailable>> {
        self.company.debit_status(reference)
    }

    fn notice(
        &self,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Result<Option<MandateNotice>, MandateNoticeError> {
        self.company.notice(headers, body)
    }
}

#[tokio::test]
async fn a_mandate_revoked_during_the_query_never_becomes_active() {
    let postgres = Engine::postgres_is_there().then_some(Engine::Postgres);
    for engine in std::iter::once(Engine::Sqlite).chain(postgres) {
        let answered = Pause::default();
        let held = |ports: Ports| Ports {
            mandates: Arc::new(Held {
                company: ports.mandates.clone(),
                answered: answered.clone(),
            }),
            ..ports
        };
        let settings = [("AJO_RATE_LIMIT_FACTOR", "0")];
        let world = World::with_ports(engine, &settings, held).await;
        let mut ada = world.member(&fresh_email()).await;
        let reference = start(&mut ada).await;
        let id = mandates(&mut ada).await[0]["id"].clone();
        act(&world, &reference, "authorise").await;
        let mut paused = answered.next();
        let app = world.app.clone();
        let asking = tokio::spawn(async move { ask_due(&app).await });
        // The company has responded that it is active.
        paused.reached().await;
        let path = format!("/mandates/{}", id.as_str().unwrap());
        ada.delete(&path, json!({})).await.expect(200);
        paused.go();
        asking.await.unwrap().unwrap();
        assert_eq!(mandates(&mut ada).await.len(), 0);
        ask_due(&world.app).await.unwrap();
        let path = format!("/sandbox/mandate/{reference}");
        let told = world.caller().get(&path).await;
        assert_eq!(told.expect(200).data()["status"], "ended");
        world.end().await;
    }
}
