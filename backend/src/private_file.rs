//! Files that their owner alone may read, whatever the process's umask is: what Ajo keeps is people's names, numbers and
//! money.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Makes a file that is not there yet.
///
/// # Errors
/// It is there, or cannot be made.
pub fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Whether others than its owner may read or write a file.
pub fn is_open_to_others(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        path.metadata()
            .is_ok_and(|facts| facts.permissions().mode() & 0o077 != 0)
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}
