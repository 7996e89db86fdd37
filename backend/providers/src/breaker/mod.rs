//! A circuit breaker: an unresponsive provider is not called for a while. Otherwise every caller would wait for the
//! full timeout and hold a connection meanwhile.

mod state;

use ground::clock::Clock;
use state::{Ending, Permission, State};
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The breaker of one provider. Clones share its state.
#[derive(Clone)]
pub struct Breaker(Arc<Shared>);

struct Shared {
    /// Its name in log lines and metrics.
    provider: &'static str,
    clock: Clock,
    state: Mutex<State>,
    /// How often the breaker opened, failed trials included.
    opened: AtomicU64,
}

impl Breaker {
    pub fn new(provider: &'static str, clock: &Clock) -> Self {
        Self(Arc::new(Shared {
            provider,
            clock: clock.clone(),
            state: Mutex::new(State::Closed { failures: 0 }),
            opened: AtomicU64::new(0),
        }))
    }

    /// Makes a call, unless the breaker is open: then `None`, and nothing was sent.
    pub async fn call<T>(
        &self,
        call: impl Future<Output = T>,
        failed: impl FnOnce(&T) -> bool,
    ) -> Option<T> {
        let mut pass = self.pass()?;
        let answer = call.await;
        pass.ending = match failed(&answer) {
            true => Ending::Failed,
            false => Ending::Answered,
        };
        Some(answer)
    }

    /// The name in log lines and metrics.
    pub fn provider(&self) -> &'static str {
        self.0.provider
    }

    fn pass(&self) -> Option<Pass<'_>> {
        let permission = self.change(|state, now_ms| state.ask(now_ms))?;
        Some(Pass {
            breaker: self,
            permission,
            ending: Ending::Abandoned,
        })
    }

    fn change<T>(&self, step: impl FnOnce(State, i64) -> (State, T)) -> T {
        let now_ms = self.0.clock.now_ms();
        let mut state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
        let before = *state;
        let (after, told) = step(before, now_ms);
        *state = after;
        drop(state);
        self.log_change(before, after);
        told
    }

    fn log_change(&self, before: State, after: State) {
        let provider = self.0.provider;
        match (before, after) {
            (State::Closed { .. } | State::Trying { .. }, State::Open { until_ms, pause_ms })
                if until_ms > self.0.clock.now_ms() =>
            {
                self.0.opened.fetch_add(1, Ordering::Relaxed);
                tracing::warn!(
                    provider,
                    pause_ms,
                    "the circuit breaker of a provider is open"
                );
            }
            (State::Trying { .. }, State::Closed { .. }) => {
                tracing::info!(provider, "a provider answers again");
            }
            _ => {}
        }
    }

    fn state(&self) -> State {
        *self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call in progress. Dropping it without a result means that the caller stopped waiting.
struct Pass<'a> {
    breaker: &'a Breaker,
    permission: Permission,
    ending: Ending,
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        let (permission, ending) = (self.permission, self.ending);
        self.breaker
            .change(|state, now_ms| (state.ended(permission, ending, now_ms), ()));
    }
}

/// All breakers, for the metrics.
#[derive(Clone)]
pub struct Breakers {
    clock: Clock,
    all: Vec<Breaker>,
}

impl Breakers {
    pub fn new(clock: &Clock) -> Self {
        Self {
            clock: clock.clone(),
            all: Vec::new(),
        }
    }

    /// Creates a provider's breaker.
    pub fn add(&mut self, provider: &'static str) -> Breaker {
        let breaker = Breaker::new(provider, &self.clock);
        self.all.push(breaker.clone());
        breaker
    }

    /// The metrics in Prometheus' text format.
    pub fn text(&self) -> String {
        let mut text = String::from("# TYPE ajo_provider_left_alone gauge\n");
        for breaker in &self.all {
            let alone = !matches!(breaker.state(), State::Closed { .. });
            let (provider, alone) = (breaker.0.provider, u8::from(alone));
            let _ = writeln!(
                text,
                "ajo_provider_left_alone{{provider=\"{provider}\"}} {alone}"
            );
        }
        text.push_str("# TYPE ajo_provider_pauses_total counter\n");
        for breaker in &self.all {
            let (provider, opened) = (breaker.0.provider, &breaker.0.opened);
            let opened = opened.load(Ordering::Relaxed);
            let _ = writeln!(
                text,
                "ajo_provider_pauses_total{{provider=\"{provider}\"}} {opened}"
            );
        }
        text
    }
}

#[cfg(test)]
mod tests;
