//! The version of the rules: a hash of their source and of the versions that it is built with.

use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Half of the hash: 128 bits.
const DIGEST_BYTES: usize = 16;

fn main() {
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let source = package.join("src");
    let manifest = text(&package.join("Cargo.toml"));
    let locks = package.ancestors().map(|folder| folder.join("Cargo.lock"));
    let lock = locks.into_iter().find(|lock| lock.is_file());
    let locked = lock.as_ref().map_or_else(BTreeSet::new, |lock| {
        println!("cargo::rerun-if-changed={}", lock.display());
        locked(&text(lock), &dependencies(&manifest))
    });
    for watched in [&source, &package.join("Cargo.toml")] {
        println!("cargo::rerun-if-changed={}", watched.display());
    }

    let mut content = Vec::new();
    let mut add = |name: &str, text: &str| {
        for part in [name, text] {
            content.extend(part.len().to_le_bytes());
            content.extend(part.as_bytes());
        }
    };
    for file in files(&source) {
        let path = file.strip_prefix(&source).unwrap_or(&file);
        add(&path.display().to_string().replace('\\', "/"), &text(&file));
    }
    add("Cargo.toml", &manifest);
    for package in locked {
        add("Cargo.lock", &package);
    }
    let digest = Sha256::digest(&content);
    let digits: String = digest[..DIGEST_BYTES]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    println!("cargo::rustc-env=AJO_RULES_VERSION={digits}");
}

/// A file's text, with the line endings of every system alike.
fn text(path: &Path) -> String {
    let text = fs::read_to_string(path);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.replace("\r\n", "\n")
}

/// The Rust files of a folder without those of tests, sorted.
fn files(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(folder);
    let entries = entries.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found = BTreeSet::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.file_stem().is_some_and(|name| name == "tests") {
            continue;
        }
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.insert(path);
        }
    }
    found
}

/// The names of a package's dependencies, without those of its tests.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut is_listed = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if let Some(section) = line.strip_prefix('[') {
            is_listed = section == "dependencies]"
                || (section.starts_with("target.") && section.ends_with(".dependencies]"));
        } else if let Some((name, _)) = line.split_once('=').filter(|_| is_listed) {
            names.push(name.trim().to_owned());
        }
    }
    names
}

/// The packages that some depend on, themselves included, with versions and checksums.
fn locked(lock: &str, roots: &[String]) -> BTreeSet<String> {
    // By name, and by name and version: only where there are several does the lock file give both.
    let mut packages = BTreeMap::new();
    for package in lock.split("[[package]]").skip(1) {
        let value = |key: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(key))?;
            Some(line.trim_start_matches(" = ").trim_matches('"').to_owned())
        };
        let (name, version) = (value("name"), value("version"));
        let (name, version) = (name.unwrap_or_default(), version.unwrap_or_default());
        let checksum = value("checksum").unwrap_or_default();
        let (_, list) = package.split_once("dependencies = [").unwrap_or_default();
        let list = list.split(']').next().unwrap_or_default();
        let needs: Vec<String> = list
            .split('"')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect();
        let identity = format!("{name} {version} {checksum}");
        packages.insert(
            format!("{name} {version}"),
            (identity.clone(), needs.clone()),
        );
        packages.insert(name, (identity, needs));
    }
    let mut found = BTreeSet::new();
    let mut waiting = roots.to_vec();
    while let Some(name) = waiting.pop() {
        if let Some((identity, needs)) = packages.get(&name)
            && found.insert(identity.clone())
        {
            waiting.extend(needs.iter().cloned());
        }
    }
    found
}
