//! Limits on concurrent use, in total and per user. A slot is released when it is dropped.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Bytes of concurrent uploads: four of the largest. Processing takes a multiple of them.
const UPLOAD_BYTES: u32 = 48 * 1024 * 1024;
/// Concurrent large responses in memory.
const DOWNLOADS: u32 = 8;
/// Concurrent images in memory, of at most half a megabyte each; in total and per address, which many users may share.
const PICTURES: u32 = 128;
const PICTURES_EACH: usize = 32;
/// Concurrent exports of users' data, each with a compressed file in memory.
const EXPORTS: u32 = 8;
/// Concurrent uploads, and downloads, per user, so that one user cannot take all slots.
const EACH: usize = 2;

/// A limit of units in total, and of slots per user.
pub struct Slots {
    units: Arc<Semaphore>,
    most_units: u32,
    each: usize,
    users: Arc<Mutex<Users>>,
}

/// Users who hold a slot or wait for one.
type Users = HashMap<String, Arc<Semaphore>>;

/// Permission to use a number of units, until it is dropped.
pub struct Slot {
    _units: OwnedSemaphorePermit,
    _own: OwnedSemaphorePermit,
    // Dropped last: it checks whether the user's permits are still in use.
    _entry: Entry,
}

/// Why no slot was available.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Full {
    /// The user's own limit is reached.
    User,
    /// The total limit is reached.
    Total,
}

impl Slots {
    /// One unit per byte.
    pub fn for_uploads() -> Self {
        Self::new(UPLOAD_BYTES, EACH)
    }

    /// One unit per response.
    pub fn for_downloads() -> Self {
        Self::new(DOWNLOADS, EACH)
    }

    /// One unit per image, shared by all users of an address.
    pub fn for_pictures() -> Self {
        Self::new(PICTURES, PICTURES_EACH)
    }

    /// One unit per export, and one export per user.
    pub fn for_exports() -> Self {
        Self::new(EXPORTS, 1)
    }

    fn new(most_units: u32, each: usize) -> Self {
        Self {
            units: Arc::new(Semaphore::new(most_units as usize)),
            most_units,
            each,
            users: Arc::default(),
        }
    }

    /// Waits for a slot with a number of units.
    ///
    /// # Errors
    /// None became available in time.
    pub async fn take(&self, user: &str, units: u32, wait: Duration) -> Result<Slot, Full> {
        let (entry, permits) = Entry::of(&self.users, user, self.each);
        let own = timeout(wait, permits.acquire_owned()).await;
        let own = own.ok().and_then(Result::ok).ok_or(Full::User)?;
        let units = units.clamp(1, self.most_units);
        let units = timeout(wait, self.units.clone().acquire_many_owned(units)).await;
        let units = units.ok().and_then(Result::ok).ok_or(Full::Total)?;
        Ok(Slot {
            _units: units,
            _own: own,
            _entry: entry,
        })
    }
}

/// A user's entry in the map, which is removed with the last slot or waiting request of the user.
struct Entry {
    user: String,
    users: Arc<Mutex<Users>>,
}

impl Entry {
    fn of(users: &Arc<Mutex<Users>>, user: &str, each: usize) -> (Self, Arc<Semaphore>) {
        let permits = locked(users)
            .entry(user.to_owned())
            .or_insert_with(|| Arc::new(Semaphore::new(each)))
            .clone();
        let entry = Self {
            user: user.to_owned(),
            users: users.clone(),
        };
        (entry, permits)
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        let mut users = locked(&self.users);
        // Held permits and waiting requests have their own references; new ones need the lock.
        let unused = users
            .get(&self.user)
            .is_some_and(|permits| Arc::strong_count(permits) == 1);
        if unused {
            users.remove(&self.user);
        }
    }
}

fn locked(users: &Mutex<Users>) -> MutexGuard<'_, Users> {
    users.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAIT: Duration = Duration::from_secs(10);

    #[tokio::test(start_paused = true)]
    async fn slots_are_limited_in_total_and_per_user() {
        let slots = Slots::new(100, 2);
        let first = slots.take("ada", 30, WAIT).await.ok().unwrap();
        let _second = slots.take("ada", 30, WAIT).await.ok().unwrap();
        assert_eq!(slots.take("ada", 1, WAIT).await.err(), Some(Full::User));
        assert_eq!(slots.take("obi", 41, WAIT).await.err(), Some(Full::Total));
        let _third = slots.take("obi", 40, WAIT).await.ok().unwrap();
        assert_eq!(slots.take("eno", 1, WAIT).await.err(), Some(Full::Total));
        drop(first);
        // A request above the total limit waits for all units, but not forever.
        assert_eq!(slots.take("eno", 500, WAIT).await.err(), Some(Full::Total));
        assert!(slots.take("eno", 30, WAIT).await.is_ok());
        assert!(slots.take("ada", 30, WAIT).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_waiting_request_gets_the_released_slot() {
        let slots = Arc::new(Slots::new(1, 2));
        let held = slots.take("ada", 1, WAIT).await.ok().unwrap();
        let waiting = tokio::spawn({
            let slots = slots.clone();
            async move { slots.take("obi", 1, WAIT).await.is_ok() }
        });
        tokio::time::sleep(WAIT / 2).await;
        drop(held);
        assert!(waiting.await.unwrap());
    }

    #[tokio::test(start_paused = true)]
    async fn a_cancelled_request_leaves_nothing_behind() {
        let slots = Arc::new(Slots::new(2, 1));
        let held = slots.take("ada", 2, WAIT).await.ok().unwrap();
        for user in ["ada", "obi"] {
            let waiting = tokio::spawn({
                let slots = slots.clone();
                async move { slots.take(user, 2, WAIT).await.is_ok() }
            });
            tokio::time::sleep(WAIT / 2).await;
            waiting.abort();
            assert!(waiting.await.is_err());
        }
        assert_eq!(slots.take("eno", 1, WAIT).await.err(), Some(Full::Total));
        assert_eq!(locked(&slots.users).len(), 1);
        drop(held);
        assert!(locked(&slots.users).is_empty());
        assert_eq!(slots.units.available_permits(), 2);
    }
}
