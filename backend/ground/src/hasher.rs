//! Slow hashing of passwords and PINs: Argon2id over a keyed hash, so that a stolen database is worthless without the
//! server's secret. (OWASP Password Storage cheat sheet: m = 19 MiB, t = 2, p = 1.)
//!
//! A PIN has four digits: an attacker with database and secret can try all of them, however slow the hash. The secret
//! and the lock after five wrong entries protect it, so its hash is cheap, and payments do not wait for it.

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
/// About 0.2 ms on a core of a small server.
const PIN_MEMORY_KIB: u32 = 512;
/// With more waiting calls, the next is refused instead of waiting longer than any client would.
const MOST_WAITING: usize = 64;

/// The cost of hashing.
#[derive(Debug, Clone, Copy)]
pub enum Cost {
    Full,
    /// For tests, which compute hundreds of hashes.
    Least,
}

/// The prefix of a hash that nothing matches.
const UNSET: char = '!';

/// Whether a password or PIN has been set, so that the stored hash can match.
pub fn is_set(stored: &str) -> bool {
    !stored.starts_with(UNSET)
}

/// The purpose of a PIN's hash.
pub const PIN: &str = "transaction-pin";

/// The purpose of hashes for callers without a session. All other hashes belong to signed-in users.
const ANYBODY: &str = "password";

/// Hashes and verifies, two at a time for callers without a session and two for those with one: however many wrong
/// sign-ins are sent, PINs are still checked and payments go through.
#[derive(Clone)]
pub struct Hasher {
    keys: Keys,
    params: Params,
    pin_params: Params,
    anybody: Lane,
    members: Lane,
    /// The dummy hash for unknown users, so that the response takes as long.
    dummy: Arc<str>,
    /// A test's pause after a hash or a verification.
    pub pause: Pause,
}

impl Hasher {
    /// # Panics
    /// Never: the parameters are constants.
    pub fn new(keys: Keys, cost: Cost) -> Self {
        let params = |memory_kib, passes| {
            Params::new(memory_kib, passes, 1, None).expect("the parameters are in range")
        };
        let (params, pin_params) = match cost {
            Cost::Full => (params(19_456, 2), params(PIN_MEMORY_KIB, 1)),
            Cost::Least => (params(8, 1), params(8, 1)),
        };
        let (anybody, members) = (Lane::new(), Lane::new());
        let token = Random.token();
        let dummy = anybody
            .pool
            .with(|memory| hash(memory, &keys, &params, "nobody", &[&token]));
        let dummy = dummy.expect("a token can be hashed");
        Self {
            keys,
            params,
            pin_params,
            anybody,
            members,
            dummy: dummy.into(),
            pause: Pause::default(),
        }
    }

    /// Hashes; `purpose` and the parts are bound into the hash.
    ///
    /// # Errors
    /// 503 if too many callers are waiting.
    pub async fn hash(&self, purpose: &'static str, parts: &[&str]) -> Result<String, ApiError> {
        let (keys, params) = (self.keys.clone(), self.params(purpose).clone());
        let parts = owned(parts);
        let hashed = self
            .lane(purpose)
            .in_turn(move |memory| hash(memory, &keys, &params, purpose, &borrowed(&parts)))
            .await?;
        self.pause.pass().await;
        hashed
    }

    /// A placeholder until a user sets a password or PIN: the hash of a random token, marked as unset. Verifying
    /// against it takes as long as against any other.
    ///
    /// # Errors
    /// 503 if too many callers are waiting.
    pub async fn unset(&self, purpose: &'static str) -> Result<String, ApiError> {
        let hashed = self.hash(purpose, &[&Random.token()]).await?;
        Ok(format!("{UNSET}{hashed}"))
    }

    /// Whether the parts match the hash. `None`, for an unknown user, takes as long and never matches.
    ///
    /// # Errors
    /// 503 if too many callers are waiting.
    pub async fn verify(
        &self,
        purpose: &'static str,
        parts: &[&str],
        stored: Option<&str>,
    ) -> Result<bool, ApiError> {
        let (keys, parts) = (self.keys.clone(), owned(parts));
        // A hash with a lost secret is verified against the dummy, so that the difference is not observable.
        let stored = stored.filter(|stored| key_of(&keys, stored).is_some());
        let known = stored.is_some();
        let stored = stored.map_or_else(|| String::from(&*self.dummy), String::from);
        let same = self
            .lane(purpose)
            .in_turn(move |memory| {
                verify(memory, &keys, purpose, &borrowed(&parts), &stored) && is_set(&stored)
            })
            .await?;
        self.pause.pass().await;
        Ok(known && same)
    }

    /// The hasher for signed-in users: even their passwords do not queue behind those of strangers.
    #[must_use]
    pub fn for_members(&self) -> Self {
        Self {
            anybody: self.members.clone(),
            ..self.clone()
        }
    }

    /// Whether a hash was made with other parameters or another secret than the current ones, and should be renewed.
    pub fn is_outdated(&self, purpose: &str, stored: &str) -> bool {
        let params = self.params(purpose);
        let today = format!(
            "{}$argon2id$v=19$m={},t={},p=1$",
            self.keys.id(),
            params.m_cost(),
            params.t_cost()
        );
        !stored.starts_with(&today)
    }

    fn params(&self, purpose: &str) -> &Params {
        if purpose == PIN {
            &self.pin_params
        } else {
            &self.params
        }
    }

    fn lane(&self, purpose: &str) -> &Lane {
        if purpose == ANYBODY {
            &self.anybody
        } else {
            &self.members
        }
    }
}

/// The running and waiting calls of one group of callers.
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
            // Held by the work itself: a cancelled caller does not let a third hash start in this lane.
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
    let Some((keys, phc)) = key_of(keys, stored) else {
        return false;
    };
    let Ok(hashed) = PasswordHash::new(&format!("${phc}")) else {
        return false;
    };
    // The parameters are those in the stored text.
    memory.verify(&keys.sign(purpose, parts), &hashed)
}

/// The keys of a hash, and the rest of the text.
fn key_of<'a>(keys: &Keys, stored: &'a str) -> Option<(Keys, &'a str)> {
    let (key_id, phc) = stored.trim_start_matches(UNSET).split_once('$')?;
    Some((keys.named(key_id)?, phc))
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
            !stored.contains("2580") && !hasher.is_outdated("pin", &stored),
            "{stored}"
        );
    }

    #[tokio::test]
    async fn unset_hashes_are_recognised_and_never_verify() {
        let hasher = Hasher::new(Keys::new(vec![9; 32]), Cost::Least);
        let unset = hasher.unset("password").await.unwrap();
        let set = hasher.hash("password", &["Tide4!Harbour"]).await.unwrap();
        assert!(!is_set(&unset) && is_set(&set), "{unset} {set}");
        for tried in ["", "!", "Tide4!Harbour"] {
            let right = hasher.verify("password", &[tried], Some(&unset)).await;
            assert!(!right.unwrap(), "{tried}");
        }
        // Not even the original password: the mark alone decides.
        let marked = format!("!{set}");
        let right = hasher.verify("password", &["Tide4!Harbour"], Some(&marked));
        assert!(!right.await.unwrap());
    }

    #[tokio::test]
    async fn hashes_of_another_secret_never_verify() {
        let hasher = Hasher::new(Keys::new(vec![9; 32]), Cost::Least);
        let other = Hasher::new(Keys::new(vec![8; 32]), Cost::Least);
        let stored = hasher.hash("password", &["Tide4!Harbour"]).await.unwrap();
        assert!(
            !other
                .verify("password", &["Tide4!Harbour"], Some(&stored))
                .await
                .unwrap()
        );
        assert!(other.is_outdated("password", &stored));
    }

    #[tokio::test]
    async fn both_secrets_verify_during_rotation_and_old_hashes_are_outdated() {
        let old = Hasher::new(Keys::new(vec![8; 32]), Cost::Least);
        let keys = Keys::new(vec![9; 32]).and_previous(Some(vec![8; 32]));
        let both = Hasher::new(keys, Cost::Least);
        let stored = old.hash("password", &["Tide4!Harbour"]).await.unwrap();
        let right = both.verify("password", &["Tide4!Harbour"], Some(&stored));
        assert!(right.await.unwrap() && both.is_outdated("password", &stored));
        let wrong = both.verify("password", &["Guess4!Guess"], Some(&stored));
        assert!(!wrong.await.unwrap());
        let renewed = both.hash("password", &["Tide4!Harbour"]).await.unwrap();
        assert!(!both.is_outdated("password", &renewed));
    }

    #[tokio::test]
    async fn pins_cost_less_than_passwords() {
        let hasher = Hasher::new(Keys::new(vec![9; 32]), Cost::Full);
        let pin = hasher.hash(PIN, &["ada", "NGN", "2580"]).await.unwrap();
        let password = hasher.hash("password", &["Tide4!Harbour"]).await.unwrap();
        assert!(pin.contains("$m=512,t=1,p=1$"), "{pin}");
        assert!(password.contains("$m=19456,t=2,p=1$"), "{password}");
        assert!(hasher.is_outdated(PIN, &password) && !hasher.is_outdated(PIN, &pin));
    }

    #[tokio::test]
    async fn a_flood_of_sign_ins_does_not_block_payments() {
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
