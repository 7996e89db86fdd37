//! The command `backend loan`.

use super::loans::{applicant, ask, loan, plan, reference};
use crate::support::World;
use crate::wallet::balances;
use std::process::Output;

fn typed(world: &World, arguments: &[&str]) -> Output {
    world.program(&[&["loan"], arguments].concat())
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
    async fn waiting_loans_are_listed_approved_and_declined(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let (mut ada, mut bola) = (applicant(world).await, applicant(world).await);
        assert_eq!(said(&typed(world, &["list"])), "loans: 0\n");
        ask(&mut ada, &plan, "30000", "key-of-loan-00001").await.expect(201);
        ask(&mut bola, &plan, "20000", "key-of-loan-00002").await.expect(201);
        let (first, second) = (loan(&mut ada).await, loan(&mut bola).await);
        let (first, second) = (reference(&first), reference(&second));
        let listed = said(&typed(world, &["list"]));
        for (loan, amount) in [(first, "30000.00"), (second, "20000.00")] {
            let begins = format!("{loan} INITIATED {amount} Ada Obi <");
            let line = listed.lines().find(|line| line.starts_with(&begins));
            let line = line.unwrap_or_else(|| panic!("{begins}: {listed}"));
            assert!(line.contains("for \"School fees\", since 2026-11-20T09:00:00.000Z"), "{line}");
        }
        assert!(listed.ends_with("loans: 2\n"), "{listed}");

        let approved = typed(world, &["approve", first, "--by", "Grace"]);
        assert_eq!(said(&approved), format!("loan: {first} is paid out\n"));
        let declined = typed(world, &["decline", second, "--why", "Your papers are missing.", "--by", "Grace"]);
        assert_eq!(said(&declined), format!("loan: {second} is declined\n"));
        assert_eq!((balances(&mut ada).await.0, balances(&mut bola).await.0), ("30900.00".into(), "1000.00".into()));
        let second_now = loan(&mut bola).await;
        assert_eq!((&second_now["status"], &second_now["comment"]), (&"DECLINED".into(), &"Your papers are missing.".into()));
        assert_eq!(said(&typed(world, &["list"])), "loans: 0\n");
        let running = said(&typed(world, &["list", "--status", "active"]));
        assert!(running.contains(first) && running.contains(", due ") && running.ends_with("loans: 1\n"), "{running}");
    }

    async fn decided_and_unknown_loans_are_refused(world: World) {
        let plan = plan(world, "quick", |facts| facts).await;
        let mut ada = applicant(world).await;
        ask(&mut ada, &plan, "30000", "key-of-loan-00001").await.expect(201);
        let waits = loan(&mut ada).await;
        let waits = reference(&waits);
        for (arguments, reason) in [
            (&["approve", "NOTHING", "--by", "Grace"][..], "there is no such loan"),
            (&["decline", "NOTHING", "--why", "x", "--by", "Grace"], "there is no such loan"),
            (&["approve", waits, "--by", "Grace", "--tenant", "nobody"], "there is no such brand"),
            (&["list", "--tenant", "nobody"], "there is no such brand"),
            (&["list", "--status", "nothing"], "there is no such state"),
            (&["approve", waits], "--by"),
            (&["decline", waits, "--by", "Grace"], "--why"),
        ] {
            let refused = refusal(&typed(world, arguments));
            assert!(refused.contains(reason), "{arguments:?}: {refused}");
        }
        assert_eq!((loan(&mut ada).await["status"].clone(), balances(&mut ada).await.0), ("INITIATED".into(), "900.00".into()));
        said(&typed(world, &["approve", waits, "--by", "Grace"]));
        for again in [&["approve", waits, "--by", "Grace"][..], &["decline", waits, "--why", "x", "--by", "Grace"]] {
            let refused = refusal(&typed(world, again));
            assert!(refused.contains("this loan is ACTIVE, and does not wait for a decision"), "{refused}");
        }
        assert_eq!(balances(&mut ada).await.0, "30900.00");
    }
}
