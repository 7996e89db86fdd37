//! Slow hashing of passwords and PINs: Argon2id over a keyed hash, so that a stolen database is worth nothing without
//! the server's secret. (OWASP Password Storage cheat sheet: m = 19 MiB, t = 2, p = 1.)

mod memory;

use crate::error::ApiError;
use crate::pause::Pause;
use crate::random::Random;
use crate::secret::Keys;
use argon2::Params;
use argon2::password_hash::phc::PasswordHash;
use memory::{Memory, Pool};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::Semaphore;

/// Each hash takes a buffer of 19 MiB, which is kept for the next one, and a core for a while.
const AT_ONCE: usize = 2;
/// Beyond this many waiting calls, the next is turned away instead of waiting for longer than anybody stays.
const MOST_WAITING: usize = 64;

/// How hard hashing is made.
#[derive(Debug, Clone, Copy)]
pub enum Cost {
    Full,
    /// For tests, which hash hundreds of times.
    Least,
}

/// Stands before the hash of what nobody knows.
const UNSET: char = '!';

/// Whether a stored hash is of something that somebody knows.
pub fn is_set(stored: &str) -> bool {
    !stored.starts_with(UNSET)
}

/// What somebody without a session is asked for. Everything else that is hashed belongs to somebody signed in.
const ANYBODY: &str = "password";

/// Hashes and verifies, two at a time for people without a session and two for those who have one: however many wrong
/// sign-ins are sent, PINs are still checked and payments go through.
#[derive(Clone)]
pub struct Hasher {
    keys: Keys,
    params: Params,
    anybody: Lane,
    members: Lane,
    /// What an unknown person's password is compared with, so that the answer takes as long.
    nobody: Arc<str>,
    /// After a hash or a comparison, before its caller goes on.
    pub pause: Pause,
}

impl Hasher {
    /// # Panics
    /// Never: the parameters are constants.
    pub fn new(keys: Keys, cost: Cost) -> Self {
        let (memory_kib, passes) = match cost {
            Cost::Full => (19_456, 2),
            Cost::Least => (8, 1),
        };
        let params = Params::new(memory_kib, passes, 1, None).expect("the parameters are in range");
        let (anybody, members) = (Lane::new(), Lane::new());
        let token = Random.token();
        let nobody = anybody
            .pool
            .with(|memory| hash(memory, &keys, &params, "nobody", &[&token]));
        let nobody = nobody.expect("a token can be hashed");
        Self {
            keys,
            params,
            anybody,
            members,
            nobody: nobody.into(),
            pause: Pause::default(),
        }
    }

    /// Hashes; `purpose` and the parts are bound into the hash.
    ///
    /// # Errors
    /// 503 when too many wait.
    pub async fn hash(&self, purpose: &'static str, parts: &[&str]) -> Result<String, ApiError> {
        let (keys, params, parts) = (self.keys.clone(), self.params.clone(), owned(parts));
        let hashed = self
            .lane(purpose)
            .in_turn(move |memory| hash(memory, &keys, &params, purpose, &borrowed(&parts)))
            .await?;
        self.pause.pass().await;
        hashed
    }

    /// What is stored for whoever has not set anything yet: the hash of what nobody knows, and the mark that says so. To
    /// verify against it takes as long as against any other.
    ///
    /// # Errors
    /// 503 when too many wait.
    pub async fn unset(&self, purpose: &'static str) -> Result<String, ApiError> {
        let hashed = self.hash(purpose, &[&Random.token()]).await?;
        Ok(format!("{UNSET}{hashed}"))
    }

    /// Whether the parts are those that were hashed. None, an unknown person, takes as long and is never right.
    ///
    /// # Errors
    /// 503 when too many wait.
    pub async fn verify(
        &self,
        purpose: &'static str,
        parts: &[&str],
        stored: Option<&str>,
    ) -> Result<bool, ApiError> {
        let (keys, parts) = (self.keys.clone(), owned(parts));
        let known = stored.is_some();
        let stored = stored.map_or_else(|| String::from(&*self.nobody), String::from);
        let same = self
            .lane(purpose)
            .in_turn(move |memory| {
                verify(memory, &keys, purpose, &borrowed(&parts), &stored) && is_set(&stored)
            })
            .await?;
        self.pause.pass().await;
        Ok(known && same)
    }

    /// The same, for somebody signed in: not even their password waits among those of strangers.
    #[must_use]
    pub fn for_members(&self) -> Self {
        Self {
            anybody: self.members.clone(),
            ..self.clone()
        }
    }

    /// Whether a hash was made with other parameters or another secret than today's, and should be made anew.
    pub fn is_outdated(&self, stored: &str) -> bool {
        let today = format!(
            "{}$argon2id$v=19$m={},t={},p=1$",
            self.keys.id(),
            self.params.m_cost(),
            self.params.t_cost()
        );
        !stored.starts_with(&today)
    }

    fn lane(&self, purpose: &str) -> &Lane {
        if purpose == ANYBODY {
            &self.anybody
        } else {
            &self.members
        }
    }
}

/// Those who take turns, and those who wait for one.
#[derive(Clone)]
struct Lane {
    turns: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    pool: Arc<Pool>,
}

impl Lane {
    fn new() -> Self {
        Self {
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            waiting: Arc::default(),
            pool: Arc::default(),
        }
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Memory) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let _place = Waiting::enter(&self.waiting).ok_or_else(ApiError::unavailable)?;
        let turn = self
            .turns
            .clone()
            .acquire_owned()
            .await
            .map_err(ApiError::internal)?;
        let pool = self.pool.clone();
        tokio::task::spawn_blocking(move || {
            // Held by the work itself: a caller that hangs up does not let a third hash start in this lane.
            let _turn = turn;
            pool.with(work)
        })
        .await
        .map_err(ApiError::internal)
    }
}

struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    fn enter(waiting: &Arc<AtomicUsize>) -> Option<Self> {
        let place = Self(waiting.clone());
        (waiting.fetch_add(1, Ordering::SeqCst) < MOST_WAITING).then_some(place)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

fn hash(
    memory: &mut Memory,
    keys: &Keys,
    params: &Params,
    purpose: &str,
    parts: &[&str],
) -> Result<String, ApiError> {
    let salt = Random.bytes::<16>();
    let hashed = memory.hash(params, &keys.sign(purpose, parts), &salt);
    let hashed = hashed.ok_or_else(|| ApiError::internal("a hash could not be made"))?;
    Ok(format!("{}{hashed}", keys.id()))
}

fn verify(memory: &mut Memory, keys: &Keys, purpose: &str, parts: &[&str], stored: &str) -> bool {
    let Some((key_id, phc)) = stored.trim_start_matches(UNSET).split_once('$') else {
        return false;
    };
    if key_id != keys.id() {
        return false;
    }
    let Ok(hashed) = PasswordHash::new(&format!("${phc}")) else {
        return false;
    };
    // The parameters are those in the stored text.
    memory.verify(&keys.sign(purpose, parts), &hashed)
}

fn owned(parts: &[&str]) -> Vec<String> {
    parts.iter().map(|part| String::from(*part)).collect()
}

fn borrowed(parts: &[String]) -> Vec<&str> {
    parts.iter().map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_same_parts_verify() {
        let hasher = Hasher::new(Keys::new(vec![9; 32]), Cost::Least);
        let stored = hasher.hash("pin", &["ada", "NGN", "2580"]).await.unwrap();
        assert!(
            hasher
                .verify("pin", &["ada", "NGN", "2580"], Some(&stored))
                .await
                .unwrap()
        );
        assert!(
            !hasher
                .verify("pin", &["ada", "NGN", "2581"], Some(&stored))
                .await
                .unwrap()
        );
        assert!(
            !hasher
                .verify("pin", &["obi", "NGN", "2580"], Some(&stored))
                .await
                .unwrap()
        );
        assert!(
            !hasher
                .verify("pin", &["ada", "NGN", "2580"], None)
                .await
                .unwrap()
        );
        assert!(
            !stored.contains("2580") && !hasher.is_outdated(&stored),
            "{stored}"
        );
    }

    #[tokio::test]
    async fn what_is_not_set_is_told_from_what_is_and_nothing_verifies_against_it() {
        let hasher = Hasher::new(Keys::new(vec![9; 32]), Cost::Least);
        let unset = hasher.unset("password").await.unwrap();
        let set = hasher.hash("password", &["Tide4!Harbour"]).await.unwrap();
        assert!(!is_set(&unset) && is_set(&set), "{unset} {set}");
        for tried in ["", "!", "Tide4!Harbour"] {
            let right = hasher.verify("password", &[tried], Some(&unset)).await;
            assert!(!right.unwrap(), "{tried}");
        }
        // Not even what was hashed: the mark alone decides.
        let marked = format!("!{set}");
        let right = hasher.verify("password", &["Tide4!Harbour"], Some(&marked));
        assert!(!right.await.unwrap());
    }

    #[tokio::test]
    async fn a_hash_of_another_secret_is_worth_nothing() {
        let hasher = Hasher::new(Keys::new(vec![9; 32]), Cost::Least);
        let other = Hasher::new(Keys::new(vec![8; 32]), Cost::Least);
        let stored = hasher.hash("password", &["Tide4!Harbour"]).await.unwrap();
        assert!(
            !other
                .verify("password", &["Tide4!Harbour"], Some(&stored))
                .await
                .unwrap()
        );
        assert!(other.is_outdated(&stored));
    }

    #[tokio::test]
    async fn a_crowd_of_sign_ins_keeps_nobody_from_paying() {
        let hasher = Hasher::new(Keys::new(vec![9; 32]), Cost::Least);
        let busy = hasher.anybody.turns.clone().acquire_many_owned(2).await;
        let crowd: Vec<_> = (0..MOST_WAITING)
            .map(|_| Waiting::enter(&hasher.anybody.waiting).unwrap())
            .collect();
        let sign_in = hasher.verify("password", &["Tide4!Harbour"], None);
        assert_eq!(sign_in.await.unwrap_err().status(), 503);
        let pin = hasher.verify("transaction-pin", &["ada", "NGN", "2580"], None);
        assert!(!pin.await.unwrap());
        drop((busy, crowd));
        assert!(hasher.hash("password", &["Tide4!Harbour"]).await.is_ok());
    }
}
