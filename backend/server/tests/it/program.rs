//! The program's files.
#![cfg(unix)]

use crate::crash::Program;
use crate::support::{Database, Engine};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(database_url: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_backend"))
        .args(arguments)
        .env_clear()
        .env("AJO_DATABASE_URL", database_url)
        .env("AJO_ADDR", "127.0.0.1:0")
        .output()
        .unwrap()
}

fn folder(database: &Database) -> PathBuf {
    let file = database.url.strip_prefix("sqlite:").unwrap();
    Path::new(file).parent().unwrap().to_owned()
}

#[tokio::test]
async fn files_are_readable_by_their_owner_only() {
    let database = Database::create(Engine::Sqlite).await;
    let folder = folder(&database);
    // Creates the secret file too.
    assert!(run(&database.url, &["migrate"]).status.success());
    let program = Program::start_with(&database.url, None);
    let copy = folder.join("copy.sqlite");
    let backup = run(&database.url, &["backup", copy.to_str().unwrap()]);
    assert!(backup.status.success(), "{backup:?}");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{:?}", entry.path());
        names.push(entry.file_name().into_string().unwrap());
    }
    for name in [
        "ajo.sqlite",
        "ajo.sqlite-wal",
        "ajo.sqlite-shm",
        "ajo.secret",
        "copy.sqlite",
    ] {
        assert!(names.iter().any(|found| found == name), "{name}: {names:?}");
    }
    let again = run(&database.url, &["backup", copy.to_str().unwrap()]);
    let refused = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(
        !again.status.success() && refused.contains("already exists"),
        "{refused}"
    );
    program.kill();
    database.remove().await;
}

#[tokio::test]
async fn a_second_server_on_the_same_file_is_refused_until_the_first_ends() {
    let database = Database::create(Engine::Sqlite).await;
    let first = Program::start(&database.url);
    let second = run(&database.url, &["serve"]);
    let refused = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(!second.status.success(), "{refused}");
    assert!(
        refused.contains("another server is using") && refused.contains("AJO_DATABASE_URL"),
        "{refused}"
    );
    // Commands still work.
    assert!(run(&database.url, &["ledger", "check"]).status.success());
    first.kill();
    Program::start(&database.url).kill();
    database.remove().await;
}
