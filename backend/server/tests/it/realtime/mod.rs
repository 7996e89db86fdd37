//! Realtime from a client's view: a WebSocket on a real port.

mod channels;
mod connections;
mod sessions;

use crate::support::{Caller, World, fresh_email};
use futures_util::{SinkExt, StreamExt};
use ground::db::Engine;
use serde_json::{Value, json};
use service::app::AppState;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The timeout for expected events. Far more than they take; no test waits for it to pass.
const PATIENCE: Duration = Duration::from_secs(20);

/// A listening server, until it is dropped.
pub struct Served {
    pub address: SocketAddr,
    tasks: Vec<JoinHandle<()>>,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

/// Serves an application; on PostgreSQL it receives other servers' events once this returns.
pub async fn serve(app: &AppState) -> Served {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let service = backend::server::router::router(app.clone())
        .into_make_service_with_connect_info::<SocketAddr>();
    let serving = tokio::spawn(async move { axum::serve(listener, service).await.unwrap() });
    let mut served = Served {
        address,
        tasks: vec![serving],
    };
    if app.db.engine() == Engine::Postgres {
        // A server that starts to listen disconnects earlier sockets: they may have missed something.
        let mut early = served.connect().await;
        served.tasks.push(tokio::spawn(
            app.realtime
                .clone()
                .listen(app.config.database_url.reveal().clone()),
        ));
        assert_eq!(early.closed().await, 4200);
    }
    served
}

impl Served {
    /// Connects a client and reads the greeting.
    pub async fn connect(&self) -> Socket {
        let mut socket = self
            .open("/app/ajo?protocol=7&client=js&version=8.4.0&flash=false")
            .await;
        let greeting = socket.hear().await;
        assert_eq!(greeting["event"], "pusher:connection_established");
        let data: Value = serde_json::from_str(greeting["data"].as_str().unwrap()).unwrap();
        assert_eq!(data["activity_timeout"], 120);
        socket.id = data["socket_id"].as_str().unwrap().into();
        socket
    }

    pub async fn open(&self, path: &str) -> Socket {
        let (stream, _) = connect_async(format!("ws://{}{path}", self.address))
            .await
            .unwrap();
        Socket {
            id: String::new(),
            stream,
        }
    }
}

/// A client's socket.
pub struct Socket {
    pub id: String,
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Socket {
    async fn next(&mut self) -> Option<Result<Message, Error>> {
        tokio::time::timeout(PATIENCE, self.stream.next())
            .await
            .expect("the server says something")
    }

    /// The next frame, as JSON.
    pub async fn hear(&mut self) -> Value {
        match self.next().await {
            Some(Ok(Message::Text(text))) => serde_json::from_str(&text).unwrap(),
            other => panic!("a frame was expected: {other:?}"),
        }
    }

    pub async fn say(&mut self, frame: Value) {
        self.stream
            .send(Message::text(frame.to_string()))
            .await
            .unwrap();
    }

    pub async fn send(&mut self, message: Message) -> Result<(), Error> {
        self.stream.send(message).await
    }

    /// The code of the server's close frame, after skipping other frames; 0 without one.
    pub async fn closed(&mut self) -> u16 {
        loop {
            match self.next().await {
                Some(Ok(Message::Close(frame))) => {
                    return frame.map_or(0, |frame| frame.code.into());
                }
                None | Some(Err(_)) => return 0,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next frame, with paused time, which advances to the next timer.
    pub async fn hear_later(&mut self) -> Value {
        tokio::time::pause();
        let heard = self.stream.next().await;
        tokio::time::resume();
        match heard {
            Some(Ok(Message::Text(text))) => serde_json::from_str(&text).unwrap(),
            other => panic!("a frame was expected: {other:?}"),
        }
    }

    /// As [`Socket::closed`], with paused time.
    pub async fn closed_later(&mut self) -> u16 {
        tokio::time::pause();
        let code = loop {
            match self.stream.next().await {
                Some(Ok(Message::Close(frame))) => {
                    break frame.map_or(0, |frame| frame.code.into());
                }
                None | Some(Err(_)) => break 0,
                Some(Ok(_)) => {}
            }
        };
        tokio::time::resume();
        code
    }

    /// Waits until the server has closed the connection.
    pub async fn gone(mut self) {
        while let Some(Ok(_)) = self.next().await {}
    }

    /// Checks that no frame is waiting: the response to a ping is the next one.
    pub async fn hears_nothing(&mut self) {
        self.say(json!({ "event": "pusher:ping", "data": {} }))
            .await;
        assert_eq!(self.hear().await["event"], "pusher:pong");
    }

    /// Checks that there is no such event before the response to a ping or the server's close.
    pub async fn hears_no(&mut self, event: &str) {
        self.say(json!({ "event": "pusher:ping", "data": {} }))
            .await;
        while let Some(Ok(Message::Text(text))) = self.next().await {
            let heard: Value = serde_json::from_str(&text).unwrap();
            assert_ne!(heard["event"], event, "{heard}");
            if heard["event"] == "pusher:pong" {
                break;
            }
        }
    }

    pub async fn subscribe(&mut self, channel: &str, auth: &str) -> Value {
        self.say(
            json!({ "event": "pusher:subscribe", "data": { "channel": channel, "auth": auth } }),
        )
        .await;
        self.hear().await
    }
}

/// A user subscribed to their own naira channel.
pub struct Listening {
    pub person: Caller,
    pub email: String,
    pub channel: String,
    pub socket: Socket,
}

pub async fn listening(world: &World, served: &Served) -> Listening {
    let email = fresh_email();
    let mut person = world.member_with_pin(&email).await;
    let channel = own_channel(&mut person).await;
    let socket = join(&person, served, &channel).await;
    Listening {
        person,
        email,
        channel,
        socket,
    }
}

pub async fn own_channel(person: &mut Caller) -> String {
    let me = person.get("/auth/me").await;
    format!(
        "private-transaction.credit.ngn.{}",
        me.expect(200).data()["uuid"].as_str().unwrap()
    )
}

/// Subscribes a socket to a channel.
pub async fn join(person: &Caller, served: &Served, channel: &str) -> Socket {
    let mut socket = served.connect().await;
    let auth = permission(person, &socket.id, channel).await;
    let answer = socket.subscribe(channel, &auth).await;
    assert_eq!(
        answer,
        json!({ "event": "pusher_internal:subscription_succeeded", "channel": channel, "data": "{}" })
    );
    socket
}

/// The permission from `POST /broadcasting/auth`.
pub async fn permission(person: &Caller, socket_id: &str, channel: &str) -> String {
    let answer = person
        .clone()
        .post(
            "/broadcasting/auth",
            json!({ "socket_id": socket_id, "channel_name": channel }),
        )
        .await;
    answer.expect(200).body["auth"].as_str().unwrap().into()
}
