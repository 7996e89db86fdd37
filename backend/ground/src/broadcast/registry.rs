//! The open sockets and their channels.
//!
//! Each socket has its own bounded queue. One that does not keep up is removed: its queue ends, and with it the socket.

use crate::broadcast::notice::Notice;
use crate::broadcast::protocol;
use crate::limit::{Limit, around, around_ipv4};
use axum::extract::ws::Utf8Bytes;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use tokio::sync::{Notify, mpsc};

/// Frames that may wait for one socket.
const BACKLOG_FRAMES: usize = 64;
const MOST_SOCKETS: usize = 10_000;
/// Mobile networks put many users behind one address. An IPv6 /48 may have sixteen times as many as a /64, and an IPv4
/// /24 as one address.
const MOST_AN_ADDRESS: Limit = Limit {
    name: "sockets",
    most: 500,
    window_seconds: 0,
};

/// The user of a socket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listener {
    pub session_id: String,
    pub user_id: String,
}

/// A delivery to a socket from the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivery {
    /// An event to send if the session is still open.
    Event(Utf8Bytes),
    /// The session has ended.
    SessionOver,
    /// Events may have been missed.
    Reconnect,
}

#[derive(Default)]
pub struct Registry {
    next: u64,
    closed: bool,
    /// Notified when the last socket leaves.
    emptied: Arc<Notify>,
    sockets: HashMap<u64, Socket>,
    channels: HashMap<String, BTreeSet<u64>>,
    /// Sockets by address and network.
    places: HashMap<String, i64>,
}

struct Socket {
    queue: mpsc::Sender<Delivery>,
    places: Vec<String>,
    listener: Option<Listener>,
    channels: BTreeSet<String>,
}

impl Registry {
    /// Registers a socket; `None` if there are too many.
    pub fn enter(&mut self, address: String) -> Option<(u64, mpsc::Receiver<Delivery>)> {
        let network =
            around(MOST_AN_ADDRESS, &address).or_else(|| around_ipv4(MOST_AN_ADDRESS, &address));
        let bounds: Vec<(Limit, String)> = [(MOST_AN_ADDRESS, address)]
            .into_iter()
            .chain(network)
            .collect();
        let full = |(limit, place): &(Limit, String)| {
            self.places
                .get(place)
                .is_some_and(|here| *here >= limit.most)
        };
        if self.closed || self.sockets.len() >= MOST_SOCKETS || bounds.iter().any(full) {
            return None;
        }
        let places: Vec<String> = bounds.into_iter().map(|(_, place)| place).collect();
        for place in &places {
            *self.places.entry(place.clone()).or_default() += 1;
        }
        let id = self.next;
        self.next += 1;
        let (queue, deliveries) = mpsc::channel(BACKLOG_FRAMES);
        self.sockets.insert(
            id,
            Socket {
                queue,
                places,
                listener: None,
                channels: BTreeSet::new(),
            },
        );
        Some((id, deliveries))
    }

    pub fn leave(&mut self, id: u64) {
        let Some(socket) = self.sockets.remove(&id) else {
            return;
        };
        for channel in &socket.channels {
            self.stop(id, channel);
        }
        for place in &socket.places {
            if let Some(here) = self.places.get_mut(place) {
                *here -= 1;
                if *here == 0 {
                    self.places.remove(place);
                }
            }
        }
        if self.sockets.is_empty() {
            self.emptied.notify_waiters();
        }
    }

    pub fn subscribe(&mut self, id: u64, listener: Listener, channel: &str) {
        if let Some(socket) = self.sockets.get_mut(&id) {
            socket.listener = Some(listener);
            socket.channels.insert(channel.to_owned());
            self.channels
                .entry(channel.to_owned())
                .or_default()
                .insert(id);
        }
    }

    pub fn unsubscribe(&mut self, id: u64, channel: &str) {
        if self
            .sockets
            .get_mut(&id)
            .is_some_and(|socket| socket.channels.remove(channel))
        {
            self.stop(id, channel);
        }
    }

    fn stop(&mut self, id: u64, channel: &str) {
        if let Some(listening) = self.channels.get_mut(channel) {
            listening.remove(&id);
            if listening.is_empty() {
                self.channels.remove(channel);
            }
        }
    }

    /// Delivers a notice to the sockets that it concerns.
    pub fn deliver(&mut self, notice: &Notice) {
        match notice {
            Notice::Event {
                channel,
                event,
                data,
            } => {
                let listening: Vec<u64> = self
                    .channels
                    .get(channel)
                    .into_iter()
                    .flatten()
                    .copied()
                    .collect();
                if !listening.is_empty() {
                    let frame = Utf8Bytes::from(protocol::event(channel, event, data));
                    self.send(&listening, &Delivery::Event(frame));
                }
            }
            Notice::SessionEnded { session_id } => self
                .deliver_where(&Delivery::SessionOver, |listener| {
                    listener.session_id == *session_id
                }),
            Notice::PersonEnded { user_id } => self
                .deliver_where(&Delivery::SessionOver, |listener| {
                    listener.user_id == *user_id
                }),
            // The sockets reconnect for their other channels.
            Notice::ChannelEnded { user_id, channel } => {
                let listening = self.channels.get(channel).into_iter().flatten().copied();
                let is_theirs = |id: &u64| {
                    let socket = self.sockets.get(id);
                    let listener = socket.and_then(|socket| socket.listener.as_ref());
                    listener.is_some_and(|listener| listener.user_id == *user_id)
                };
                let theirs: Vec<u64> = listening.filter(is_theirs).collect();
                self.send(&theirs, &Delivery::Reconnect);
            }
        }
    }

    /// Makes all sockets reconnect, and accepts no more.
    pub fn close(&mut self) {
        self.closed = true;
        self.reconnect_all();
    }

    /// Makes all sockets reconnect after notices may have been lost.
    pub fn reconnect_all(&mut self) {
        let all: Vec<u64> = self.sockets.keys().copied().collect();
        self.send(&all, &Delivery::Reconnect);
    }

    fn deliver_where(&mut self, delivery: &Delivery, concerned: impl Fn(&Listener) -> bool) {
        let those = self
            .sockets
            .iter()
            .filter(|(_, socket)| socket.listener.as_ref().is_some_and(&concerned));
        let those: Vec<u64> = those.map(|(id, _)| *id).collect();
        self.send(&those, delivery);
    }

    fn send(&mut self, ids: &[u64], delivery: &Delivery) {
        for id in ids {
            let taken = self
                .sockets
                .get(id)
                .is_some_and(|socket| socket.queue.try_send(delivery.clone()).is_ok());
            if !taken {
                self.leave(*id);
            }
        }
    }

    pub fn emptied(&self) -> Arc<Notify> {
        self.emptied.clone()
    }

    pub fn open_sockets(&self) -> usize {
        self.sockets.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn event(channel: &str) -> Notice {
        Notice::Event {
            channel: channel.into(),
            event: "credit.alert".into(),
            data: json!({}),
        }
    }

    fn listener(user: &str) -> Listener {
        Listener {
            session_id: format!("session of {user}"),
            user_id: user.into(),
        }
    }

    #[test]
    fn an_event_reaches_the_subscribers_of_its_channel() {
        let mut registry = Registry::default();
        let (ada, mut to_ada) = registry.enter("a".into()).unwrap();
        let (_, mut to_obi) = registry.enter("a".into()).unwrap();
        registry.subscribe(ada, listener("ada"), "private-ada");
        registry.deliver(&event("private-ada"));
        assert!(matches!(to_ada.try_recv(), Ok(Delivery::Event(_))));
        assert!(to_obi.try_recv().is_err());
        registry.unsubscribe(ada, "private-ada");
        registry.deliver(&event("private-ada"));
        assert!(to_ada.try_recv().is_err());
        assert!(registry.channels.is_empty());
    }

    #[test]
    fn a_slow_socket_is_dropped_and_the_others_are_served() {
        let mut registry = Registry::default();
        let (slow, mut to_slow) = registry.enter("a".into()).unwrap();
        let (quick, mut to_quick) = registry.enter("a".into()).unwrap();
        for id in [slow, quick] {
            registry.subscribe(id, listener("ada"), "private-ada");
        }
        for _ in 0..=BACKLOG_FRAMES {
            registry.deliver(&event("private-ada"));
            assert!(to_quick.try_recv().is_ok());
        }
        let waiting = std::iter::from_fn(|| to_slow.try_recv().ok()).count();
        assert_eq!(waiting, BACKLOG_FRAMES);
        assert_eq!(
            to_slow.try_recv(),
            Err(mpsc::error::TryRecvError::Disconnected)
        );
        assert_eq!(registry.open_sockets(), 1);
    }

    #[test]
    fn an_ended_session_closes_its_own_sockets() {
        let mut registry = Registry::default();
        let (ada, mut to_ada) = registry.enter("a".into()).unwrap();
        let (obi, mut to_obi) = registry.enter("a".into()).unwrap();
        registry.subscribe(ada, listener("ada"), "private-ada");
        registry.subscribe(obi, listener("obi"), "private-obi");
        registry.deliver(&Notice::SessionEnded {
            session_id: "session of ada".into(),
        });
        assert_eq!(to_ada.try_recv(), Ok(Delivery::SessionOver));
        assert!(to_obi.try_recv().is_err());
        registry.deliver(&Notice::PersonEnded {
            user_id: "obi".into(),
        });
        assert_eq!(to_obi.try_recv(), Ok(Delivery::SessionOver));
    }

    #[test]
    fn an_ended_channel_makes_the_users_sockets_reconnect() {
        let mut registry = Registry::default();
        let mut sockets = Vec::new();
        for (user, channel) in [
            ("ada", "private-club"),
            ("ada", "private-ada"),
            ("obi", "private-club"),
        ] {
            let (id, told) = registry.enter("a".into()).unwrap();
            registry.subscribe(id, listener(user), channel);
            sockets.push(told);
        }
        registry.deliver(&Notice::ChannelEnded {
            user_id: "ada".into(),
            channel: "private-club".into(),
        });
        let told: Vec<_> = sockets
            .iter_mut()
            .map(|told| told.try_recv().ok())
            .collect();
        assert_eq!(told, [Some(Delivery::Reconnect), None, None]);
    }

    #[test]
    fn sockets_per_address_are_limited_and_freed() {
        let mut registry = Registry::default();
        let places: Vec<_> = (0..MOST_AN_ADDRESS.most)
            .map(|_| registry.enter("a".into()).unwrap())
            .collect();
        assert!(registry.enter("a".into()).is_none());
        assert!(registry.enter("b".into()).is_some());
        registry.leave(places[0].0);
        registry.leave(places[0].0);
        assert!(registry.enter("a".into()).is_some());
        assert!(registry.enter("a".into()).is_none());
    }

    #[test]
    fn a_48_bit_network_has_sixteen_times_the_limit() {
        sixteen_times(
            |number| format!("2001:db8:1:{number:x}::/64"),
            "2001:db8:2:0::/64",
        );
    }

    #[test]
    fn a_24_bit_network_of_ipv4_has_sixteen_times_the_limit() {
        sixteen_times(|number| format!("203.0.113.{number}"), "203.0.114.1");
    }

    fn sixteen_times(own: impl Fn(i64) -> String, elsewhere: &str) {
        let mut registry = Registry::default();
        let mut held = Vec::new();
        for number in 0..16 {
            for _ in 0..MOST_AN_ADDRESS.most {
                held.push(registry.enter(own(number)).unwrap());
            }
            assert!(registry.enter(own(number)).is_none());
        }
        assert!(registry.enter(own(16)).is_none());
        assert!(registry.enter(elsewhere.into()).is_some());
        registry.leave(held[0].0);
        assert!(registry.enter(own(16)).is_some());
        held.iter().for_each(|(id, _)| registry.leave(*id));
        assert_eq!(registry.places.len(), 4);
    }
}
