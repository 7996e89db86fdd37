use super::stand_in::{KEY_ID, Mood, SECRET, StandIn};
use super::*;
use crate::testing::logged;
use ground::clock::Clock;
use std::path::PathBuf;

/// The configuration with these settings.
fn config(settings: &[(&str, &str)]) -> Config {
    let found = |name: &str| settings.iter().find(|(key, _)| *key == name);
    Config::read(&|name| match name {
        "AJO_SECRET" => Some(String::from("a secret that only the tests of Ajo know")),
        _ => found(name).map(|(_, value)| String::from(*value)),
    })
    .unwrap()
}

fn files(settings: &[(&str, &str)]) -> Files {
    let mut breakers = Breakers::new(&Clock::set_to(0));
    let mut files = Files::new(&config(settings), &mut breakers).unwrap();
    for store in &mut files.stores {
        store.deadline = Duration::from_secs(1);
    }
    files
}

fn folder() -> PathBuf {
    let path = std::env::temp_dir().join(format!("ajo-files-{}", Random.token()));
    std::fs::create_dir(&path).unwrap();
    path
}

/// Writes, reads and removes a file.
async fn store_and_remove(files: &Files) {
    let file = files.fresh("chat", Random).unwrap();
    assert_eq!(files.get(&file).await, Err(FileError::Missing));
    let bytes: Vec<u8> = (0..100_000_u32).map(|n| n.to_le_bytes()[0]).collect();
    files.put(&file, bytes.clone()).await.unwrap();
    assert_eq!(files.get(&file).await.unwrap(), bytes);
    for _ in 0..2 {
        files.remove(&file).await.unwrap();
    }
    assert_eq!(files.get(&file).await, Err(FileError::Missing));
    assert!(
        files
            .try_out()
            .await
            .unwrap()
            .ends_with("stores, returns and removes a file")
    );
}

#[tokio::test]
async fn a_folder_stores_files() {
    let path = folder();
    let files = files(&[("AJO_FILES", &format!("folder:{}", path.display()))]);
    store_and_remove(&files).await;
    std::fs::remove_dir_all(path).unwrap();
}

#[tokio::test]
async fn a_bucket_stores_files_by_signed_requests() {
    let service = StandIn::new().await;
    let files = files(&service.settings());
    store_and_remove(&files).await;
    assert!(service.objects() == 0);
    let file = files.fresh("chat", Random).unwrap();
    files.put(&file, vec![1]).await.unwrap();
    let key = file.replace("bucket/", "members/");
    assert!(service.kept().objects.contains_key(&key), "{key}");
}

#[tokio::test]
async fn the_failure_of_a_bucket_is_named_without_secrets() {
    for (mood, said) in [
        (Mood::Refuses(403), "it responds 403"),
        (Mood::Refuses(401), "it responds 401"),
        (Mood::Refuses(400), "it responds 400 Bad Request"),
        (Mood::Refuses(503), "it responds 503 Service Unavailable"),
        (Mood::Sleeps, "no response in time"),
    ] {
        let service = StandIn::new().await;
        service.kept().mood = mood;
        let files = files(&service.settings());
        let lines = logged(async {
            let refused = files.try_out().await.unwrap_err();
            assert!(
                refused.starts_with("AJO_FILES: the bucket ajo-files does not take files: "),
                "{refused}"
            );
            assert!(
                refused.contains(said) && !refused.contains("canary"),
                "{refused}"
            );
        })
        .await;
        assert!(
            lines.contains(said) && lines.contains("files bucket"),
            "{lines}"
        );
        assert!(
            !lines.contains(SECRET) && !lines.contains(KEY_ID),
            "{lines}"
        );
        // A passing failure is tried again.
        let expected = match mood {
            Mood::Refuses(503) => 1 + REPETITIONS,
            _ => 1,
        };
        assert_eq!(service.kept().requests, expected, "{mood:?}");
    }
}

#[tokio::test]
async fn a_wrong_secret_is_named() {
    let service = StandIn::new().await;
    let mut settings = service.settings();
    settings[3].1 = "another";
    let refused = files(&settings).try_out().await.unwrap_err();
    assert!(refused.contains("it responds 403"), "{refused}");
}

#[tokio::test]
async fn an_unreachable_bucket_is_left_alone() {
    let gone = tokio::net::TcpListener::bind(("127.0.0.1", 0))
        .await
        .unwrap();
    let url = format!("http://{}", gone.local_addr().unwrap());
    drop(gone);
    let settings = [
        ("AJO_FILES", "s3://ajo-files"),
        ("AJO_FILES_ENDPOINT", url.as_str()),
        ("AJO_FILES_KEY_ID", KEY_ID),
        ("AJO_FILES_SECRET", SECRET),
    ];
    let files = files(&settings);
    let refused = files.try_out().await.unwrap_err();
    assert!(refused.ends_with("connection refused"), "{refused}");
    let mut said = String::new();
    for _ in 0..10 {
        let Err(FileError::Unavailable(why)) = files.put("bucket/chat/x", vec![1]).await else {
            panic!("nothing is there");
        };
        said = why;
    }
    assert_eq!(said, "its circuit breaker is open");
}

#[tokio::test]
async fn a_missing_folder_and_an_unknown_place_are_refused() {
    let missing = config(&[("AJO_FILES", "folder:/nowhere/files")]);
    let refused = Files::new(&missing, &mut Breakers::new(&Clock::set_to(0)));
    let refused = refused.err().unwrap().0;
    assert_eq!(
        refused,
        "AJO_FILES: /nowhere/files is no folder: create it with mode 0700"
    );
    let missing = config(&[("AJO_FILES_PREVIOUS", "folder:/nowhere/files")]);
    let refused = Files::new(&missing, &mut Breakers::new(&Clock::set_to(0)));
    assert!(
        refused
            .err()
            .unwrap()
            .0
            .starts_with("AJO_FILES_PREVIOUS: /nowhere")
    );
    let none = files(&[]);
    assert!(none.outside().is_none() && none.fresh("chat", Random).is_none());
    assert_eq!(none.try_out().await.unwrap(), "in the database");
    assert_eq!(none.get("bucket/chat/x").await, Err(FileError::Unknown));
    assert_eq!(none.get("x").await, Err(FileError::Unknown));
}

#[tokio::test]
async fn a_folder_that_is_no_folder_any_more_is_unavailable() {
    let path = folder();
    let files = files(&[("AJO_FILES", &format!("folder:{}", path.display()))]);
    std::fs::remove_dir(&path).unwrap();
    std::fs::write(&path, "").unwrap();
    let refused = files.try_out().await.unwrap_err();
    assert!(
        refused.contains("Not a directory") && !refused.contains("trial"),
        "{refused}"
    );
    std::fs::remove_file(path).unwrap();
}
