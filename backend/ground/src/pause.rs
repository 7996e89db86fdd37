//! A point where a test can pause a call, to do something between a check and the write that depends on it.
//!
//! In production no pause is ever set, and calls pass without waiting.

use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::oneshot;

type Stop = (oneshot::Sender<()>, oneshot::Receiver<()>);

/// A point where calls can be paused.
#[derive(Clone, Default)]
pub struct Pause(Arc<Mutex<Option<Stop>>>);

/// A paused call, or one that will be.
pub struct Paused {
    reached: oneshot::Receiver<()>,
    go: oneshot::Sender<()>,
}

impl Pause {
    /// Pauses only the next call that arrives.
    pub fn next(&self) -> Paused {
        let (here, reached) = oneshot::channel();
        let (go, told) = oneshot::channel();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((here, told));
        Paused { reached, go }
    }

    /// Waits if a test requested it.
    pub async fn pass(&self) {
        let stop = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((here, told)) = stop {
            let _ = here.send(());
            // If the test ended without resuming it, the call continues.
            let _ = told.await;
        }
    }
}

impl Paused {
    /// Waits until a call is paused here.
    ///
    /// # Panics
    /// No call can arrive any more.
    pub async fn reached(&mut self) {
        (&mut self.reached).await.expect("a call comes by");
    }

    /// Resumes the call.
    pub fn go(self) {
        let _ = self.go.send(());
    }
}
