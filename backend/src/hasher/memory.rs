//! Argon2 in memory that is used again. Each hash takes 19 MiB. Freed and asked for anew by whichever thread hashes next,
//! they stay on the allocator's heaps, and sign-ins that fail would make the process grow.

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use std::sync::{Mutex, PoisonError};

/// What one hash works in. It grows to the largest that was asked of it, and is cleared after each.
#[derive(Default)]
pub struct Memory(Vec<Block>);

impl Memory {
    /// Hashes with these parameters; none where Argon2 takes neither them nor the salt.
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

    /// Whether this was hashed, with the parameters that stand in the hash.
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
        // The comparison of `Output` takes the same time wherever the first difference is.
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
            // Not grown in place, which would hold both for a moment.
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

/// Memories that nobody uses at the moment: never more than there are turns.
#[derive(Default)]
pub struct Spare(Mutex<Vec<Memory>>);

impl Spare {
    /// Lends one, made where there is none.
    pub fn lend<T>(&self, work: impl FnOnce(&mut Memory) -> T) -> T {
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
    fn hashes_are_those_of_the_library_whatever_was_hashed_before() {
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
    fn nothing_of_a_hash_is_left_and_the_memory_is_used_again() {
        let spare = Spare::default();
        let place = |memory: &mut Memory| {
            memory
                .hash(&params(64), b"keyed", b"salt of 16 bytes")
                .unwrap();
            let blank = format!("{:?}", Block::new());
            assert!(memory.0.iter().all(|block| format!("{block:?}") == blank));
            (memory.0.as_ptr() as usize, memory.0.len())
        };
        let first = spare.lend(place);
        assert_eq!(first.1, 64);
        assert_eq!(spare.lend(place), first);
        // Two at once have one each, which both are kept.
        spare.lend(|memory| {
            assert_eq!(place(memory), first);
            assert_ne!(spare.lend(place).0, first.0);
        });
        assert_eq!(spare.0.lock().unwrap().len(), 2);
    }
}
