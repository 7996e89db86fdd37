//! Files that only their owner can read, whatever the umask: they contain personal data.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Creates a file with mode 0600.
///
/// # Errors
/// It exists already, or cannot be created.
pub fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Whether a file's mode gives other users access.
pub fn is_accessible_to_others(path: &Path) -> bool {
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
