//! Tests against a mail server with prepared responses.

use super::super::talk::Failure;
use super::*;
use crate::messages::{Brand, Channel};
use crate::testing::{private_authority, private_server};
use ground::clock::Clock;
use ground::config::MailServer;
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::Mutex;

/// A server's response to each step. Blank: none.
#[derive(Clone)]
struct Manners {
    greeting: &'static str,
    /// Its EHLO response.
    hello: &'static str,
    login: &'static str,
    sender: &'static str,
    receiver: &'static str,
    letter: &'static str,
    /// TLS from the first byte.
    wrapped: bool,
}

const GOOD: Manners = Manners {
    greeting: "220 stub",
    hello: "250-stub\r\n250-STARTTLS\r\n250 AUTH PLAIN",
    login: "235 ok",
    sender: "250 ok",
    receiver: "250 ok",
    letter: "250 taken",
    wrapped: false,
};

struct Server {
    port: u16,
    heard: Arc<Mutex<String>>,
}

async fn server(manners: Manners) -> Server {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let heard: Arc<Mutex<String>> = Arc::default();
    let log = heard.clone();
    tokio::spawn(async move {
        while let Ok((connection, _)) = listener.accept().await {
            let (manners, log) = (manners.clone(), log.clone());
            tokio::spawn(async move {
                if manners.wrapped {
                    if let Ok(connection) = private_server().accept(connection).await {
                        talk(connection, &manners, &log, true).await;
                    }
                } else if let Some(connection) = talk(connection, &manners, &log, true).await
                    && let Ok(connection) = private_server().accept(connection).await
                {
                    talk(connection, &manners, &log, false).await;
                }
            });
        }
    });
    Server { port, heard }
}

/// Runs the server's side; returns the connection if it is to be encrypted now.
async fn talk<C>(connection: C, manners: &Manners, log: &Mutex<String>, greets: bool) -> Option<C>
where
    C: AsyncRead + AsyncWrite + Unpin,
{
    let mut connection = BufReader::new(connection);
    let mut answer = if greets { manners.greeting } else { "" };
    let mut in_letter = false;
    loop {
        if !answer.is_empty() {
            let answer = format!("{answer}\r\n");
            connection.write_all(answer.as_bytes()).await.ok()?;
            connection.flush().await.ok()?;
        }
        let mut line = String::new();
        if connection.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        log.lock().await.push_str(&line);
        let word = line.trim_end().split([' ', ':']).next().unwrap_or_default();
        answer = match word {
            "." if in_letter => {
                in_letter = false;
                manners.letter
            }
            _ if in_letter => "",
            "EHLO" => manners.hello,
            "STARTTLS" => {
                connection.write_all(b"220 go on\r\n").await.ok()?;
                return Some(connection.into_inner());
            }
            "AUTH" => manners.login,
            "MAIL" => manners.sender,
            "RCPT" => manners.receiver,
            "DATA" => {
                in_letter = true;
                "354 go on"
            }
            "QUIT" => "221 bye",
            _ => "250 ok",
        };
    }
}

fn mailer(url: &str, extra_ca: bool) -> SmtpMessages {
    let provider = MailProvider {
        server: MailServer::parse(url).unwrap(),
        from: "Ajo <no-reply@ajo.example>".into(),
        reply_to: Some("Help <help@ajo.example>".into()),
        hello: "app.ajo.example".into(),
    };
    let extra_ca = match extra_ca {
        true => private_authority(),
        false => ExtraCa::default(),
    };
    let breaker = Breaker::new("mail", &Clock::set_to(0));
    let deadline = Duration::from_millis(500);
    SmtpMessages::new(&provider, &extra_ca, deadline, breaker).unwrap()
}

fn message(to: &str, subject: &str) -> Message {
    Message {
        id: "0190-m1".into(),
        channel: Channel::Email,
        to: to.into(),
        subject: subject.into(),
        text: "Your code is 123-456.\n.\nọ́ dàbọ̀".into(),
        code: Some("123456".into()),
        brand: Some(Brand {
            name: "Èsúsú Bank".into(),
            ..Brand::default()
        }),
        payer: None,
        attachment: None,
    }
}

fn plain(server: &Server) -> SmtpMessages {
    mailer(&format!("smtp://127.0.0.1:{}", server.port), false)
}

async fn send(server: &Server, to: &str, subject: &str) -> Result<(), MessageError> {
    plain(server).send(message(to, subject)).await
}

/// The server's reason for the rejection.
async fn failure(mailer: &SmtpMessages) -> Failure {
    let sent = mailer.try_send(&message("ada@example.ng", "x")).await;
    sent.unwrap().unwrap_err()
}

#[tokio::test]
async fn emails_have_all_headers_that_relays_check() {
    let server = server(GOOD).await;
    for _ in 0..2 {
        let sent = send(&server, "ada@example.ng", "Ajo: your code").await;
        assert_eq!(sent, Ok(()));
    }
    let heard = server.heard.lock().await.replace("\r\n", "\n");
    for expected in [
        "EHLO app.ajo.example",
        "MAIL FROM:<no-reply@ajo.example>",
        "RCPT TO:<ada@example.ng>",
        "Subject: Ajo: your code",
        "Reply-To: Help <help@ajo.example>",
        "MIME-Version: 1.0",
        "Auto-Submitted: auto-generated",
        "Content-Type: multipart/alternative;",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Type: text/html; charset=utf-8",
        "Date: ",
    ] {
        assert!(heard.contains(expected), "{expected}\n{heard}");
    }
    // The brand's name is encoded as in RFC 2047, and retries have the same message ID.
    let from = heard.lines().find(|line| line.starts_with("From: "));
    let from = from.unwrap_or_default();
    assert!(from.contains("=?utf-8?b?w4hzw7pzw7"), "{from}");
    assert!(from.ends_with("<no-reply@ajo.example>"), "{from}");
    assert_eq!(
        heard.matches("Message-ID: <0190-m1@ajo.example>").count(),
        2,
        "{heard}"
    );
    // A lone dot in the text does not end the message.
    assert_eq!(heard.matches("\n.\n").count(), 2, "{heard}");
    assert!(!heard.contains("123456"), "{heard}");
}

#[tokio::test]
async fn only_a_rejected_recipient_abandons_an_email() {
    use MessageError::{NotSent, Refused};
    let with = |change: fn(&mut Manners)| {
        let mut manners = GOOD;
        change(&mut manners);
        manners
    };
    for (manners, expected) in [
        (with(|it| it.greeting = "554 not from there"), NotSent),
        (
            with(|it| it.hello = "550 5.7.1 not with that name"),
            NotSent,
        ),
        (with(|it| it.sender = "553 5.7.1 sender not owned"), NotSent),
        (with(|it| it.sender = "530 who are you"), NotSent),
        (
            with(|it| it.receiver = "554 5.7.1 Relay access denied"),
            NotSent,
        ),
        (with(|it| it.receiver = "554 Relay access denied"), NotSent),
        (with(|it| it.receiver = "550 relay not permitted"), NotSent),
        (with(|it| it.receiver = "550 5.1.1 no such person"), Refused),
        (with(|it| it.receiver = "550 no such person"), Refused),
        (with(|it| it.receiver = "451 try later"), NotSent),
        (with(|it| it.letter = "552 5.3.4 too large"), Refused),
        (with(|it| it.letter = "421 closing"), NotSent),
    ] {
        let all = [
            manners.greeting,
            manners.hello,
            manners.sender,
            manners.receiver,
            manners.letter,
        ];
        let server = server(manners).await;
        let sent = send(&server, "ada@example.ng", "x").await;
        assert_eq!(sent, Err(expected), "{all:?}");
    }
}

#[tokio::test]
async fn silent_servers_time_out() {
    let silent = server(Manners { letter: "", ..GOOD }).await;
    assert_eq!(
        send(&silent, "ada@example.ng", "x").await,
        Err(MessageError::Unknown)
    );
    // Before the content was sent, the server certainly has no email.
    let mute = server(Manners {
        greeting: "",
        ..GOOD
    })
    .await;
    assert_eq!(failure(&plain(&mute)).await.kind(), "timeout");
    not_sent_for(&plain(&mute), "timeout").await;
}

/// A failed email leaves one log line with the cause, without the password.
async fn not_sent_for(mailer: &SmtpMessages, kind: &str) {
    let lines = crate::testing::logged(async {
        let sent = mailer.send(message("ada@example.ng", "x")).await;
        assert_eq!(sent, Err(MessageError::NotSent));
    })
    .await;
    let warnings: Vec<&str> = lines
        .lines()
        .filter(|line| line.contains("WARN") || line.contains("ERROR"))
        .collect();
    assert!(
        matches!(warnings[..], [line] if line.contains(&format!("kind=\"{kind}\""))),
        "{kind}: {lines}"
    );
    assert!(!lines.contains("canary"), "{lines}");
}

#[tokio::test]
async fn each_connection_failure_logs_one_line_with_its_kind() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let away = mailer(&format!("smtp://127.0.0.1:{port}"), false);
    assert_eq!(failure(&away).await.kind(), "refused");
    not_sent_for(&away, "refused").await;
    not_sent_for(&mailer("smtps://u:p@nowhere.invalid", false), "dns").await;

    let no_login = server(Manners {
        hello: "250 stub",
        ..GOOD
    })
    .await;
    let port = no_login.port;
    let mailer_with = |url: String| mailer(&url, true);
    let login = mailer_with(format!("smtp://u:p@127.0.0.1:{port}"));
    assert_eq!(failure(&login).await.kind(), "no_login");
    not_sent_for(&login, "no_login").await;
    let starttls = mailer_with(format!("smtp://localhost:{port}?tls=required"));
    assert_eq!(failure(&starttls).await.kind(), "no_starttls");
    not_sent_for(&starttls, "no_starttls").await;
    assert!(!no_login.heard.lock().await.contains("MAIL"));

    let strict = server(Manners {
        login: "535 5.7.8 no",
        ..GOOD
    })
    .await;
    let login = mailer_with(format!("smtp://u:canary@127.0.0.1:{}", strict.port));
    not_sent_for(&login, "login").await;
    let failure = failure(&login).await;
    assert_eq!(
        (failure.kind(), failure.meaning()),
        ("login", MessageError::NotSent)
    );
    assert!(failure.to_string().contains("535 5.7.8"), "{failure}");
}

#[tokio::test]
async fn mail_servers_with_a_configured_private_authority_are_trusted() {
    let upgraded = server(GOOD).await;
    let wrapped = server(Manners {
        wrapped: true,
        ..GOOD
    })
    .await;
    for url in [
        format!("smtp://u:p@localhost:{}?tls=required", upgraded.port),
        format!("smtps://u:p@localhost:{}", wrapped.port),
    ] {
        let strange = failure(&mailer(&url, false)).await;
        assert_eq!(
            (strange.kind(), strange.meaning()),
            ("tls", MessageError::NotSent),
            "{url}"
        );
        assert!(strange.to_string().contains("UnknownIssuer"), "{strange}");
        not_sent_for(&mailer(&url, false), "tls").await;
        let known = mailer(&url, true);
        assert_eq!(known.knock().await, Ok(()), "{url}");
        let sent = known.send(message("ada@example.ng", "x")).await;
        assert_eq!(sent, Ok(()), "{url}");
    }
}

#[tokio::test]
async fn headers_cannot_be_injected() {
    let server = server(GOOD).await;
    assert_eq!(
        send(&server, "ada@example.ng\r\nBcc: eve@example.ng", "x").await,
        Err(MessageError::Refused)
    );
    let _ = send(&server, "ada@example.ng", "x\r\nBcc: eve@example.ng").await;
    let heard = server.heard.lock().await.clone();
    // The subject is also the HTML part's title.
    let mut head = heard.lines().take_while(|line| !line.trim().is_empty());
    assert!(
        !head.any(|line| line.starts_with("Bcc:")) && !heard.contains("RCPT TO:<eve@"),
        "{heard}"
    );
}
