//! So much at a time, for all and for each person. What somebody holds is given back when it is dropped, however that
//! comes about.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Bytes of files that are received and worked on at a time: four of the largest. What is made of them takes a multiple.
const UPLOAD_BYTES: u32 = 48 * 1024 * 1024;
/// Large answers that are in memory at a time.
const DOWNLOADS: u32 = 8;
/// Files of one person at a time, either way: nobody keeps everybody else from theirs.
const EACH: usize = 2;

/// Bounds what is used at a time: so many units in all, and so many places a person.
pub struct Places {
    units: Arc<Semaphore>,
    most_units: u32,
    each: usize,
    people: Arc<Mutex<People>>,
}

/// Those who hold a place or wait for one.
type People = HashMap<String, Arc<Semaphore>>;

/// The right to use so much, until it is dropped.
pub struct Place {
    _units: OwnedSemaphorePermit,
    _own: OwnedSemaphorePermit,
    // Last, so that the person's permit is free again when the entry looks whether it is still needed.
    _entry: Entry,
}

/// Why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Full {
    /// The person holds as many as one may.
    Own,
    /// Everybody together does.
    All,
}

impl Places {
    /// A unit is a byte.
    pub fn for_uploads() -> Self {
        Self::new(UPLOAD_BYTES, EACH)
    }

    /// A unit is an answer.
    pub fn for_downloads() -> Self {
        Self::new(DOWNLOADS, EACH)
    }

    fn new(most_units: u32, each: usize) -> Self {
        Self {
            units: Arc::new(Semaphore::new(most_units as usize)),
            most_units,
            each,
            people: Arc::default(),
        }
    }

    /// Waits for a place of so many units.
    ///
    /// # Errors
    /// There is none in time.
    pub async fn take(&self, person: &str, units: u32, wait: Duration) -> Result<Place, Full> {
        let entry = Entry::of(&self.people, person, self.each);
        let own = timeout(wait, entry.turns.clone().acquire_owned()).await;
        let own = own.ok().and_then(Result::ok).ok_or(Full::Own)?;
        let units = units.clamp(1, self.most_units);
        let units = timeout(wait, self.units.clone().acquire_many_owned(units)).await;
        let units = units.ok().and_then(Result::ok).ok_or(Full::All)?;
        Ok(Place {
            _units: units,
            _own: own,
            _entry: entry,
        })
    }
}

/// A person's turns. They are forgotten with the last one who uses them, so that the list is no longer than what is under
/// way.
struct Entry {
    person: String,
    turns: Arc<Semaphore>,
    people: Arc<Mutex<People>>,
}

impl Entry {
    fn of(people: &Arc<Mutex<People>>, person: &str, each: usize) -> Self {
        let turns = locked(people)
            .entry(person.to_owned())
            .or_insert_with(|| Arc::new(Semaphore::new(each)))
            .clone();
        Self {
            person: person.to_owned(),
            turns,
            people: people.clone(),
        }
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        let mut people = locked(&self.people);
        // The list's own and this one: nobody else holds or awaits a turn, nor can begin to while the list is locked.
        if Arc::strong_count(&self.turns) == 2 {
            people.remove(&self.person);
        }
    }
}

fn locked(people: &Mutex<People>) -> MutexGuard<'_, People> {
    people.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAIT: Duration = Duration::from_secs(10);

    #[tokio::test(start_paused = true)]
    async fn so_much_for_all_and_so_many_for_each() {
        let places = Places::new(100, 2);
        let first = places.take("ada", 30, WAIT).await.ok().unwrap();
        let _second = places.take("ada", 30, WAIT).await.ok().unwrap();
        assert_eq!(places.take("ada", 1, WAIT).await.err(), Some(Full::Own));
        assert_eq!(places.take("obi", 41, WAIT).await.err(), Some(Full::All));
        let _third = places.take("obi", 40, WAIT).await.ok().unwrap();
        assert_eq!(places.take("eno", 1, WAIT).await.err(), Some(Full::All));
        drop(first);
        // What is larger than everything waits for everything, not for ever.
        assert_eq!(places.take("eno", 500, WAIT).await.err(), Some(Full::All));
        assert!(places.take("eno", 30, WAIT).await.is_ok());
        assert!(places.take("ada", 30, WAIT).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_gets_the_place_that_is_given_back() {
        let places = Arc::new(Places::new(1, 2));
        let held = places.take("ada", 1, WAIT).await.ok().unwrap();
        let waiting = tokio::spawn({
            let places = places.clone();
            async move { places.take("obi", 1, WAIT).await.is_ok() }
        });
        tokio::time::sleep(WAIT / 2).await;
        drop(held);
        assert!(waiting.await.unwrap());
    }

    #[tokio::test(start_paused = true)]
    async fn who_gives_up_leaves_nothing_behind() {
        let places = Arc::new(Places::new(2, 1));
        let held = places.take("ada", 2, WAIT).await.ok().unwrap();
        for person in ["ada", "obi"] {
            let waiting = tokio::spawn({
                let places = places.clone();
                async move { places.take(person, 2, WAIT).await.is_ok() }
            });
            tokio::time::sleep(WAIT / 2).await;
            waiting.abort();
            assert!(waiting.await.is_err());
        }
        assert_eq!(places.take("eno", 1, WAIT).await.err(), Some(Full::All));
        assert_eq!(locked(&places.people).len(), 1);
        drop(held);
        assert!(locked(&places.people).is_empty());
        assert_eq!(places.units.available_permits(), 2);
    }
}
