//! The command `backend tenant`.

use crate::support::World;
use serde_json::{Value, json};
use std::process::Output;

fn tenant(world: &World, arguments: &[&str]) -> Output {
    world.program(&[&["tenant"], arguments].concat())
}

fn shown(output: &Output) -> Value {
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn refusal(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

on_one! {
    async fn a_brand_is_added_shown_changed_and_listed(world: World) {
        let folder = std::env::temp_dir().join(format!("ajo-brand-{}", world.app.random.token()));
        std::fs::create_dir_all(&folder).unwrap();
        let logo = folder.join("logo.png");
        std::fs::write(&logo, crate::identity::avatars::png(60, 40)).unwrap();
        let path = logo.to_str().unwrap();

        let added = shown(&tenant(world, &[
            "add", "adashi", "--name", "Adashi", "--domain", "adashi.example", "--logo-file", path, "--primary-text", "#eee",
            "--secondary-text", "80,80,80", "--primary-background", "#fff", "--secondary-background", "#fafafa", "--accent", "#ffee00",
        ]));
        assert_eq!((&added["identifier"], &added["domain"]), (&json!("adashi"), &json!("adashi.example")));
        assert_eq!(added["colours"]["secondary_text"], "80,80,80");
        assert_eq!(added["icons"].as_array().unwrap().len(), 3);
        let repaired = added["repaired"].as_array().unwrap();
        assert!(repaired.contains(&json!("primary_text/primary_background")), "{repaired:?}");
        assert_eq!(shown(&tenant(world, &["show", "adashi"])), added);

        let mut expected = added.clone();
        expected["name"] = json!("Adashi Plus");
        assert_eq!(shown(&tenant(world, &["set", "adashi", "--name", "Adashi Plus"])), expected);
        let listed = String::from_utf8(tenant(world, &["list"]).stdout).unwrap();
        assert!(listed.contains("\tadashi\tadashi.example\tAdashi Plus\n") && listed.contains("\tajo\t\tAjo\n"), "{listed}");

        assert!(refusal(&tenant(world, &["set", "adashi", "--accent", "url(x)"])).contains("--accent: "));
        assert!(refusal(&tenant(world, &["set", "adashi", "--logo", "/a.svg", "--logo-file", path])).contains("--logo-file"));
        let missing = folder.join("missing.png");
        assert!(refusal(&tenant(world, &["set", "adashi", "--banner-file", missing.to_str().unwrap()])).contains("--banner-file: "));
        assert!(refusal(&tenant(world, &["show", "nobody"])).contains("nobody"));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
