//! A generated secret for development: created at the first start and stored beside the database, readable by its owner
//! only, so that sessions survive a restart.

use super::ConfigError;
use crate::private_file;
use crate::random::Random;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Behaviour without a secret file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absent {
    /// Create one.
    Make,
    /// Fail: the server must be able to decrypt the command's writes.
    Refuse,
    /// Use a temporary secret: nothing is encrypted or decrypted.
    DoWithout,
}

pub fn read(database_url: &str, absent: Absent) -> Result<Vec<u8>, ConfigError> {
    let Some(path) = path_beside(database_url) else {
        return Ok(Random.token().into_bytes());
    };
    let found = match fs::read(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        found => Some(found),
    };
    match (found, absent) {
        (Some(Ok(secret)), _) => Ok(secret),
        (Some(Err(error)), _) => Err(ConfigError(format!(
            "the secret file {}: {error}",
            path.display()
        ))),
        (None, Absent::Make) => create(&path),
        (None, Absent::DoWithout) => Ok(Random.token().into_bytes()),
        (None, Absent::Refuse) => Err(ConfigError(format!(
            "there is no secret file {}: set AJO_SECRET, or AJO_DATABASE_URL if it names another database",
            path.display()
        ))),
    }
}

fn create(path: &Path) -> Result<Vec<u8>, ConfigError> {
    let failed =
        |error: std::io::Error| ConfigError(format!("the secret file {}: {error}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    // Written to a draft and then moved into place, so that an interrupted start leaves no partial secret.
    let fresh = Random.token();
    let draft = path.with_extension(format!("{}.draft", Random.six_digits()));
    let mut file = private_file::create(&draft).map_err(failed)?;
    file.write_all(fresh.as_bytes())
        .and_then(|()| file.sync_all())
        .map_err(failed)?;
    // The first process to link wins; the others read its file.
    let linked = fs::hard_link(&draft, path);
    fs::remove_file(&draft).map_err(failed)?;
    match linked {
        Ok(()) => Ok(fresh.into_bytes()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => fs::read(path).map_err(failed),
        Err(error) => Err(failed(error)),
    }
}

/// `None` for an in-memory database, whose sessions do not survive it.
fn path_beside(database_url: &str) -> Option<PathBuf> {
    let Some(rest) = database_url.strip_prefix("sqlite:") else {
        return Some(PathBuf::from("data/ajo.secret"));
    };
    let file = rest.strip_prefix("//").unwrap_or(rest);
    let file = file.split('?').next().unwrap_or_default();
    (!file.is_empty() && !file.contains(":memory:"))
        .then(|| PathBuf::from(file).with_extension("secret"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_secret_file_is_stable_and_private() {
        let folder = std::env::temp_dir().join(format!("ajo-secret-{}", Random.token()));
        let url = format!("sqlite:{}/nested/ajo.sqlite?mode=rwc", folder.display());
        let first = read(&url, Absent::Make).unwrap();
        assert_eq!(first, read(&url, Absent::Make).unwrap());
        assert!(first.len() >= 32);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(folder.join("nested/ajo.secret"))
                .unwrap()
                .permissions()
                .mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn read_only_commands_create_no_secret() {
        let folder = std::env::temp_dir().join(format!("ajo-secret-{}", Random.token()));
        let url = format!("sqlite:{}/ajo.sqlite", folder.display());
        assert!(read(&url, Absent::DoWithout).is_ok());
        let refused = read(&url, Absent::Refuse).unwrap_err().0;
        assert!(refused.contains("ajo.secret"), "{refused}");
        assert!(!folder.exists());
        let made = read(&url, Absent::Make).unwrap();
        assert_eq!(read(&url, Absent::Refuse).unwrap(), made);
        assert_eq!(read(&url, Absent::DoWithout).unwrap(), made);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_database_in_memory_leaves_no_file() {
        assert_eq!(path_beside("sqlite::memory:"), None);
        assert_ne!(
            read("sqlite::memory:", Absent::Make).unwrap(),
            read("sqlite::memory:", Absent::Make).unwrap()
        );
    }
}
