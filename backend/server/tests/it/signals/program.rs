//! The command `backend signals`.

use super::predictions::signals;
use super::subscriber;
use crate::support::World;
use std::path::PathBuf;
use std::process::Output;

/// A file that is removed with the test.
struct File(PathBuf);

impl File {
    fn with(world: &World, text: &str) -> Self {
        let name = format!("ajo-signals-{}.json", world.app.random.token());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn refusal(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

on_one! {
    async fn predictions_are_pushed_listed_and_shown_to_subscribers(world: World) {
        let mut ada = subscriber(world).await;
        let list = || said(&world.program(&["signals", "list"]));
        assert_eq!(list(), "signals: none yet\n");
        let file = File::with(world, &signals("1.25").to_string());
        let push = || said(&world.program(&["signals", "push", file.path()]));
        assert_eq!(push(), "signals: replaced, and subscribers are notified\n");
        assert_eq!(push(), "signals: the same as before\n");
        let listed = list();
        assert!(listed.starts_with("made at 20"), "{listed}");
        assert!(listed.ends_with("Z\nfirst_match\t1\tBTC\t1.25\n"), "{listed}");
        assert_eq!(ada.get("/predictions").await.expect(200).data()["signals"], signals("1.25"));
        let file = File::with(world, &signals("-3").to_string());
        said(&world.program(&["signals", "push", file.path()]));
        assert!(list().ends_with("first_match\t1\tBTC\t-3\n"));
    }

    async fn an_invalid_file_changes_nothing(world: World) {
        let mut ada = subscriber(world).await;
        let file = File::with(world, &signals("1.25").to_string());
        said(&world.program(&["signals", "push", file.path()]));
        for text in ["", "[]", "{\"first_match\": [{ \"id\": 1 }]}", "not JSON"] {
            let file = File::with(world, text);
            let refused = refusal(&world.program(&["signals", "push", file.path()]));
            assert!(refused.contains("not a document of signals"), "{text}: {refused}");
        }
        let missing = refusal(&world.program(&["signals", "push", "/nowhere/signals.json"]));
        assert!(missing.contains("No such file"), "{missing}");
        assert_eq!(ada.get("/predictions").await.data()["signals"], signals("1.25"));
    }
}
