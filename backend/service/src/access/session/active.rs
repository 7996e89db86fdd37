//! Active sessions, until their activity is written.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Activity that is not written yet, by session.
#[derive(Default)]
pub struct ActiveSessions(Mutex<HashMap<String, i64>>);

impl ActiveSessions {
    pub(super) fn waiting(&self) -> MutexGuard<'_, HashMap<String, i64>> {
        // No code panics half-way while holding this lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
