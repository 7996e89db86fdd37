//! Source files, for tests of their content.

use std::path::{Path, PathBuf};

/// The Rust files in a folder beside the backend's manifest, and in its subfolders.
pub fn sources(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join(folder),
        &mut found,
    );
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}
