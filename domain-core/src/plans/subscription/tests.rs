use super::*;

fn allowed(input: &ActionsInput) -> Vec<&'static str> {
    let actions = actions(input).actions;
    assert!(
        actions
            .iter()
            .all(|one| one.allowed == one.reason.is_none())
    );
    assert_eq!(actions.len(), Action::ALL.len());
    actions
        .iter()
        .filter(|one| one.allowed)
        .map(|one| one.action.as_str())
        .collect()
}

fn group(user: &str) -> ActionsInput {
    ActionsInput {
        kind: Kind::Savings,
        status: Status::Active,
        is_group: true,
        created_by: "ada".into(),
        user: user.into(),
        membership: None,
        verified: true,
        has_phone: true,
    }
}

#[test]
fn a_group_s_creator_runs_it_and_the_others_take_part() {
    assert_eq!(
        allowed(&group("ada")),
        [
            "pay",
            "terminate",
            "add_member",
            "nudge",
            "see_code",
            "see_amounts",
            "subscribe"
        ]
    );
    assert_eq!(allowed(&group("bayo")), ["pay", "nudge", "subscribe"]);
}

#[test]
fn who_has_come_to_the_end_of_their_part_neither_pays_nor_reminds() {
    for membership in [Status::Completed, Status::Terminated] {
        let over = |user| ActionsInput {
            membership: Some(membership),
            ..group(user)
        };
        assert_eq!(allowed(&over("bayo")), ["subscribe"]);
        let creator = allowed(&over("ada"));
        assert!(!creator.contains(&"pay"));
        // The group is still theirs to run.
        assert!(creator.contains(&"nudge") && creator.contains(&"terminate"));
    }
}

#[test]
fn a_plan_of_one_s_own_has_no_group() {
    let own = ActionsInput {
        is_group: false,
        ..group("ada")
    };
    assert_eq!(
        allowed(&own),
        ["pay", "terminate", "see_amounts", "subscribe"]
    );
}

#[test]
fn a_loan_is_ended_before_and_paid_after_it_is_paid_out() {
    let loan = |status| ActionsInput {
        kind: Kind::Loan,
        is_group: false,
        status,
        ..group("ada")
    };
    assert_eq!(
        allowed(&loan(Status::Pending)),
        ["terminate", "see_amounts", "subscribe"]
    );
    assert_eq!(
        allowed(&loan(Status::Active)),
        ["pay", "see_amounts", "subscribe"]
    );
    assert_eq!(
        allowed(&loan(Status::Bad)),
        ["pay", "see_amounts", "subscribe"]
    );
    assert_eq!(
        allowed(&loan(Status::Completed)),
        ["see_amounts", "subscribe"]
    );
}

#[test]
fn another_plan_asks_for_an_identity_and_a_loan_for_a_phone() {
    let unverified = ActionsInput {
        verified: false,
        has_phone: false,
        ..group("ada")
    };
    assert!(!allowed(&unverified).contains(&"subscribe"));
    let without_phone = |kind| ActionsInput {
        kind,
        has_phone: false,
        ..group("ada")
    };
    assert!(allowed(&without_phone(Kind::Coins)).contains(&"subscribe"));
    assert!(!allowed(&without_phone(Kind::Loan)).contains(&"subscribe"));
}

/// Every kind in every state, seen by the creator and by another member: the actions depend on nothing else.
#[test]
fn what_is_over_can_neither_be_paid_nor_ended() {
    for kind in Kind::ALL {
        for status in Status::ALL {
            let input = ActionsInput {
                kind: *kind,
                status: *status,
                ..group("ada")
            };
            let runs = matches!(
                status,
                Status::Active | Status::Initiated | Status::Pending | Status::Bad
            );
            let can = allowed(&input);
            assert!(
                runs || !can.contains(&"pay") && !can.contains(&"terminate"),
                "{kind} {status}"
            );
        }
    }
}
