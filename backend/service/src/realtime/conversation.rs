//! A client's frames on its socket, and the responses to them.

use super::authorise::{self, Permitted};
use super::{gate, pass};
use crate::access::session;
use crate::app::AppState;
use crate::http::Client;
use crate::settings::tenants;
use ground::broadcast::hub::Seat;
use ground::broadcast::protocol;
use ground::broadcast::protocol::{Ending, Said};
use ground::broadcast::registry::Listener;
use ground::error::ApiError;
use std::collections::BTreeSet;

const MOST_CHANNELS: usize = 16;
const CHANNEL_CHARACTERS: usize = 164;
const NOT_AUTHORISED: &str = "This channel needs an authorisation of its own.";

/// The server's state of one socket.
pub(super) struct Conversation {
    app: AppState,
    pub socket_id: String,
    client: Client,
    seat: Seat,
    channels: BTreeSet<String>,
    /// Set by the first subscription.
    listener: Option<Listener>,
}

impl Conversation {
    pub fn new(app: AppState, client: Client, seat: Seat) -> Self {
        let [a, b] = [app.random.bytes::<4>(), app.random.bytes::<4>()].map(u32::from_be_bytes);
        Self {
            app,
            socket_id: format!("{a}.{b}"),
            client,
            seat,
            channels: BTreeSet::new(),
            listener: None,
        }
    }

    pub fn seat(&mut self) -> &mut Seat {
        &mut self.seat
    }

    /// Whether a subscription has ever succeeded.
    pub const fn has_subscribed(&self) -> bool {
        self.listener.is_some()
    }

    /// Handles a frame; unknown ones are ignored, as the protocol requires.
    pub async fn hear(&mut self, text: &str) -> Result<Option<String>, Ending> {
        let Some(said) = Said::read(text) else {
            return Ok(None);
        };
        match said.event.as_str() {
            "pusher:ping" => Ok(Some(protocol::pong())),
            "pusher:subscribe" => self.subscribe(&said).await.map(Some),
            "pusher:unsubscribe" => {
                let channel = said.channel().channel;
                self.channels.remove(&channel);
                self.seat.unsubscribe(&channel);
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    async fn subscribe(&mut self, said: &Said) -> Result<String, Ending> {
        let wanted = said.channel();
        let named =
            wanted.channel.starts_with("private-") && wanted.channel.len() <= CHANNEL_CHARACTERS;
        let permitted = if named {
            self.permitted(&wanted.channel, &wanted.auth).await?
        } else {
            None
        };
        let Some(Permitted { session_id, person }) = permitted else {
            return Ok(protocol::refused(&wanted.channel, NOT_AUTHORISED));
        };
        if self
            .listener
            .as_ref()
            .is_some_and(|listener| listener.session_id != session_id)
        {
            return Ok(protocol::refused(
                &wanted.channel,
                "This connection belongs to another session.",
            ));
        }
        if self.channels.len() >= MOST_CHANNELS && !self.channels.contains(&wanted.channel) {
            return Ok(protocol::refused(&wanted.channel, "Too many channels."));
        }
        let user_id = self.owner(&session_id).await?;
        if person.is_some_and(|person| person != user_id) {
            return Err(Ending::Unauthorised);
        }
        if !self.may_listen(&user_id, &wanted.channel).await? {
            return Ok(protocol::refused(&wanted.channel, NOT_AUTHORISED));
        }
        let listener = Listener {
            session_id,
            user_id,
        };
        self.app.pause.pass().await;
        self.seat.subscribe(listener.clone(), &wanted.channel);
        // If the right ended after it was looked up, the socket was not yet subscribed when that was announced: check
        // again.
        if !self.may_listen(&listener.user_id, &wanted.channel).await? {
            self.channels.remove(&wanted.channel);
            self.seat.unsubscribe(&wanted.channel);
            return Ok(protocol::refused(&wanted.channel, NOT_AUTHORISED));
        }
        self.listener = Some(listener);
        let answer = protocol::subscribed(&wanted.channel);
        self.channels.insert(wanted.channel);
        Ok(answer)
    }

    /// The user permitted on the channel, by a permission for this socket or a pass of this host's brand.
    async fn permitted(&self, channel: &str, auth: &str) -> Result<Option<Permitted>, Ending> {
        if auth.contains(':') {
            return Ok(authorise::permitted(
                &self.app,
                &self.socket_id,
                channel,
                auth,
            ));
        }
        let brand = tenants::of(&self.app, &self.client).await;
        let brand = brand.map_err(|_| Ending::Reconnect)?;
        Ok(pass::permitted(&self.app, &brand.id, channel, auth))
    }

    async fn may_listen(&self, user_id: &str, channel: &str) -> Result<bool, Ending> {
        let open = gate::is_open(&self.app, user_id, channel).await;
        open.map_err(|_| Ending::Reconnect)
    }

    /// Whether the session is open. A socket without subscriptions needs none.
    pub async fn still_allowed(&self) -> Result<(), Ending> {
        match &self.listener {
            Some(listener) => self.owner(&listener.session_id).await.map(|_| ()),
            None => Ok(()),
        }
    }

    /// The user of a session. If the database is unavailable, the client should reconnect and retry.
    async fn owner(&self, session_id: &str) -> Result<String, Ending> {
        let owner: Result<Option<String>, ApiError> = session::owner(&self.app, session_id).await;
        owner
            .map_err(|_| Ending::Reconnect)?
            .ok_or(Ending::Unauthorised)
    }
}
