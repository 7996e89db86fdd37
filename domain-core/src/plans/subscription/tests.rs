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
fn creators_manage_the_group_and_others_participate() {
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
fn members_with_an_ended_part_cannot_pay_or_remind() {
    for membership in [Status::Completed, Status::Terminated] {
        let over = |user| ActionsInput {
            membership: Some(membership),
            ..group(user)
        };
        assert_eq!(allowed(&over("bayo")), ["subscribe"]);
        let creator = allowed(&over("ada"));
        assert!(!creator.contains(&"pay"));
        // The creator can still manage the group.
        assert!(creator.contains(&"nudge") && creator.contains(&"terminate"));
    }
}

#[test]
fn individual_plans_have_no_group_actions() {
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
fn loans_are_terminated_before_and_repaid_after_payout() {
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
fn another_plan_needs_an_identity_and_a_loan_a_phone() {
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

/// All kinds in all states, for the creator and for another member: the actions depend on nothing else.
#[test]
fn ended_plans_can_neither_be_paid_nor_terminated() {
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
