//! A point where a test can stop a call, to do something else between a check and the write that depends on it.
//!
//! In the product no pause is ever set, and a call passes without waiting.

use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::oneshot;

type Stop = (oneshot::Sender<()>, oneshot::Receiver<()>);

/// The place.
#[derive(Clone, Default)]
pub struct Pause(Arc<Mutex<Option<Stop>>>);

/// A call that waits, or will.
pub struct Paused {
    reached: oneshot::Receiver<()>,
    go: oneshot::Sender<()>,
}

impl Pause {
    /// Stops the next call that comes by, and no other.
    pub fn next(&self) -> Paused {
        let (here, reached) = oneshot::channel();
        let (go, told) = oneshot::channel();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((here, told));
        Paused { reached, go }
    }

    /// Waits where a test asked for it.
    pub async fn pass(&self) {
        let stop = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((here, told)) = stop {
            let _ = here.send(());
            // A test that ended without a word lets the call go on.
            let _ = told.await;
        }
    }
}

impl Paused {
    /// Waits until a call has stopped here.
    ///
    /// # Panics
    /// No call can come by any more.
    pub async fn reached(&mut self) {
        (&mut self.reached).await.expect("a call comes by");
    }

    /// Lets it go on.
    pub fn go(self) {
        let _ = self.go.send(());
    }
}
