//! Refuses a second server on a SQLite database: realtime events reach only the sockets of the writing process. The
//! lock is on a file beside the database; the operating system releases it when the process ends, even after a crash.

use super::sqlite_path;
use crate::private_file;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Held while the server runs.
pub struct ServerLock {
    _lock: Option<File>,
}

impl ServerLock {
    /// Locks a SQLite database for this server; PostgreSQL supports several servers and needs no lock.
    ///
    /// # Errors
    /// Another server holds the lock, as a message for the operator.
    pub fn take(url: &str) -> Result<Self, String> {
        let Some(database) = sqlite_path(url) else {
            return Ok(Self { _lock: None });
        };
        let path = beside(database);
        let failed = |error: io::Error| format!("the lock file {}: {error}", path.display());
        let file = open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _lock: Some(file) }),
            Err(TryLockError::WouldBlock) => Err(format!(
                "another server is using {}: SQLite supports one server, PostgreSQL several (AJO_DATABASE_URL)",
                database.display()
            )),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }
}

fn beside(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".lock");
    name.into()
}

fn open(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    match private_file::create(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            OpenOptions::new().write(true).open(path)
        }
        made => made,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_server_locks_a_file_and_several_share_postgres() {
        let folder = std::env::temp_dir().join(format!("ajo-lock-{}", uuid::Uuid::now_v7()));
        let url = format!("sqlite:{}/new/ajo.sqlite?mode=rwc", folder.display());
        let first = ServerLock::take(&url).unwrap();
        let refused = ServerLock::take(&url).err().unwrap();
        assert!(refused.contains("new/ajo.sqlite"), "{refused}");
        let other = format!("sqlite:{}/new/other.sqlite", folder.display());
        assert!(ServerLock::take(&other).is_ok());
        drop(first);
        assert!(ServerLock::take(&url).is_ok());
        let several = "postgres://ajo@localhost/ajo";
        let (one, other) = (ServerLock::take(several), ServerLock::take(several));
        assert!(one.is_ok() && other.is_ok());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
