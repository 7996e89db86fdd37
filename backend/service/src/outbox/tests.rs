//! Servers that share a database, and a provider whose answers the test chooses.

use super::delivery::{claim, send};
use super::*;
use futures_util::FutureExt;
use ground::clock::Clock;
use ground::config::Config;
use ground::db::Db;
use ground::db::testing::databases;
use ground::hasher::Cost;
use providers::testing::{Reply, Stub};
use sqlx::Row;
use tokio::sync::watch;

const PHONE: &str = "08031234567";
const TEXT: &str = "Your code is 135-790.";
const MINUTE_MS: i64 = 60_000;
const PRODUCTION: &[(&str, &str)] = &[
    ("AJO_ENV", "production"),
    ("AJO_DATABASE_URL", "sqlite:data/ajo.sqlite"),
    ("AJO_SMTP_URL", "smtps://mail.example"),
    ("AJO_MAIL_FROM", "Ajo <no-reply@ajo.example>"),
    ("AJO_BANK_URL", "https://bank.example/v1"),
    ("AJO_BANK_KEY", "key"),
    ("AJO_BANK_SECRET", "Vt8zQ1nKfW5yHc3RjL7oXb2GmP9dUeA4sTqE"),
    (
        "AJO_BANK_HOOK_SECRET",
        "m3YxB7wJ9kZrT5vNcL1pF8hQdG6uSaEoR2iX",
    ),
    ("AJO_SMS_KEY", "key"),
    ("AJO_SMS_FROM", "Ajo"),
];
const SECRET: &str = "pJ4kq0X9vYw3LzR7mT1bN8cF5hG2dAeU6iOs";

/// A database, its servers and their text message provider.
struct Place {
    url: String,
    clock: Clock,
    stub: Stub,
}

impl Place {
    /// A server in production.
    async fn server(&self) -> AppState {
        self.with(SECRET, PRODUCTION).await
    }

    async fn with(&self, secret: &str, settings: &[(&str, &str)]) -> AppState {
        let sms = self.stub.url("/send");
        let config = Config::read(&|name| match name {
            "AJO_SECRET" => Some(String::from(secret)),
            "AJO_SMS_URL" if !settings.is_empty() => Some(sms.clone()),
            _ => {
                let found = settings.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| String::from(*value))
            }
        })
        .unwrap();
        let db = Db::connect(&self.url).await.unwrap();
        AppState::with(config, db, self.clock.clone(), Cost::Least).unwrap()
    }

    async fn asked(&self) -> usize {
        self.stub.asked().await.len()
    }
}

/// Runs a scenario on each database.
async fn everywhere<F: Future<Output = ()>>(
    replies: impl Fn() -> Vec<Reply>,
    scenario: impl Fn(Place) -> F,
) {
    for one in databases().await {
        let place = Place {
            url: one.url.clone(),
            clock: Clock::set_to(1_795_165_200_000),
            stub: Stub::new(replies()).await,
        };
        scenario(place).await;
    }
}

fn answers(statuses: &[u16]) -> Vec<Reply> {
    statuses
        .iter()
        .map(|status| Reply::json(*status, "{}"))
        .collect()
}

fn message(channel: Channel, to: &str, text: &str) -> Message {
    Message {
        id: String::new(),
        channel,
        to: to.into(),
        subject: String::new(),
        text: text.into(),
        code: None,
        brand: None,
        payer: None,
        attachment: None,
    }
}

async fn put(tx: &mut Tx, app: &AppState, message: &Message) {
    let life = Life {
        expires_at_ms: app.clock.now_ms() + 10 * MINUTE_MS,
        code_id: None,
    };
    queue(tx, app, message, life).await.unwrap();
}

async fn text(app: &AppState) {
    let mut tx = app.db.begin().await.unwrap();
    put(&mut tx, app, &message(Channel::Sms, PHONE, TEXT)).await;
    tx.commit().await.unwrap();
}

/// Sends due messages.
async fn round(app: &AppState) {
    for channel in Channel::ALL {
        for held in claim(app, channel, 100).await.unwrap() {
            send(app, &held).await;
        }
    }
}

async fn rows(app: &AppState) -> i64 {
    let row = sqlx::query("SELECT COUNT(*) AS found FROM queue WHERE kind IN ('email', 'sms')")
        .fetch_one(&mut *app.db.read().await.unwrap())
        .await
        .unwrap();
    row.get("found")
}

/// The number of messages with this outcome.
fn ends(app: &AppState, channel: &str, end: &str) -> u64 {
    let line = format!("ajo_messages_total{{channel=\"{channel}\",end=\"{end}\"}} ");
    let text = app.senders.tally.text();
    let found = text.lines().find_map(|found| found.strip_prefix(&line));
    found.map_or(0, |count| count.parse().unwrap())
}

#[tokio::test]
async fn waits_for_an_unavailable_provider_grow() {
    everywhere(
        || answers(&[503, 429, 202]),
        async |place| {
            let app = place.server().await;
            text(&app).await;
            for (waits_ms, asked) in [(0, 1), (4_999, 1), (1, 2), (9_999, 2), (1, 3)] {
                place.clock.advance_ms(waits_ms);
                round(&app).await;
                assert_eq!(place.asked().await, asked, "after {waits_ms}");
            }
            assert_eq!((rows(&app).await, ends(&app, "sms", "sent")), (0, 1));
            let asked = place.stub.asked().await;
            assert!(asked.iter().all(|call| call.contains(TEXT)), "{asked:?}");
        },
    )
    .await;
}

#[tokio::test]
async fn messages_of_a_crashed_server_are_sent_by_another() {
    everywhere(
        || answers(&[202]),
        async |place| {
            text(&place.server().await).await;
            assert_eq!(place.asked().await, 0);
            let other = place.server().await;
            round(&other).await;
            assert_eq!((place.asked().await, rows(&other).await), (1, 0));
        },
    )
    .await;
}

#[tokio::test]
async fn after_a_crash_while_sending_emails_are_resent_and_texts_are_not() {
    everywhere(
        || answers(&[202]),
        async |place| {
            let dying = place.server().await;
            text(&dying).await;
            let mut tx = dying.db.begin().await.unwrap();
            let letter = message(Channel::Email, "ada@example.ng", TEXT);
            put(&mut tx, &dying, &letter).await;
            tx.commit().await.unwrap();
            for channel in [Channel::Email, Channel::Sms] {
                assert_eq!(claim(&dying, channel, 9).await.unwrap().len(), 1);
            }
            // The sandbox stands in for the mail server.
            let other = place.with(SECRET, &[]).await;
            place.clock.advance_ms(HOLD_MS - 1);
            round(&other).await;
            assert_eq!(rows(&other).await, 2);
            place.clock.advance_ms(1);
            round(&other).await;
            assert_eq!((rows(&other).await, place.asked().await), (0, 0));
            assert_eq!(
                (
                    ends(&other, "email", "sent"),
                    ends(&other, "sms", "in_doubt")
                ),
                (1, 1)
            );
        },
    )
    .await;
}

#[tokio::test]
async fn a_rolled_back_message_is_not_sent_and_wakes_no_worker() {
    everywhere(
        || answers(&[202]),
        async |place| {
            let app = place.server().await;
            let mut tx = app.db.begin().await.unwrap();
            put(&mut tx, &app, &message(Channel::Sms, PHONE, TEXT)).await;
            tx.rollback().await.unwrap();
            let mut tx = app.db.begin().await.unwrap();
            put(&mut tx, &app, &message(Channel::Sms, PHONE, TEXT)).await;
            drop(tx);
            round(&app).await;
            assert_eq!((rows(&app).await, place.asked().await), (0, 0));
            assert_eq!(app.senders.woken(Channel::Sms).now_or_never(), None);
            text(&app).await;
            assert_eq!(app.senders.woken(Channel::Email).now_or_never(), None);
            assert_eq!(app.senders.woken(Channel::Sms).now_or_never(), Some(()));
        },
    )
    .await;
}

#[tokio::test]
async fn two_servers_send_each_message_once() {
    everywhere(
        || answers(&[202]),
        async |place| {
            let (one, other) = (place.server().await, place.server().await);
            for number in 0..30 {
                let mut tx = one.db.begin().await.unwrap();
                let letter = message(Channel::Sms, PHONE, &format!("Number {number}."));
                put(&mut tx, &one, &letter).await;
                tx.commit().await.unwrap();
            }
            let several = async |app: &AppState| {
                for _ in 0..10 {
                    for held in claim(app, Channel::Sms, 4).await.unwrap() {
                        send(app, &held).await;
                    }
                }
            };
            tokio::join!(several(&one), several(&other));
            let asked = place.stub.asked().await;
            for number in 0..30 {
                let said = format!("Number {number}.");
                let times = asked.iter().filter(|call| call.contains(&said)).count();
                assert_eq!(times, 1, "{said}");
            }
            assert_eq!(rows(&one).await, 0);
        },
    )
    .await;
}

#[tokio::test]
async fn expired_messages_are_not_sent() {
    everywhere(
        || answers(&[503, 202]),
        async |place| {
            let app = place.server().await;
            text(&app).await;
            place.clock.advance_ms(10 * MINUTE_MS);
            round(&app).await;
            assert_eq!((rows(&app).await, place.asked().await), (0, 0));
            assert_eq!(ends(&app, "sms", "expired"), 1);
            // The last attempt before the expiry has failed: no caller waits for another.
            text(&app).await;
            place.clock.advance_ms(10 * MINUTE_MS - 1);
            round(&app).await;
            assert_eq!((rows(&app).await, place.asked().await), (0, 1));
            assert_eq!(ends(&app, "sms", "expired"), 2);
        },
    )
    .await;
}

#[tokio::test]
async fn refused_numbers_and_uncertain_texts_are_not_retried() {
    everywhere(
        || {
            let mut replies = answers(&[422, 500]);
            replies.push(Reply::Reset);
            replies
        },
        async |place| {
            let app = place.server().await;
            for (asked, refused, in_doubt) in [(1, 1, 0), (2, 1, 1), (3, 1, 2)] {
                text(&app).await;
                round(&app).await;
                assert_eq!((rows(&app).await, place.asked().await), (0, asked));
                let counted = (ends(&app, "sms", "refused"), ends(&app, "sms", "in_doubt"));
                assert_eq!(counted, (refused, in_doubt));
            }
        },
    )
    .await;
}

#[tokio::test]
async fn address_and_text_are_encrypted_in_the_database() {
    everywhere(
        || answers(&[202]),
        async |place| {
            let app = place.server().await;
            let mut tx = app.db.begin().await.unwrap();
            let mut letter = message(Channel::Email, "canary@example.ng", TEXT);
            letter.subject = String::from("Canary");
            letter.code = Some(String::from("135790"));
            put(&mut tx, &app, &letter).await;
            tx.commit().await.unwrap();
            let row = sqlx::query("SELECT * FROM queue")
                .fetch_one(&mut *app.db.read().await.unwrap())
                .await
                .unwrap();
            let mut stored = String::new();
            for column in ["id", "kind", "payload", "subject"] {
                let value: Option<String> = row.get(column);
                stored.push_str(&value.unwrap_or_default());
            }
            let readable = base64_pieces(&stored);
            for canary in [
                "canary", "Canary", "example", "135790", "135-790", "code is",
            ] {
                assert!(!stored.contains(canary), "{canary}: {stored}");
                let canary = canary.as_bytes();
                let holds =
                    |piece: &Vec<u8>| piece.windows(canary.len()).any(|bytes| bytes == canary);
                assert!(!readable.iter().any(holds));
            }
            // A server with another secret cannot decrypt it either.
            let stranger = place
                .with("vU6iOs4kq0X9vYw3LzR7mT1bN8cF5hG2dAeQ", PRODUCTION)
                .await;
            round(&stranger).await;
            assert_eq!(ends(&stranger, "email", "unreadable"), 1);
        },
    )
    .await;
}

fn base64_pieces(text: &str) -> Vec<Vec<u8>> {
    use base64::Engine;
    let decode = |piece| base64::engine::general_purpose::STANDARD_NO_PAD.decode(piece);
    text.split('.')
        .filter_map(|piece| decode(piece).ok())
        .collect()
}

#[tokio::test]
async fn a_worker_starts_at_once_and_delays_no_caller() {
    everywhere(
        || vec![Reply::Silence],
        async |place| {
            let app = place.server().await;
            let (stop, stopped) = watch::channel(false);
            let running = tokio::spawn(worker::run(app.clone(), Channel::Sms, stopped));
            // The call returns although the provider never responds.
            text(&app).await;
            place.stub.asked_times(1).await;
            assert_eq!(rows(&app).await, 1);
            // A stop waits for the response: a text message that is cut off may have been sent, and is never retried.
            stop.send(true).unwrap();
            tokio::task::yield_now().await;
            assert!(!running.is_finished());
            place.stub.hang_up();
            running.await.unwrap().unwrap();
            assert_eq!((rows(&app).await, ends(&app, "sms", "in_doubt")), (0, 1));
        },
    )
    .await;
}

#[tokio::test]
async fn an_email_without_a_recipient_is_queued_and_not_sent() {
    everywhere(
        || answers(&[202]),
        async |place| {
            let app = place.server().await;
            let mut tx = app.db.begin().await.unwrap();
            put(&mut tx, &app, &message(Channel::Sms, "", TEXT)).await;
            tx.commit().await.unwrap();
            assert_eq!(rows(&app).await, 1);
            round(&app).await;
            assert_eq!((rows(&app).await, place.asked().await), (0, 0));
            assert_eq!(app.senders.tally.text().lines().count(), 1);
        },
    )
    .await;
}

#[tokio::test]
async fn a_call_outside_production_does_not_wait_for_a_silent_provider() {
    everywhere(
        || vec![Reply::Silence],
        async |place| {
            let provider = [("AJO_SMS_KEY", "key"), ("AJO_SMS_FROM", "Ajo")];
            let app = place.with(SECRET, &provider).await;
            let began = std::time::Instant::now();
            text(&app).await;
            assert!(began.elapsed() < 2 * LONGEST_WAIT, "{:?}", began.elapsed());
            // It is still being sent, and no other server sends it meanwhile.
            assert_eq!((place.asked().await, rows(&app).await), (1, 1));
            round(&app).await;
            assert_eq!(place.asked().await, 1);
        },
    )
    .await;
}
