//! A SQLite database is for one server: events reach the sockets of the process that wrote, and writers wait in its line.
//! A lock on a file beside the database keeps the second one out. The system lets go of it when the process ends, however
//! it ends.

use super::sqlite_path;
use crate::private_file;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Held while a server serves.
pub struct OneServer {
    _lock: Option<File>,
}

impl OneServer {
    /// Takes the database of an address for this process; PostgreSQL's is for many.
    ///
    /// # Errors
    /// Another server has it, in words for its operator.
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
                "another server has {} open: a SQLite database is for one server, PostgreSQL for several \
                 (AJO_DATABASE_URL)",
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
    fn one_server_has_a_file_and_many_have_postgres() {
        let folder = std::env::temp_dir().join(format!("ajo-lock-{}", uuid::Uuid::now_v7()));
        let url = format!("sqlite:{}/new/ajo.sqlite?mode=rwc", folder.display());
        let first = OneServer::take(&url).unwrap();
        let refused = OneServer::take(&url).err().unwrap();
        assert!(refused.contains("new/ajo.sqlite open"), "{refused}");
        let other = format!("sqlite:{}/new/other.sqlite", folder.display());
        assert!(OneServer::take(&other).is_ok());
        drop(first);
        assert!(OneServer::take(&url).is_ok());
        let several = "postgres://ajo@localhost/ajo";
        let (one, other) = (OneServer::take(several), OneServer::take(several));
        assert!(one.is_ok() && other.is_ok());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
