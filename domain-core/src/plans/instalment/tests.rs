use super::*;
use crate::validation::Code;

fn pay(owed: &str, amount: &str, kind: Debt) -> Checked<PaymentAnswer> {
    payment(&PaymentInput {
        owed: owed.into(),
        amount: amount.into(),
        kind,
        currency: None,
    })
}

#[test]
fn debits_are_capped_at_the_owed_amount() {
    for (amount, debit, capped) in [
        ("1", "1.00", false),
        ("500", "500.00", false),
        ("500.01", "500.00", true),
        ("9000", "500.00", true),
    ] {
        let answer = pay("500", amount, Debt::Loan).unwrap();
        assert_eq!(
            (answer.debit.to_string().as_str(), answer.capped),
            (debit, capped)
        );
        assert_eq!(answer.message.is_some(), capped);
    }
    let message = pay("500", "501", Debt::Savings).unwrap().message.unwrap();
    assert_eq!(
        message,
        "The debit is capped at the owed amount of NGN 500.00."
    );
}

#[test]
fn amounts_below_one_unit_are_invalid() {
    for (kind, message) in [
        (Debt::Loan, "Invalid loan amount"),
        (Debt::Savings, "Invalid savings amount"),
    ] {
        for amount in ["0", "0.99"] {
            let violation = pay("500", amount, kind).unwrap_err().violations.remove(0);
            assert_eq!(
                (violation.code, violation.message.as_ref()),
                (Code::BelowMinimum, message)
            );
        }
    }
    let violation = pay("500", "1e3", Debt::Loan)
        .unwrap_err()
        .violations
        .remove(0);
    assert_eq!(violation.code, Code::NotAnAmount);
}

/// All states on the days before, on and after the due date; unpaid, partly paid and paid.
#[test]
fn instalments_are_pending_then_due_and_stay_paid() {
    let day = Date::parse("2026-03-31").unwrap();
    for status in InstalmentStatus::ALL {
        for (offset, unpaid) in [
            (-1, InstalmentStatus::Pending),
            (0, InstalmentStatus::Due),
            (1, InstalmentStatus::Due),
        ] {
            for (paid, is_paid) in [
                ("0", false),
                ("99.99", false),
                ("100", true),
                ("100.01", true),
            ] {
                let answer = next(&NextInput {
                    status: *status,
                    due_at: day,
                    today: day.add_days(offset).unwrap(),
                    paid: paid.into(),
                    amount: "100".into(),
                    currency: None,
                });
                let expected = if is_paid || *status == InstalmentStatus::Paid {
                    InstalmentStatus::Paid
                } else {
                    unpaid
                };
                assert_eq!(answer.unwrap().status, expected, "{status} {offset} {paid}");
            }
        }
    }
}
