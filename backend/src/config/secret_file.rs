//! Outside production the secret may be left out: one is drawn at the first start and kept beside the database,
//! readable by its owner only, so that sign-ins survive a restart.

use super::ConfigError;
use crate::private_file;
use crate::random::Random;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

pub fn read_or_create(database_url: &str) -> Result<Vec<u8>, ConfigError> {
    let Some(path) = path_beside(database_url) else {
        return Ok(Random.token().into_bytes());
    };
    let failed =
        |error: std::io::Error| ConfigError(format!("the secret file {}: {error}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    // A further file is moved into place whole, so a start that is killed halfway leaves no half secret.
    let fresh = Random.token();
    let draft = path.with_extension(format!("{}.draft", Random.six_digits()));
    match fs::read(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        found => return found.map_err(failed),
    }
    let mut file = private_file::create(&draft).map_err(failed)?;
    file.write_all(fresh.as_bytes())
        .and_then(|()| file.sync_all())
        .map_err(failed)?;
    // Whoever links first wins; the other reads what is there.
    let linked = fs::hard_link(&draft, &path);
    fs::remove_file(&draft).map_err(failed)?;
    match linked {
        Ok(()) => Ok(fresh.into_bytes()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => fs::read(&path).map_err(failed),
        Err(error) => Err(failed(error)),
    }
}

/// None for a database in memory, whose sign-ins end with it.
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
    fn the_secret_stays_the_same_and_private() {
        let folder = std::env::temp_dir().join(format!("ajo-secret-{}", Random.token()));
        let url = format!("sqlite:{}/nested/ajo.sqlite?mode=rwc", folder.display());
        let first = read_or_create(&url).unwrap();
        assert_eq!(first, read_or_create(&url).unwrap());
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
    fn a_database_in_memory_leaves_no_file() {
        assert_eq!(path_beside("sqlite::memory:"), None);
        assert_ne!(
            read_or_create("sqlite::memory:").unwrap(),
            read_or_create("sqlite::memory:").unwrap()
        );
    }
}
