//! The program from the operator's view: created files, output, and refusals to start.

use crate::bills::vtpass::StandIn;
use crate::support::{Database, Engine};
use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

const SECRET: &str = "a secret that only the tests of Ajo know";

/// A folder that is removed with the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let name = ground::random::Random.token();
        let path = std::env::temp_dir().join(format!("ajo-program-{name}"));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn database(&self) -> String {
        format!("sqlite:{}/sub/ajo.sqlite", self.0.display())
    }

    fn is_empty(&self) -> bool {
        std::fs::read_dir(&self.0).unwrap().next().is_none()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn program(arguments: &[&str], settings: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_backend"));
    command
        .args(arguments)
        .env_clear()
        .envs(settings.iter().copied());
    command
}

fn run(arguments: &[&str], settings: &[(&str, &str)]) -> Output {
    program(arguments, settings).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The program, serving on a port that it chooses.
struct Serving {
    child: Child,
    address: String,
    lines: std::io::Lines<BufReader<std::process::ChildStderr>>,
}

impl Serving {
    fn start(settings: &[(&str, &str)]) -> Self {
        let common = [("AJO_ADDR", "127.0.0.1:0"), ("AJO_LOG", "json")];
        let mut child = program(&["serve"], &[&common, settings].concat())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let listening = lines
            .by_ref()
            .map(Result::unwrap)
            .find(|line| line.contains("\"listening\""))
            .expect("the program listens");
        let (_, rest) = listening.split_once("127.0.0.1:").unwrap();
        let port: String = rest.chars().take_while(char::is_ascii_digit).collect();
        Self {
            child,
            address: format!("127.0.0.1:{port}"),
            lines,
        }
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status();
        assert!(sent.unwrap().success());
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn only_serve_migrate_and_seed_create_a_database_and_a_secret() {
    let folder = Folder::new();
    let url = folder.database();
    for settings in [
        vec![("AJO_DATABASE_URL", url.as_str())],
        vec![("AJO_DATABASE_URL", url.as_str()), ("AJO_SECRET", SECRET)],
    ] {
        for arguments in [
            &["ledger", "check"][..],
            &["tenant", "list"],
            &["tenant", "add", "esusu", "--name", "Esusu"],
            &["user", "show", "ada@example.com"],
            &["user", "unlock", "ada@example.com", "--by", "me"],
            &["support", "list"],
            &["reconcile"],
            &["backup", "copy.sqlite"],
            &["check"],
        ] {
            let ended = run(arguments, &settings);
            assert!(!ended.status.success(), "{arguments:?} {ended:?}");
            let said = out(&ended) + &err(&ended);
            assert!(said.contains("/sub/ajo."), "{arguments:?} {said}");
            assert!(folder.is_empty(), "{arguments:?}");
        }
    }
    let settings = [("AJO_DATABASE_URL", url.as_str())];
    let made = run(&["migrate"], &settings);
    assert!(made.status.success(), "{made:?}");
    let checked = run(&["ledger", "check"], &settings);
    let said = out(&checked);
    assert!(checked.status.success(), "{checked:?}");
    for part in ["clean", &url, "0 transfers", "ledger accounts"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let listed = run(&["tenant", "list"], &settings);
    assert!(
        err(&listed).contains(&format!("database: {url}")),
        "{listed:?}"
    );
    assert!(!out(&listed).contains("database"), "{listed:?}");
}

#[tokio::test]
async fn a_read_only_command_does_not_migrate() {
    let folder = Folder::new();
    let url = folder.database();
    let db = ground::db::Db::connect(&url).await.unwrap();
    let settings = [("AJO_DATABASE_URL", url.as_str()), ("AJO_SECRET", SECRET)];
    let empty = run(&["ledger", "check"], &settings);
    assert!(!empty.status.success());
    assert!(err(&empty).contains("backend migrate"), "{empty:?}");

    db.migrate(0).await.unwrap();
    assert!(run(&["ledger", "check"], &settings).status.success());
    let mut tx = db.begin().await.unwrap();
    sqlx::query("DELETE FROM schema_migrations WHERE version = (SELECT MAX(version) FROM schema_migrations)")
        .execute(tx.connection())
        .await
        .unwrap();
    tx.commit().await.unwrap();
    db.close().await;
    let old = run(&["ledger", "check"], &settings);
    assert!(!old.status.success());
    assert!(err(&old).contains("run `backend migrate`"), "{old:?}");
}

#[test]
fn an_invalid_setting_prevents_the_start() {
    let folder = Folder::new();
    let url = folder.database();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let empty = folder.0.display().to_string();
    for (name, value, said) in [
        ("AJO_LOG_FILTER", "nonsense=[[", "AJO_LOG_FILTER"),
        ("AJO_LOG", "yaml", "AJO_LOG is json or text, not yaml"),
        ("AJO_WEBAPP_DIR", "/nowhere", "AJO_WEBAPP_DIR: /nowhere"),
        ("AJO_WEBAPP_DIR", empty.as_str(), "AJO_WEBAPP_DIR: "),
        ("AJO_EXTRA_CA", "/nowhere", "AJO_EXTRA_CA: /nowhere"),
        ("AJO_ADDR", taken.as_str(), "AJO_ADDR=127.0.0.1:"),
        (
            "AJO_METRICS_ADDR",
            taken.as_str(),
            "AJO_METRICS_ADDR=127.0.0.1:",
        ),
    ] {
        let mut settings = vec![
            ("AJO_DATABASE_URL", url.as_str()),
            ("AJO_SECRET", SECRET),
            ("AJO_ADDR", "127.0.0.1:0"),
        ];
        settings.push((name, value));
        let ended = run(&["serve"], &settings);
        assert!(!ended.status.success(), "{name}");
        assert!(err(&ended).contains(said), "{name}: {}", err(&ended));
        // Printed before the line that reports serving.
        assert!(
            !err(&ended).contains("listening"),
            "{name}: {}",
            err(&ended)
        );
    }
}

#[test]
fn a_broken_pipe_ends_the_program_silently() {
    let mut child = program(&["openapi"], &[])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 64];
    let mut reader = child.stdout.take().unwrap();
    reader.read_exact(&mut first).unwrap();
    drop(reader);
    let ended = child.wait_with_output().unwrap();
    assert_eq!(err(&ended), "");
    assert_eq!(ended.status.code(), Some(141));
}

#[test]
fn sighup_is_ignored_and_a_stop_closes_the_sockets() {
    let folder = Folder::new();
    let url = folder.database();
    let mut serving = Serving::start(&[("AJO_DATABASE_URL", &url), ("AJO_SECRET", SECRET)]);
    let (mut socket, _) = tokio_tungstenite::tungstenite::connect(format!(
        "ws://{}/app/ajo?protocol=7",
        serving.address
    ))
    .unwrap();
    assert!(socket.read().unwrap().is_text());
    serving.signal("HUP");
    let heard = serving.lines.by_ref().map(Result::unwrap);
    assert!(
        heard
            .take_while(|line| !line.contains("stopping"))
            .any(|line| line.contains("SIGHUP"))
    );
    serving.signal("TERM");
    let code = loop {
        match socket.read().unwrap() {
            tokio_tungstenite::tungstenite::Message::Close(frame) => break frame.unwrap().code,
            other => assert!(other.is_text(), "{other:?}"),
        }
    };
    assert_eq!(u16::from(code), 4200);
    assert!(serving.child.wait().unwrap().success());
}

/// A port without a listener.
fn unused_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

async fn checked(engine: Engine) {
    let database = Database::create(engine).await;
    let mut settings = vec![
        ("AJO_DATABASE_URL", database.url.as_str()),
        ("AJO_SECRET", SECRET),
    ];
    assert!(run(&["migrate"], &settings).status.success());
    let well = run(&["check"], &settings);
    assert!(well.status.success(), "{well:?}");
    let said = out(&well);
    let database_line = said.lines().find(|line| line.starts_with("database: ok: "));
    let holds = database_line.is_some_and(|line| {
        line.contains(", 0 transfers and ") && line.ends_with(" ledger accounts")
    });
    assert!(holds, "{said}");
    for what in [
        "settings",
        "mail",
        "text messages",
        "telegram",
        "whatsapp",
        "bank",
        "google",
        "push",
        "users' own exchange",
        "signals",
    ] {
        assert!(
            said.lines()
                .any(|line| line.starts_with(&format!("{what}: ok: "))),
            "{what}: {said}"
        );
    }
    let port = unused_port();
    let (smtp, sms) = (
        format!("smtp://u:canary@127.0.0.1:{port}"),
        format!("http://127.0.0.1:{port}/send"),
    );
    let away = format!("http://127.0.0.1:{port}/api");
    settings.extend([
        ("AJO_SMTP_URL", smtp.as_str()),
        ("AJO_MAIL_FROM", "Ajo <no-reply@ajo.example>"),
        ("AJO_SMS_URL", sms.as_str()),
        ("AJO_SMS_KEY", "canary"),
        ("AJO_SMS_FROM", "Ajo"),
        ("AJO_TELEGRAM_URL", sms.as_str()),
        ("AJO_TELEGRAM_TOKEN", "1:canary"),
        ("AJO_TELEGRAM_BOT", "ajo_bot"),
        ("AJO_TELEGRAM_HOOK_SECRET", "canary"),
        ("AJO_SIGNALS_URL", sms.as_str()),
        ("AJO_SIGNALS_KEY", "canary"),
        ("AJO_GOOGLE_ISSUER", away.as_str()),
        ("AJO_GOOGLE_CLIENT_ID", "ajo"),
        ("AJO_GOOGLE_CLIENT_SECRET", "canary"),
        ("AJO_MARKET_URL", away.as_str()),
        ("AJO_EXCHANGE_KEYS_URL", sms.as_str()),
    ]);
    // VTpass responds to a wrong key with HTTP 200.
    let (url, _) = StandIn::start().await;
    for (url, api_key, expected) in [
        (&url, "api-key", "bills: ok: "),
        (&url, "canary", "bills: NOT ok: it rejects the keys"),
        (
            &away,
            "api-key",
            "bills: NOT ok: it did not respond: connection refused",
        ),
    ] {
        let mut settings = settings[..2].to_vec();
        settings.extend([
            ("AJO_VTPASS_URL", url.as_str()),
            ("AJO_VTPASS_API_KEY", api_key),
            ("AJO_VTPASS_PUBLIC_KEY", "PK_public"),
            ("AJO_VTPASS_SECRET_KEY", "SK_secret"),
        ]);
        let checked = run(&["check"], &settings);
        let said = out(&checked);
        let line = said.lines().find(|line| line.starts_with("bills: "));
        let line = line.unwrap_or_else(|| panic!("{said}"));
        assert!(line.starts_with(expected), "{line}");
        assert!(!said.contains("canary"), "{said}");
        let is_well = expected.starts_with("bills: ok");
        assert_eq!(checked.status.success(), is_well, "{said}");
        assert_eq!(line.contains("balance there is 91250.5"), is_well, "{line}");
    }
    let ill = run(&["check", "--send-to", "ada@example.ng"], &settings);
    assert_eq!(ill.status.code(), Some(1));
    let said = out(&ill);
    for what in ["mail", "text messages", "test email"] {
        let wrong = format!("{what}: NOT ok: ");
        let line = said.lines().find(|line| line.starts_with(&wrong));
        assert!(
            line.is_some_and(|line| line.contains("connection refused")),
            "{what}: {said}"
        );
    }
    for wrong in [
        "telegram: NOT ok: it does not respond: ",
        "google: NOT ok: its discovery document cannot be read: ",
        "market: NOT ok: ",
        "signals: NOT ok: ",
        "users' own exchange: NOT ok: ",
    ] {
        let told = |line: &str| line.starts_with(wrong) && line.ends_with("connection refused");
        assert!(said.lines().any(told), "{wrong}: {said}");
    }
    assert!(
        said.contains("database: ok: ") && !said.contains("canary"),
        "{said}"
    );
    database.remove().await;
}

#[test]
fn check_lists_settings_missing_for_production() {
    let folder = Folder::new();
    let (database, port) = (folder.database(), unused_port());
    let smtp = format!("smtps://u:canary@127.0.0.1:{port}");
    let identity = format!("https://127.0.0.1:{port}/identity");
    let settings = [
        ("AJO_DATABASE_URL", database.as_str()),
        ("AJO_SECRET", "Zt6rW2cK8uQ0sJ4nB7xP1vD5gM9hYeLaFiRo"),
        ("AJO_ENV", "production"),
        ("AJO_SMTP_URL", smtp.as_str()),
        ("AJO_MAIL_FROM", "Ajo <no-reply@ajo.example>"),
        ("AJO_IDENTITY_URL", identity.as_str()),
        ("AJO_IDENTITY_KEY", "canary"),
    ];
    let [database, secret, ..] = settings;
    assert!(run(&["migrate"], &[database, secret]).status.success());
    let checked = run(&["check"], &settings);
    assert_eq!(checked.status.code(), Some(1), "{checked:?}");
    let said = out(&checked);
    for line in [
        "mail: NOT ok: refused, at the step connect: connection refused",
        "bank: NOT ok: not configured, but required in production",
        "text messages: NOT ok: not configured, but codes for BVN and NIN need it: set AJO_SMS_URL",
        "telegram: ok: not configured: switched off",
    ] {
        assert!(said.lines().any(|said| said == line), "{line}: {said}");
    }
    assert!(!said.contains("canary"), "{said}");
    let without_mail: Vec<_> = settings
        .into_iter()
        .filter(|(name, _)| !name.contains("MAIL") && !name.contains("SMTP"))
        .collect();
    let refused = run(&["check"], &without_mail);
    assert!(
        out(&refused).contains("mail: NOT ok: not configured, but required in production"),
        "{refused:?}"
    );
}

async fn tampered_with(engine: Engine) {
    let database = Database::create(engine).await;
    let settings = [
        ("AJO_DATABASE_URL", database.url.as_str()),
        ("AJO_SECRET", SECRET),
    ];
    assert!(run(&["seed"], &settings).status.success());
    let heads = out(&run(&["audit", "check"], &settings));
    let heads = heads
        .lines()
        .find_map(|line| line.strip_prefix("audit heads: "));
    let heads = heads.unwrap();
    for check in [
        &["audit", "check"][..],
        &["ledger", "check"],
        &["audit", "check", "--against", heads],
    ] {
        let clean = run(check, &settings);
        assert!(clean.status.success(), "{clean:?}");
        assert!(out(&clean).contains(" check: clean"), "{clean:?}");
    }
    assert_eq!(
        run(&["audit", "check", "--against", "nonsense"], &settings)
            .status
            .code(),
        Some(1)
    );

    let db = ground::db::Db::connect(&database.url).await.unwrap();
    let on = match engine {
        Engine::Sqlite => "",
        Engine::Postgres => " ON audit_log",
    };
    let mut tx = db.begin().await.unwrap();
    for statement in [
        format!("DROP TRIGGER audit_log_stands{on}"),
        "UPDATE audit_log SET at_ms = at_ms + 1 WHERE number = 1".into(),
        "UPDATE bank_credits SET amount_minor = amount_minor + 1".into(),
    ] {
        let statement = sqlx::AssertSqlSafe(statement);
        sqlx::query(statement)
            .execute(tx.connection())
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
    db.close().await;
    for check in [&["audit", "check"][..], &["ledger", "check"]] {
        let found = run(check, &settings);
        assert_eq!(found.status.code(), Some(1), "{found:?}");
        let said = out(&found);
        assert!(said.contains(" check: NOT clean"), "{said}");
        assert!(said.lines().count() > 1, "{said}");
    }
    database.remove().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_check_finds_its_tampered_record_on_sqlite() {
    tampered_with(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_check_finds_its_tampered_record_on_postgres() {
    if Engine::postgres_is_there() {
        tampered_with(Engine::Postgres).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn check_reports_the_status_of_every_component_on_sqlite() {
    checked(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn check_reports_the_status_of_every_component_on_postgres() {
    if Engine::postgres_is_there() {
        checked(Engine::Postgres).await;
    }
}

#[test]
fn a_failed_start_reports_every_fault_and_does_not_migrate() {
    let folder = Folder::new();
    let database = folder.database();
    let mut settings = vec![
        ("AJO_ENV", "production"),
        ("AJO_SECRET", "Zt6rW2cK8uQ0sJ4nB7xP1vD5gM9hYeLaFiRo"),
        ("AJO_LOG", "text"),
    ];
    let refused = run(&["serve"], &settings);
    assert!(
        err(&refused).contains("AJO_DATABASE_URL is required in production"),
        "{refused:?}"
    );
    settings.push(("AJO_DATABASE_URL", database.as_str()));
    let refused = run(&["serve"], &settings);
    assert!(!refused.status.success());
    for name in ["AJO_SMTP_URL", "AJO_BANK_URL"] {
        assert!(err(&refused).contains(name), "{refused:?}");
    }
    // The version that was serving can continue.
    let checked = run(&["ledger", "check"], &settings[1..]);
    assert!(err(&checked).contains("it has no tables"), "{checked:?}");
}

#[test]
fn a_database_with_another_secret_is_not_served() {
    let folder = Folder::new();
    let database = folder.database();
    let of = |secret| {
        [
            ("AJO_DATABASE_URL", database.as_str()),
            ("AJO_SECRET", secret),
        ]
    };
    let other = "another secret that only the tests of Ajo know";
    assert!(run(&["migrate"], &of(SECRET)).status.success());
    for command in [
        vec!["serve"],
        vec!["migrate"],
        vec!["seed"],
        vec!["secret", "rotate"],
    ] {
        let refused = run(&command, &of(other));
        assert!(!refused.status.success(), "{command:?}");
        let said = err(&refused) + &out(&refused);
        assert!(
            said.contains("AJO_SECRET is not the secret"),
            "{command:?}: {said}"
        );
    }
    let mut both = of(other).to_vec();
    both.push(("AJO_SECRET_PREVIOUS", SECRET));
    assert!(run(&["secret", "rotate"], &both).status.success());
    assert!(run(&["migrate"], &of(other)).status.success());
    assert!(!run(&["migrate"], &of(SECRET)).status.success());
}
