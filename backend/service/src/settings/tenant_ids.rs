//! Identifiers of tenants, remembered for a second: every call with a session asks for its tenant's.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The number of changes of the tenants in this process.
static CHANGES: AtomicU64 = AtomicU64::new(0);

/// The number of changes so far.
pub(super) fn changes() -> u64 {
    CHANGES.load(Ordering::Acquire)
}

/// Counts a change: what was kept before is not used any more.
pub(super) fn changed() {
    CHANGES.fetch_add(1, Ordering::Release);
}

/// How long an identifier is kept.
const KEPT: Duration = Duration::from_secs(1);
/// The most identifiers that are kept: a client may send any `Host`.
const MOST_KEPT: usize = 1_000;

/// Identifiers of tenants by host or uuid, kept for a second.
#[derive(Default)]
pub struct TenantIds(Mutex<HashMap<String, KeptId>>);

struct KeptId {
    id: String,
    since: Instant,
    changes: u64,
}

impl TenantIds {
    pub(super) fn find(&self, place: &str) -> Option<String> {
        let kept = self.kept();
        let one = kept.get(place)?;
        let is_current = one.changes == changes();
        (is_current && one.since.elapsed() < KEPT).then(|| one.id.clone())
    }

    pub(super) fn keep(&self, place: &str, id: &str, changes: u64) {
        let mut kept = self.kept();
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        let one = KeptId {
            id: id.to_owned(),
            since: Instant::now(),
            changes,
        };
        kept.insert(place.to_owned(), one);
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<String, KeptId>> {
        // No code panics half-way while holding this lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
