//! Against a mail server with prepared responses.

use super::*;
use crate::clock::Clock;
use crate::outbound::messages::Channel;
use crate::secret::Secret;
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::Mutex;

/// The server's responses to `RCPT` and to the end of the message; `None`: it stays silent.
struct Server {
    url: String,
    heard: Arc<Mutex<String>>,
}

async fn server(to_receiver: &'static str, to_letter: Option<&'static str>) -> Server {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let heard: Arc<Mutex<String>> = Arc::default();
    let log = heard.clone();
    tokio::spawn(async move {
        while let Ok((connection, _)) = listener.accept().await {
            let (reading, mut writing) = connection.into_split();
            let mut lines = BufReader::new(reading).lines();
            writing.write_all(b"220 stub\r\n").await.unwrap();
            let mut in_letter = false;
            while let Ok(Some(line)) = lines.next_line().await {
                log.lock().await.push_str(&format!("{line}\n"));
                let answer = match line.split([' ', ':']).next().unwrap_or_default() {
                    "." if in_letter => match to_letter {
                        Some(answer) => {
                            in_letter = false;
                            answer
                        }
                        None => continue,
                    },
                    _ if in_letter => continue,
                    "DATA" => {
                        in_letter = true;
                        "354 go on"
                    }
                    "RCPT" => to_receiver,
                    "QUIT" => "221 bye",
                    _ => "250 ok",
                };
                if writing
                    .write_all(format!("{answer}\r\n").as_bytes())
                    .await
                    .is_err()
                {
                    break;
                }
            }
        }
    });
    Server { url, heard }
}

async fn send(server: &Server, to: &str, subject: &str) -> Result<(), MessageError> {
    let provider = MailProvider {
        url: Secret::new(server.url.clone()),
        from: "Ajo <no-reply@ajo.example>".into(),
    };
    let message = Message {
        channel: Channel::Email,
        to: to.into(),
        subject: subject.into(),
        text: "Your code is 123-456.\n.\nọ́ dàbọ̀".into(),
        code: Some("canary".into()),
    };
    let breaker = Breaker::new("mail", &Clock::set_to(0));
    SmtpMessages::new(&provider, Duration::from_millis(500), breaker)
        .unwrap()
        .send(message)
        .await
}

#[tokio::test]
async fn a_letter_reaches_the_server() {
    let server = server("250 ok", Some("250 taken")).await;
    assert_eq!(
        send(&server, "ada@example.ng", "Ajo: your code").await,
        Ok(())
    );
    let heard = server.heard.lock().await.clone();
    for expected in [
        "MAIL FROM:<no-reply@ajo.example>",
        "RCPT TO:<ada@example.ng>",
        "Subject: Ajo: your code",
        "Content-Type: text/plain; charset=utf-8",
    ] {
        assert!(heard.contains(expected), "{expected}\n{heard}");
    }
    // A line with a single dot does not end the message, and the code appears only in the text.
    assert!(
        !heard.contains("canary") && heard.matches("\n.\n").count() == 1,
        "{heard}"
    );
}

#[tokio::test]
async fn a_permanent_refusal_is_distinguished_from_a_temporary_one() {
    let refusing = server("550 no such person", Some("250 taken")).await;
    assert_eq!(
        send(&refusing, "ada@example.ng", "x").await,
        Err(MessageError::Refused)
    );
    let busy = server("451 try later", Some("250 taken")).await;
    assert_eq!(
        send(&busy, "ada@example.ng", "x").await,
        Err(MessageError::NotSent)
    );
    let locked = server("530 who are you", Some("250 taken")).await;
    assert_eq!(
        send(&locked, "ada@example.ng", "x").await,
        Err(MessageError::NotSent)
    );
}

#[tokio::test]
async fn silence_ends_when_time_is_up() {
    let silent = server("250 ok", None).await;
    assert_eq!(
        send(&silent, "ada@example.ng", "x").await,
        Err(MessageError::Unknown)
    );
}

#[tokio::test]
async fn a_server_that_is_away_is_unavailable() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let gone = Server {
        url: format!("smtp://{}", listener.local_addr().unwrap()),
        heard: Arc::default(),
    };
    drop(listener);
    assert_eq!(
        send(&gone, "ada@example.ng", "x").await,
        Err(MessageError::Unknown)
    );
}

#[tokio::test]
async fn nothing_slips_into_the_head_of_a_letter() {
    let server = server("250 ok", Some("250 taken")).await;
    assert_eq!(
        send(&server, "ada@example.ng\r\nBcc: eve@example.ng", "x").await,
        Err(MessageError::Refused)
    );
    let _ = send(&server, "ada@example.ng", "x\r\nBcc: eve@example.ng").await;
    let heard = server.heard.lock().await.clone();
    assert!(
        !heard.lines().any(|line| line.starts_with("Bcc:")) && !heard.contains("RCPT TO:<eve@"),
        "{heard}"
    );
}
