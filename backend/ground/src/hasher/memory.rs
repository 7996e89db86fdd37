//! Argon2 with reused buffers. If each hash allocated its own 19 MiB, on whichever thread runs it, the allocator would
//! keep them in every thread's heap, and failed sign-ins would make the process grow.

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use std::sync::{Mutex, PoisonError};

/// The buffer for one hash at a time. It grows to the largest size needed, and is zeroed after each hash.
#[derive(Default)]
pub struct Memory(Vec<Block>);

impl Memory {
    /// Hashes with these parameters; `None` if Argon2 rejects them or the salt.
    pub fn hash(&mut self, params: &Params, keyed: &[u8], salt: &[u8]) -> Option<PasswordHash> {
        let (algorithm, version) = (Algorithm::Argon2id, Version::V0x13);
        let length = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
        let argon2 = Argon2::new(algorithm, version, params.clone());
        Some(PasswordHash {
            algorithm: algorithm.ident(),
            version: Some(version.into()),
            params: ParamsString::try_from(params).ok()?,
            salt: Some(Salt::new(salt).ok()?),
            hash: Some(self.output(&argon2, keyed, salt, length)?),
        })
    }

    /// Whether the hash is of this input, with the hash's own parameters.
    pub fn verify(&mut self, keyed: &[u8], hashed: &PasswordHash) -> bool {
        self.verified(keyed, hashed).unwrap_or(false)
    }

    fn verified(&mut self, keyed: &[u8], hashed: &PasswordHash) -> Option<bool> {
        let algorithm = Algorithm::try_from(hashed.algorithm.as_str()).ok()?;
        let version = hashed
            .version
            .map_or(Ok(Version::default()), Version::try_from);
        let params = Params::try_from(hashed).ok()?;
        let argon2 = Argon2::new(algorithm, version.ok()?, params);
        let (salt, wanted) = (hashed.salt.as_ref()?, hashed.hash.as_ref()?);
        let found = self.output(&argon2, keyed, salt, wanted.len())?;
        // `Output` compares in constant time.
        Some(found == *wanted)
    }

    fn output(
        &mut self,
        argon2: &Argon2<'_>,
        keyed: &[u8],
        salt: &[u8],
        length: usize,
    ) -> Option<Output> {
        let blocks = argon2.params().block_count();
        if self.0.len() < blocks {
            // Freed first: growing in place would hold both for a moment.
            self.0 = Vec::new();
            self.0 = vec![Block::new(); blocks];
        }
        let used = &mut self.0[..blocks];
        let mut buffer = [0; Output::MAX_LENGTH];
        let output = buffer.get_mut(..length)?;
        let done = argon2.hash_password_into_with_memory(keyed, salt, output, &mut *used);
        used.fill(Block::new());
        done.ok()?;
        Output::new(output).ok()
    }
}

/// Buffers that are not in use: at most one per permit of the lane.
#[derive(Default)]
pub struct Pool(Mutex<Vec<Memory>>);

impl Pool {
    /// Runs the work with a pooled buffer, or a new one.
    pub fn with<T>(&self, work: impl FnOnce(&mut Memory) -> T) -> T {
        let memory = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut memory = memory.unwrap_or_default();
        let done = work(&mut memory);
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(memory);
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use argon2::{PasswordHasher, PasswordVerifier};

    fn params(memory_kib: u32) -> Params {
        Params::new(memory_kib, 2, 1, None).unwrap()
    }

    #[test]
    fn hashes_equal_the_library_s_for_any_earlier_size() {
        let mut memory = Memory::default();
        for memory_kib in [64, 8, 128, 64] {
            let ours = memory
                .hash(&params(memory_kib), b"keyed", b"salt of 16 bytes")
                .unwrap();
            let theirs = Argon2::new(Algorithm::Argon2id, Version::V0x13, params(memory_kib));
            let theirs: PasswordHash = theirs
                .hash_password_with_salt(b"keyed", b"salt of 16 bytes")
                .unwrap();
            assert_eq!(ours.to_string(), theirs.to_string());
            assert!(memory.verify(b"keyed", &theirs) && !memory.verify(b"other", &theirs));
            assert!(Argon2::default().verify_password(b"keyed", &ours).is_ok());
        }
        assert!(memory.hash(&params(8), b"keyed", b"short").is_none());
    }

    #[test]
    fn the_buffer_is_zeroed_and_reused() {
        let pool = Pool::default();
        let place = |memory: &mut Memory| {
            memory
                .hash(&params(64), b"keyed", b"salt of 16 bytes")
                .unwrap();
            let blank = format!("{:?}", Block::new());
            assert!(memory.0.iter().all(|block| format!("{block:?}") == blank));
            (memory.0.as_ptr() as usize, memory.0.len())
        };
        let first = pool.with(place);
        assert_eq!(first.1, 64);
        assert_eq!(pool.with(place), first);
        // Concurrent hashes have a buffer each; both are kept.
        pool.with(|memory| {
            assert_eq!(place(memory), first);
            assert_ne!(pool.with(place).0, first.0);
        });
        assert_eq!(pool.0.lock().unwrap().len(), 2);
    }
}
