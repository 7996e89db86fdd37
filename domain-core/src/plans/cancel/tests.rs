use super::*;
use crate::money::Currency;

fn waiting() -> CancelInput {
    CancelInput {
        kind: Kind::Savings,
        status: Status::Pending,
        membership: Status::Pending,
        created_by: "ada".into(),
        user: "ada".into(),
        received: "0".into(),
        currency: Currency::Ngn.into(),
        on_its_way: false,
    }
}

/// All kinds in all states, with all states of the user's own part, for the creator and another user.
#[test]
fn only_plans_awaiting_payment_can_be_cancelled() {
    for kind in Kind::ALL {
        for status in Status::ALL {
            for membership in Status::ALL {
                for user in ["ada", "ben"] {
                    let found = cancel(&CancelInput {
                        kind: *kind,
                        status: *status,
                        membership: *membership,
                        user: user.into(),
                        ..waiting()
                    })
                    .unwrap();
                    let runs = matches!(status, Status::Active | Status::Initiated);
                    let expected = if *kind == Kind::Loan {
                        None
                    } else if *status == Status::Pending && user == "ada" {
                        Some(CancelledPart::Plan)
                    } else if runs && *membership == Status::Pending && user == "ben" {
                        Some(CancelledPart::Membership)
                    } else {
                        None
                    };
                    assert_eq!(found.part, expected, "{kind} {status} {membership} {user}");
                    assert_eq!(found.allowed, expected.is_some());
                    assert_eq!(found.reason.is_none(), found.allowed);
                }
            }
        }
    }
}

#[test]
fn paid_or_processing_plans_cannot_be_cancelled() {
    let reason = |input: CancelInput| cancel(&input).unwrap().reason;
    assert_eq!(reason(waiting()), None);
    let received = CancelInput {
        received: "0.01".into(),
        ..waiting()
    };
    assert_eq!(reason(received), Some("Money has arrived for this plan."));
    let on_its_way = CancelInput {
        on_its_way: true,
        ..waiting()
    };
    assert_eq!(
        reason(on_its_way),
        Some("A card payment for this plan is being processed.")
    );
    let blank = CancelInput {
        created_by: "".into(),
        user: "".into(),
        ..waiting()
    };
    assert!(reason(blank).is_some());
}
