//! The state machines among the rules, each against a table: every state gets every event, every state is reached, and
//! no chain of redirects is circular.

use domain_core::evaluate;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn call(rule: &str, input: Value) -> Value {
    evaluate(rule, input).unwrap()
}

/// The rows `state, event, outcome`, after checking that they cover each state with each event exactly once.
fn complete<'a>(
    states: &[&'a str],
    events: &[&'a str],
    table: &[(&'a str, &'a str, &'a str)],
) -> BTreeSet<(&'a str, &'a str)> {
    let rows: BTreeSet<_> = table
        .iter()
        .map(|(state, event, _)| (*state, *event))
        .collect();
    let product: BTreeSet<_> = states
        .iter()
        .flat_map(|state| events.iter().map(|event| (*state, *event)))
        .collect();
    assert_eq!(rows, product, "each state with each event");
    assert_eq!(rows.len(), table.len(), "and once");
    rows
}

/// The states reachable from the first one in the table.
fn reached<'a>(
    first: &'a str,
    states: &[&'a str],
    table: &[(&'a str, &'a str, &'a str)],
) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::from([first]);
    for _ in states {
        let next: Vec<_> = table
            .iter()
            .filter(|(state, _, outcome)| found.contains(state) && states.contains(outcome))
            .map(|(_, _, outcome)| *outcome)
            .collect();
        found.extend(next);
    }
    found
}

#[test]
fn pin_transitions() {
    use domain_core::identity::pin::{PinEvent, PinStatus};
    const NOW: &str = "2026-11-20T10:00:00Z";
    const LATER: &str = "2026-11-20T10:00:00.001Z";
    // `fifth_fail` is the wrong entry that locks. An outcome that is not a state is the reason for a refusal.
    let states = ["absent", "pin_default", "pin_set", "locked"];
    let events = [
        "create",
        "set",
        "reset",
        "verify_ok",
        "verify_fail",
        "fifth_fail",
    ];
    assert!(
        PinStatus::ALL
            .iter()
            .all(|status| states.contains(&status.as_str()))
    );
    assert!(
        PinEvent::ALL
            .iter()
            .all(|event| events.contains(&event.as_str()))
    );
    let table = [
        ("absent", "create", "pin_set"),
        ("absent", "set", "refused: absent"),
        ("absent", "reset", "refused: absent"),
        ("absent", "verify_ok", "refused: absent"),
        ("absent", "verify_fail", "refused: absent"),
        ("absent", "fifth_fail", "refused: absent"),
        ("pin_default", "create", "pin_set"),
        ("pin_default", "set", "pin_set"),
        ("pin_default", "reset", "pin_default"),
        ("pin_default", "verify_ok", "refused: pin_default"),
        ("pin_default", "verify_fail", "refused: pin_default"),
        ("pin_default", "fifth_fail", "refused: pin_default"),
        ("pin_set", "create", "refused: pin_set"),
        ("pin_set", "set", "pin_set"),
        ("pin_set", "reset", "pin_default"),
        ("pin_set", "verify_ok", "pin_set"),
        ("pin_set", "verify_fail", "pin_set"),
        ("pin_set", "fifth_fail", "locked"),
        ("locked", "create", "refused: pin_set"),
        ("locked", "set", "refused: locked"),
        ("locked", "reset", "pin_default"),
        ("locked", "verify_ok", "refused: locked"),
        ("locked", "verify_fail", "refused: locked"),
        ("locked", "fifth_fail", "refused: locked"),
    ];
    complete(&states, &events, &table);
    assert_eq!(
        reached("absent", &states, &table),
        BTreeSet::from(states),
        "every state is reached"
    );
    for (state, event, expected) in table {
        let (status, locked_until) = match state {
            "locked" => ("pin_set", json!(LATER)),
            status => (status, Value::Null),
        };
        let (event_name, failures) = match event {
            "fifth_fail" => ("verify_fail", 4),
            event => (event, 0),
        };
        let input = json!({"status": status, "event": event_name, "failures": failures, "locked_until": locked_until, "now": NOW});
        let after = call("pin.transition", input);
        let found = if after["allowed"] == true {
            assert_eq!(after["reason"], Value::Null);
            match after["locked_until"].as_str() {
                Some(_) => "locked".to_owned(),
                None => after["status"].as_str().unwrap().to_owned(),
            }
        } else {
            let unchanged = [&after["status"], &after["locked_until"], &after["failures"]];
            assert_eq!(
                unchanged,
                [&json!(status), &locked_until, &json!(failures)],
                "{state} {event}"
            );
            ["refused: ", after["reason"].as_str().unwrap()].concat()
        };
        assert_eq!(found, expected, "{state} {event}");
    }
}

#[test]
fn instalment_transitions() {
    use domain_core::plans::instalment::InstalmentStatus;
    const DUE: &str = "2026-03-31";
    let states = ["PENDING", "DUE", "PAID"];
    assert_eq!(
        InstalmentStatus::ALL
            .iter()
            .map(|status| status.as_str())
            .collect::<Vec<_>>(),
        states
    );
    let events = ["before", "on", "after", "paid before", "paid on"];
    let table = [
        ("PENDING", "before", "PENDING"),
        ("PENDING", "on", "DUE"),
        ("PENDING", "after", "DUE"),
        ("PENDING", "paid before", "PAID"),
        ("PENDING", "paid on", "PAID"),
        ("DUE", "before", "PENDING"),
        ("DUE", "on", "DUE"),
        ("DUE", "after", "DUE"),
        ("DUE", "paid before", "PAID"),
        ("DUE", "paid on", "PAID"),
        ("PAID", "before", "PAID"),
        ("PAID", "on", "PAID"),
        ("PAID", "after", "PAID"),
        ("PAID", "paid before", "PAID"),
        ("PAID", "paid on", "PAID"),
    ];
    complete(&states, &events, &table);
    assert_eq!(reached("PENDING", &states, &table), BTreeSet::from(states));
    for (status, event, expected) in table {
        let today = match event {
            "before" | "paid before" => "2026-03-30",
            "after" => "2026-04-01",
            _ => DUE,
        };
        let paid = if event.starts_with("paid") {
            "100.00"
        } else {
            "99.99"
        };
        let input =
            json!({"status": status, "due_at": DUE, "today": today, "paid": paid, "amount": "100"});
        assert_eq!(
            call("instalment.next", input)["status"],
            expected,
            "{status} {event}"
        );
    }
}

/// Whether plans can be left, with the displayed button and the quote in agreement.
#[test]
fn leaving_a_plan() {
    use domain_core::status::Status;
    let mut left = BTreeSet::new();
    for kind in ["loan", "savings", "coins"] {
        for status in Status::ALL.iter().map(|status| status.as_str()) {
            for (is_group, user) in [(false, "ada"), (false, "obi"), (true, "ada"), (true, "obi")] {
                let quote = call(
                    "termination.quote",
                    json!({"kind": kind, "status": status, "is_flexible": false, "is_group": is_group, "created_by": "ada",
                        "user": user, "opt_out_penalty": "5", "paid": "100", "currency": "NGN", "due_at": null, "today": "2026-01-01"}),
                );
                let shown = call(
                    "subscription.actions",
                    json!({"kind": kind, "status": status, "is_group": is_group, "created_by": "ada", "user": user,
                        "verified": true, "has_phone": true}),
                );
                let button = shown["actions"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .find(|action| action["action"] == "terminate")
                    .unwrap();
                assert_eq!(
                    [&button["allowed"], &button["reason"]],
                    [&quote["allowed"], &quote["reason"]],
                    "{kind} {status}"
                );
                if quote["allowed"] == true {
                    left.insert((kind, status, is_group, user));
                }
            }
        }
    }
    let by_anybody = [
        ("loan", "PENDING"),
        ("loan", "INITIATED"),
        ("coins", "ACTIVE"),
        ("coins", "INITIATED"),
    ];
    let by_the_creator = [("savings", "ACTIVE"), ("savings", "INITIATED")];
    let mut expected = BTreeSet::new();
    for (kind, status) in by_anybody.into_iter().chain(by_the_creator) {
        expected.extend([
            (kind, status, false, "ada"),
            (kind, status, false, "obi"),
            (kind, status, true, "ada"),
        ]);
        if kind != "savings" {
            expected.insert((kind, status, true, "obi"));
        }
    }
    assert_eq!(left, expected);
}

#[test]
fn signal_subscription_transitions() {
    const NOW: &str = "2026-01-15T10:00:00Z";
    for (until, active) in [
        (json!(null), false),
        (json!("2026-01-15T09:59:59.999Z"), false),
        (json!(NOW), true),
        (json!("2026-01-15T10:00:00.001Z"), true),
    ] {
        let input = json!({"until": until, "now": NOW});
        assert_eq!(
            call("alert.status", input.clone())["active"],
            active,
            "{until}"
        );
        let extended = call("alert.extend", input)["until"].clone();
        let after = call("alert.status", json!({"until": extended, "now": NOW}));
        assert_eq!(after["active"], true, "whoever pays is subscribed");
    }
}

/// Facts about a user, one bit each.
fn person(bits: u8, address_pending: bool) -> Value {
    let has = |bit: u8| bits & (1 << bit) != 0;
    let day = |bit| has(bit).then_some("2026-11-01T10:00:00Z");
    json!({
        "phone": has(0).then_some("08031234567"), "profile_complete": has(1), "address_verified_at": day(2),
        "address_pending_until": address_pending.then_some("2026-11-21"), "identity_verified": has(3),
        "ngn_pin": if has(4) { "pin_set" } else { "pin_default" }, "liveness_verified_at": day(5),
        "bank_accounts": u8::from(has(6)), "today": "2026-11-20",
    })
}

/// Each step reaches exactly its states from document 1, section 4; completed steps stay completed as others are done.
#[test]
fn the_steps_of_verification() {
    let statuses = |bits, address_pending| -> Vec<String> {
        let page = call("verification.steps", person(bits, address_pending));
        let steps = page["steps"].as_array().unwrap();
        steps
            .iter()
            .map(|step| step["status"].as_str().unwrap().to_owned())
            .collect()
    };
    let mut seen = vec![BTreeSet::new(); 7];
    for bits in 0..128_u8 {
        for address_pending in [false, true] {
            let now = statuses(bits, address_pending);
            assert_eq!(now.len(), 7);
            for (step, status) in now.iter().enumerate() {
                seen[step].insert(status.clone());
                assert_eq!(
                    status == "completed",
                    bits & (1 << step) != 0,
                    "{bits} {step}"
                );
            }
            for more in 0..7 {
                let later = statuses(bits | (1 << more), address_pending);
                let undone = now
                    .iter()
                    .zip(later)
                    .any(|(now, later)| now == "completed" && later != "completed");
                assert!(!undone, "{bits} and then {more}");
            }
        }
    }
    let two: BTreeSet<_> = ["completed", "incomplete"].map(str::to_owned).into();
    let three: BTreeSet<_> = ["completed", "incomplete", "pending"]
        .map(str::to_owned)
        .into();
    // Phone and PIN do not depend on other steps.
    for (step, states) in seen.iter().enumerate() {
        assert_eq!(
            states,
            if [0, 4].contains(&step) { &two } else { &three },
            "{step}"
        );
    }
}

/// Every flow with every response; and every resulting code page exists under its name.
#[test]
fn signing_in_and_up() {
    let table = [
        // flow, `next` in the response, whether it has a session, the code page; "" is the dashboard
        ("login", "", false, ""),
        ("login", "", true, ""),
        ("login", "otp", false, "otp-login"),
        ("login", "otp", true, "otp-login"),
        ("register", "", false, "validate"),
        ("register", "", true, ""),
        ("register", "otp", false, "validate"),
        ("register", "otp", true, ""),
        ("identity-auth", "", false, "identity-auth"),
        ("identity-auth", "", true, ""),
        ("identity-auth", "otp", false, "identity-auth"),
        ("identity-auth", "otp", true, ""),
        ("identity-registration", "", false, "identity-registration"),
        ("identity-registration", "", true, ""),
        (
            "identity-registration",
            "otp",
            false,
            "identity-registration",
        ),
        ("identity-registration", "otp", true, ""),
    ];
    let flows = domain_core::identity::login::Flow::ALL.len();
    let rows: BTreeSet<_> = table
        .iter()
        .map(|(flow, next, session, _)| (flow, next, session))
        .collect();
    assert_eq!((rows.len(), table.len()), (flows * 4, flows * 4));
    for (flow, next, session, page) in table {
        let response = json!({"next": Some(next).filter(|next| !next.is_empty()), "token": session.then_some("t")});
        let step = call(
            "auth.after_login",
            json!({"response": response, "flow": flow}),
        );
        if page.is_empty() {
            assert_eq!(step["go"], "/dashboard", "{flow} {next} {session}");
            assert_eq!(step["query"], json!({}));
            continue;
        }
        assert_eq!(step["go"], "/otp-confirm-page", "{flow} {next} {session}");
        assert_eq!(step["query"], json!({"page": page}));
        let code_page = call("otp.next_page", json!({"page": page}));
        assert_eq!(code_page["action"], page);
    }
}

/// The pages of the documents and their audience: visitors, everyone, members in any state (they complete it there), or
/// members with a completed profile and verification.
const PAGES: &[(&str, &str)] = &[
    ("/", "visitors"),
    ("/code/ADA123", "visitors"),
    ("/splash", "visitors"),
    ("/login", "visitors"),
    ("/register", "visitors"),
    ("/forgot-password", "visitors"),
    ("/reset-password", "visitors"),
    ("/otp-page", "anybody"),
    ("/otp-confirm-page", "anybody"),
    ("/verified", "anybody"),
    ("/sandbox", "anybody"),
    ("/success", "newcomers"),
    ("/profile", "newcomers"),
    ("/verify", "newcomers"),
    ("/select-app", "newcomers"),
    ("/questions", "newcomers"),
    ("/security-questions", "newcomers"),
    ("/dashboard", "members"),
    ("/loan-questions", "members"),
    ("/settings", "members"),
    ("/strategy", "members"),
    ("/bank-account", "members"),
    ("/plans", "members"),
    ("/my-plans", "members"),
    ("/saves", "members"),
    ("/loans", "members"),
    ("/my-savings", "members"),
    ("/my-loans", "members"),
    ("/subscribe-success", "members"),
    ("/save-subscribe-success", "members"),
    ("/loan-subscribe-success", "members"),
    ("/bank-transfer-success", "members"),
    ("/send-sell-success", "members"),
    ("/order-placed", "members"),
    ("/withdraw", "members"),
    ("/bank-withdraw-success", "members"),
    ("/bank-transfer", "members"),
    ("/bank-transfer-usd", "members"),
    ("/transaction", "members"),
    ("/referral", "members"),
    ("/services", "members"),
    ("/vas/airtime", "members"),
    ("/trade/BTC", "members"),
    ("/account", "members"),
    ("/wallet", "members"),
    ("/a-page-that-is-not", "members"),
];

/// Session, date of birth, verified; and the destination for each kind of page.
type Person = (&'static str, bool, Option<&'static str>, bool);

const PEOPLE: &[Person] = &[
    ("a visitor", false, None, false),
    ("a newcomer", true, None, false),
    ("without a date of birth", true, None, true),
    ("not verified", true, Some("01-01-1990"), false),
    ("a member", true, Some("01-01-1990"), true),
];

fn redirected(path: &str, (_, session, dob, verified): Person) -> Option<String> {
    let input = json!({"path": path, "session": session, "dob": dob, "verified": verified});
    call("route.guard", input)["redirect"]
        .as_str()
        .map(str::to_owned)
}

#[test]
fn every_page_redirects_every_user_correctly() {
    for (path, kind) in PAGES {
        for person in PEOPLE {
            let (name, session, dob, verified) = *person;
            let expected = match *kind {
                "visitors" => session.then_some("/dashboard"),
                "anybody" => None,
                _ if !session => Some("/login"),
                "newcomers" => None,
                _ if dob.is_none() => Some("/profile?page=verification"),
                _ if !verified => Some("/otp-confirm-page?page=validate"),
                _ => None,
            };
            assert_eq!(
                redirected(path, *person).as_deref(),
                expected,
                "{path} for {name}"
            );
        }
    }
}

#[test]
fn redirects_terminate() {
    for (path, _) in PAGES {
        for person in PEOPLE {
            let mut at = (*path).to_owned();
            for _ in 0..2 {
                at = redirected(&at, *person).unwrap_or(at);
            }
            assert_eq!(redirected(&at, *person), None, "{path} for {}", person.0);
        }
    }
}

/// A session is fresh, then warned about, then over, and never goes back without activity; a code can be requested
/// again from one moment on.
#[test]
fn sessions_and_resends_only_advance() {
    let at = |second: i64| format!("2026-11-20T10:{:02}:{:02}Z", second / 60, second % 60);
    let phase = |second| {
        let input = json!({"last_activity": at(0), "now": at(second)});
        let expired = call("session.inactive", input.clone())["expired"] == true;
        let warned = call("session.warning", input)["warn"] == true;
        match (warned, expired) {
            (false, false) => "fresh",
            (true, false) => "warned",
            (false, true) => "over",
            (true, true) => panic!("a session that is over is not warned about"),
        }
    };
    let mut phases: Vec<_> = (0..=200).map(phase).collect();
    phases.dedup();
    assert_eq!(phases, ["fresh", "warned", "over"]);
    for (context, wait) in [("login", 45), ("phone", 90)] {
        let allowed = |second| {
            call(
                "otp.resend",
                json!({"context": context, "sent_at": at(0), "now": at(second)}),
            )["allowed"]
                == true
        };
        assert!((0..wait).all(|second| !allowed(second)), "{context}");
        assert!((wait..=200).all(allowed), "{context}");
    }
}
