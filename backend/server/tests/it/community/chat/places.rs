//! Files in a folder or a bucket: in step with their rows, whatever fails in between.

use super::files::{PDF, attach, served};
use super::somebody;
use crate::identity::avatars::png;
use crate::rotation::at;
use crate::support::{Caller, World};
use backend::jobs::retention::sweep;
use community::chat::moving;
use community::chat::rotation::seal_file_anew;
use ground::config::FilesConfig;
use ground::hasher::Cost;
use ground::random::Random;
use ground::sealed::Batch;
use ground::secret::Keys;
use providers::files::stand_in::{Mood, StandIn};
use serde_json::{Value, json};
use service::app::AppState;
use service::files;
use sqlx::Row;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder for files that is removed with the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let path = std::env::temp_dir().join(format!("ajo-places-{}", Random.token()));
        std::fs::create_dir(&path).unwrap();
        Self(path)
    }

    fn setting(&self) -> String {
        format!("folder:{}", self.0.display())
    }

    /// The contents of all files.
    fn files(&self) -> Vec<Vec<u8>> {
        let Ok(files) = std::fs::read_dir(self.0.join("chat")) else {
            return Vec::new();
        };
        files
            .map(|file| std::fs::read(file.unwrap().path()).unwrap())
            .collect()
    }

    /// Makes it unusable.
    fn break_down(&self) {
        std::fs::rename(&self.0, self.0.with_extension("away")).unwrap();
        std::fs::write(&self.0, "").unwrap();
    }

    fn repair(&self) {
        std::fs::remove_file(&self.0).unwrap();
        std::fs::rename(self.0.with_extension("away"), &self.0).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Another server on the same database with these settings for files.
fn server(world: &World, settings: &[(&str, &str)]) -> AppState {
    let mut config = world.app.config.clone();
    let found = |name: &str| settings.iter().find(|(key, _)| *key == name);
    config.files =
        FilesConfig::read(&|name| found(name).map(|(_, value)| String::from(*value))).unwrap();
    again(world, config)
}

fn again(world: &World, config: ground::config::Config) -> AppState {
    AppState::with(
        config,
        world.app.db.clone(),
        world.clock.clone(),
        Cost::Least,
    )
    .unwrap()
}

fn in_folder(world: &World, folder: &Folder) -> AppState {
    server(world, &[("AJO_FILES", &folder.setting())])
}

async fn pdf(person: &Caller) -> Value {
    let answer = attach(person, "a.pdf", "application/pdf", PDF).await;
    answer.expect(201).data()["asset_url"].clone()
}

async fn bytes(person: &Caller, path: &Value) -> Vec<u8> {
    served(person, path).await.expect(200);
    person.clone().bytes(path.as_str().unwrap()).await
}

/// Where the bytes of all files are, by age: a kind of place, and the length of what the row holds.
async fn places(world: &World) -> Vec<(String, usize)> {
    let rows = sqlx::query("SELECT sealed, sealed_at FROM chat_attachments ORDER BY id")
        .fetch_all(&mut *world.app.db.read().await.unwrap())
        .await
        .unwrap();
    let place = |row: &sqlx::any::AnyRow| {
        let (sealed, file): (Vec<u8>, Option<String>) = (row.get("sealed"), row.get("sealed_at"));
        let file = file.unwrap_or_default();
        let kind = file.split('/').next().unwrap_or_default();
        (kind.to_owned(), sealed.len())
    };
    rows.iter().map(place).collect()
}

async fn tasks(world: &World) -> i64 {
    world
        .count("SELECT COUNT(*) AS found FROM queue WHERE kind = 'file'")
        .await
}

/// Moves all files to the server's place; the number of those that moved.
async fn move_all(app: &AppState) -> usize {
    let (mut after, mut moved) = (String::new(), 0);
    while let Some(step) = moving::step(app, &after).await.unwrap() {
        (after, moved) = (step.id, moved + usize::from(step.moved));
    }
    moved
}

on_both! {
    async fn files_in_a_folder_are_encrypted_and_go_with_their_rows(world: World) {
        let folder = Folder::new();
        let app = in_folder(world, &folder);
        let (ada, user) = somebody(world).await;
        let mut ada = at(&app, &ada);
        let document = pdf(&ada).await;
        let picture = attach(&ada, "a.png", "image/png", &png(900, 600)).await.expect(201).data().clone();
        assert_eq!(bytes(&ada, &document).await, PDF);
        for (path, width) in [(&picture["asset_url"], 900), (&picture["thumb_url"], 480)] {
            assert_eq!(image::load_from_memory(&bytes(&ada, path).await).unwrap().width(), width);
        }
        served(&ada, &json!(format!("{}/thumb", document.as_str().unwrap()))).await.refuses(404, "not_found");
        // The document, the picture and its thumbnail; a row holds the key id alone.
        assert_eq!(places(world).await, [(String::from("folder"), 8), (String::from("folder"), 8)]);
        let stored = folder.files();
        assert_eq!((stored.len(), tasks(world).await), (3, 0));
        assert!(!stored.iter().any(|file| file.windows(4).any(|window| window == b"%PDF" || window == b"JFIF")));
        // The picture is sent, the document is swept away after two days.
        let body = json!({ "client_id": "message-1", "message": "Here", "attachments": [picture["id"]] });
        ada.post("/support/messages", body).await.expect(201);
        assert_eq!(files::remove_due(&app).await.unwrap(), 0);
        world.advance_seconds(2 * 86_400 + 1);
        sweep(&app).await.unwrap();
        assert_eq!((folder.files().len(), tasks(world).await), (3, 1));
        assert_eq!(files::remove_due(&app).await.unwrap(), 1);
        assert_eq!((folder.files().len(), tasks(world).await), (2, 0));
        // The total of a person counts what is outside.
        assert!(world.count("SELECT CAST(SUM(bytes) AS BIGINT) AS found FROM chat_attachments").await > 1_000);
        // Whichever statement deletes a row, its files go too: both of the picture.
        let mut tx = app.db.begin().await.unwrap();
        sqlx::query("DELETE FROM chat_attachments WHERE user_id = $1").bind(&user.id).execute(tx.connection()).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(files::remove_due(&app).await.unwrap(), 2);
        assert_eq!((folder.files().len(), tasks(world).await), (0, 0));
    }

    async fn files_in_several_places_are_served_while_all_places_are_configured(world: World) {
        let folder = Folder::new();
        let (ada, _) = somebody(world).await;
        let before = pdf(&ada).await;
        let app = in_folder(world, &folder);
        let later = pdf(&at(&app, &ada)).await;
        let back = server(world, &[("AJO_FILES", "database"), ("AJO_FILES_PREVIOUS", &folder.setting())]);
        let last = pdf(&at(&back, &ada)).await;
        let kinds: Vec<_> = places(world).await.into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(kinds, ["", "folder", ""]);
        for app in [&app, &back] {
            for path in [&before, &later, &last] {
                assert_eq!(bytes(&at(app, &ada), path).await, PDF);
            }
            assert!(moving::check_places(app).await.is_ok());
        }
        // A server that does not know the folder does not start.
        let refused = moving::check_places(&world.app).await.unwrap_err().0;
        assert!(refused.contains("set AJO_FILES_PREVIOUS to it, like folder:/"), "{refused}");
        served(&ada, &later).await.refuses(503, "unavailable");
    }

    async fn a_failing_place_refuses_uploads_and_downloads_and_nothing_is_lost(world: World) {
        let folder = Folder::new();
        let app = in_folder(world, &folder);
        let ada = at(&app, &somebody(world).await.0);
        let document = pdf(&ada).await;
        folder.break_down();
        let refused = attach(&ada, "a.pdf", "application/pdf", PDF).await;
        refused.refuses(503, "unavailable");
        assert!(!refused.header("retry-after").is_empty());
        served(&ada, &document).await.refuses(503, "unavailable");
        assert_eq!((places(world).await.len(), tasks(world).await), (1, 1));
        // Files that could not be written are removed later, once the folder is back.
        world.advance_seconds(3_601);
        assert_eq!(files::remove_due(&app).await.unwrap_err().code(), "unavailable");
        assert_eq!(files::remove_due(&app).await.unwrap(), 0, "not before it is due again");
        folder.repair();
        world.advance_seconds(3_601);
        assert_eq!(files::remove_due(&app).await.unwrap(), 1);
        assert_eq!((folder.files().len(), tasks(world).await), (1, 0));
    }

    async fn a_file_without_a_row_is_removed_after_an_hour(world: World) {
        let folder = Folder::new();
        let app = in_folder(world, &folder);
        // The server ends between the file and its row.
        let file = app.ports.files.fresh("chat", Random).unwrap();
        files::write(&app, vec![(file.clone(), PDF.to_vec())]).await.unwrap();
        world.advance_seconds(3_599);
        assert_eq!(files::remove_due(&app).await.unwrap(), 0);
        assert_eq!(folder.files(), [PDF]);
        world.advance_seconds(1);
        let other = in_folder(world, &folder);
        let (one, two) = tokio::join!(files::remove_due(&app), files::remove_due(&other));
        assert_eq!((one.unwrap() + two.unwrap(), folder.files().len(), tasks(world).await), (1, 0, 0));
        // A row that comes too late is refused.
        let mut tx = app.db.begin().await.unwrap();
        let late = files::keep(&mut tx, &file, app.clock.now_ms()).await;
        assert_eq!(late.unwrap_err().code(), "unavailable");
        tx.rollback().await.unwrap();
    }

    async fn a_file_that_is_being_removed_is_not_kept(world: World) {
        let folder = Folder::new();
        let app = in_folder(world, &folder);
        let file = app.ports.files.fresh("chat", Random).unwrap();
        files::write(&app, vec![(file.clone(), PDF.to_vec())]).await.unwrap();
        world.advance_seconds(3_600);
        folder.break_down();
        files::remove_due(&app).await.unwrap_err();
        let mut tx = app.db.begin().await.unwrap();
        let late = files::keep(&mut tx, &file, app.clock.now_ms()).await;
        assert_eq!(late.unwrap_err().code(), "unavailable");
        tx.rollback().await.unwrap();
        folder.repair();
    }

    async fn a_new_secret_writes_new_files_and_removes_the_old_ones(world: World) {
        let folder = Folder::new();
        let old = in_folder(world, &folder);
        let (ada, _) = somebody(world).await;
        let in_row = pdf(&ada).await;
        let picture = attach(&at(&old, &ada), "a.png", "image/png", &png(900, 600)).await.expect(201).data().clone();
        let before = folder.files();
        let mut config = old.config.clone();
        let new = Keys::new(b"another secret that only these tests of Ajo know".to_vec());
        config.keys = new.clone().and_previous(Some(b"a secret that only the tests of Ajo know".to_vec()));
        let during = again(world, config.clone());
        config.keys = new;
        let (mut last, mut sealed) = (String::new(), 0);
        loop {
            let Batch { sealed: done, unreadable, last: next } = seal_file_anew(&during, &last).await.unwrap();
            assert_eq!(unreadable, 0);
            sealed += done;
            match next {
                Some(next) => last = next,
                None => break,
            }
        }
        // All are written anew, in the configured place; what they replace is removed.
        assert_eq!((sealed, folder.files().len(), tasks(world).await), (2, 5, 2));
        assert_eq!(files::remove_due(&during).await.unwrap(), 2);
        let after = folder.files();
        assert!(after.len() == 3 && !after.iter().any(|file| before.contains(file)));
        let mut ada = at(&during, &ada);
        ada.post("/auth/refresh", json!({})).await.expect(200);
        let ada = at(&again(world, config), &ada);
        assert_eq!(bytes(&ada, &in_row).await, PDF);
        for (path, width) in [(&picture["asset_url"], 900), (&picture["thumb_url"], 480)] {
            assert_eq!(image::load_from_memory(&bytes(&ada, path).await).unwrap().width(), width);
        }
    }

    async fn files_move_between_the_database_a_folder_and_a_bucket(world: World) {
        let (folder, service) = (Folder::new(), StandIn::new().await);
        let (ada, _) = somebody(world).await;
        let document = pdf(&ada).await;
        let picture = attach(&ada, "a.png", "image/png", &png(900, 600)).await.expect(201).data().clone();
        let setting = folder.setting();
        let to_folder = in_folder(world, &folder);
        let to_bucket = server(world, &[&service.settings()[..], &[("AJO_FILES_PREVIOUS", setting.as_str())]].concat());
        let [_, endpoint, key_id, secret] = service.settings();
        let to_database = server(world, &[("AJO_FILES_PREVIOUS", "s3://ajo-files/members"), endpoint, key_id, secret]);
        for (app, kind, in_folder, in_bucket) in [(&to_folder, "folder", 3, 0), (&to_bucket, "bucket", 0, 3), (&to_database, "", 0, 0)] {
            assert_eq!(moving::elsewhere(app).await.unwrap(), 2);
            assert_eq!(move_all(app).await, 2);
            assert_eq!((moving::elsewhere(app).await.unwrap(), move_all(app).await), (0, 0));
            assert!(places(world).await.iter().all(|(place, _)| place == kind));
            files::remove_due(app).await.unwrap();
            assert_eq!((folder.files().len(), service.objects(), tasks(world).await), (in_folder, in_bucket, 0));
            let ada = at(app, &ada);
            assert_eq!(bytes(&ada, &document).await, PDF);
            for (path, width) in [(&picture["asset_url"], 900), (&picture["thumb_url"], 480)] {
                assert_eq!(image::load_from_memory(&bytes(&ada, path).await).unwrap().width(), width);
            }
        }
    }

    async fn concurrent_moves_keep_one_copy_of_each_file(world: World) {
        let folder = Folder::new();
        pdf(&somebody(world).await.0).await;
        let (one, two) = (in_folder(world, &folder), in_folder(world, &folder));
        let (first, second) = tokio::join!(move_all(&one), move_all(&two));
        assert_eq!(first + second, 1);
        world.advance_seconds(3_600);
        files::remove_due(&one).await.unwrap();
        assert_eq!((folder.files().len(), tasks(world).await), (1, 0));
        assert_eq!(places(world).await, [(String::from("folder"), 8)]);
    }
}

on_one! {
    async fn files_in_a_bucket_are_uploaded_downloaded_and_removed(world: World) {
        let service = StandIn::new().await;
        let app = server(world, &service.settings());
        let ada = at(&app, &somebody(world).await.0);
        let document = pdf(&ada).await;
        assert_eq!(bytes(&ada, &document).await, PDF);
        assert_eq!(service.objects(), 1);
        service.kept().mood = Mood::Refuses(503);
        served(&ada, &document).await.refuses(503, "unavailable");
        attach(&ada, "a.pdf", "application/pdf", PDF).await.refuses(503, "unavailable");
        service.kept().mood = Mood::Well;
        assert_eq!(bytes(&ada, &document).await, PDF);
        world.advance_seconds(2 * 86_400 + 1);
        sweep(&app).await.unwrap();
        assert_eq!(files::remove_due(&app).await.unwrap(), 2);
        assert_eq!((service.objects(), tasks(world).await), (0, 0));
    }

    async fn missing_bytes_are_an_error_of_ours(world: World) {
        let folder = Folder::new();
        let app = in_folder(world, &folder);
        let ada = at(&app, &somebody(world).await.0);
        let document = pdf(&ada).await;
        std::fs::remove_dir_all(folder.0.join("chat")).unwrap();
        served(&ada, &document).await.refuses(500, "internal");
        let back = server(world, &[("AJO_FILES_PREVIOUS", &folder.setting())]);
        assert_eq!(move_all(&back).await, 0);
        assert_eq!(moving::elsewhere(&back).await.unwrap(), 1);
        let mut config = app.config.clone();
        config.keys = Keys::new(b"another secret that only these tests of Ajo know".to_vec());
        assert_eq!(seal_file_anew(&again(world, config), "").await.unwrap().unreadable, 1);
    }

    async fn an_upload_that_is_refused_writes_no_file(world: World) {
        let folder = Folder::new();
        let app = in_folder(world, &folder);
        let (ada, user) = somebody(world).await;
        let ada = at(&app, &ada);
        pdf(&ada).await;
        let mut tx = app.db.begin().await.unwrap();
        sqlx::query("UPDATE chat_attachments SET bytes = 104857600 WHERE user_id = $1").bind(&user.id).execute(tx.connection()).await.unwrap();
        tx.commit().await.unwrap();
        attach(&ada, "a.pdf", "application/pdf", PDF).await.breaks(&[("file", "too_large")]);
        assert_eq!((folder.files().len(), tasks(world).await), (1, 0));
    }

    async fn the_program_moves_files_and_refuses_an_unusable_place(world: World) {
        let folder = Folder::new();
        let (ada, _) = somebody(world).await;
        let document = pdf(&ada).await;
        let setting = folder.setting();
        let run = |arguments: &[&str], settings: &[(&str, &str)]| -> Output {
            Command::new(env!("CARGO_BIN_EXE_backend"))
                .args(arguments)
                .env_clear()
                .env("AJO_DATABASE_URL", world.app.config.database_url.reveal())
                .env("AJO_SECRET", "a secret that only the tests of Ajo know")
                .envs(settings.iter().copied())
                .output()
                .unwrap()
        };
        let said = |output: &Output| [String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)].concat();
        let moved = run(&["files", "move"], &[("AJO_FILES", &setting)]);
        assert!(moved.status.success() && said(&moved).contains("files move: 1 moved, 0 left elsewhere"), "{}", said(&moved));
        assert_eq!(bytes(&at(&in_folder(world, &folder), &ada), &document).await, PDF);
        let check = run(&["check"], &[("AJO_FILES", &setting)]);
        assert!(said(&check).contains("files: ok: the folder /"), "{}", said(&check));
        let lost = run(&["serve"], &[("AJO_ADDR", "127.0.0.1:0")]);
        assert!(!lost.status.success() && said(&lost).contains("set AJO_FILES_PREVIOUS"), "{}", said(&lost));
        folder.break_down();
        let broken = run(&["serve"], &[("AJO_FILES", &setting), ("AJO_ADDR", "127.0.0.1:0")]);
        assert!(!broken.status.success() && said(&broken).contains("is no folder"), "{}", said(&broken));
        folder.repair();
        let back = run(&["files", "move"], &[("AJO_FILES_PREVIOUS", &setting)]);
        assert!(back.status.success(), "{}", said(&back));
        assert_eq!((bytes(&ada, &document).await, folder.files().len()), (PDF.to_vec(), 0));
    }
}
