//! Concurrent uploads: two per user.

use crate::community::chat::files::{PDF, attach};
use crate::identity::avatars::BOUNDARY;
use crate::support::{Answer, Caller, World, fresh_email};
use axum::body::{Body, Bytes};
use axum::http::Method;
use http_body_util::channel::{Channel, Sender};
use tokio::task::JoinHandle;

/// An upload in progress.
struct Arriving {
    pieces: Sender<Bytes>,
    call: JoinHandle<Answer>,
}

impl Arriving {
    async fn begin(person: &Caller) -> Self {
        let (mut pieces, body) = Channel::<Bytes>::new(1);
        let person = person.clone();
        let call = tokio::spawn(async move {
            let kind = format!("multipart/form-data; boundary={BOUNDARY}");
            let path = "/api/support/attachments";
            person.raw(Method::POST, path, &kind, Body::new(body)).await
        });
        let head = format!(
            "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\ncontent-type: application/pdf\r\n\r\n"
        );
        // The second chunk is accepted only when the first was read, and nothing is read without a slot.
        pieces.send_data(Bytes::from(head)).await.unwrap();
        pieces.send_data(Bytes::from_static(PDF)).await.unwrap();
        Self { pieces, call }
    }

    async fn end(mut self) -> Answer {
        let tail = format!("\r\n--{BOUNDARY}--\r\n");
        self.pieces.send_data(Bytes::from(tail)).await.unwrap();
        drop(self.pieces);
        self.call.await.unwrap()
    }
}

on_both! {
    async fn two_uploads_per_user_run_at_a_time_and_an_aborted_one_frees_its_slot(world: World) {
        let (ada, obi) = (world.member(&fresh_email()).await, world.member(&fresh_email()).await);
        let (first, second) = (Arriving::begin(&ada).await, Arriving::begin(&ada).await);
        let third = tokio::spawn(async move { Arriving::begin(&ada).await.end().await });
        // Other users don't wait.
        attach(&obi, "a.pdf", "application/pdf", PDF).await.expect(201);
        assert!(!third.is_finished());
        first.call.abort();
        third.await.unwrap().expect(201);
        second.end().await.expect(201);
    }
}
