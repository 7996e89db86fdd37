//! The seven steps of identity verification.

use super::address;
use super::pin::PinStatus;
use crate::calendar::Date;
use crate::shape::{Given, choice, input, output};

choice! {
    /// A step, in the order of the page. (Document 1, section 2.)
    pub enum Step {
        Phone = "phone",
        Profile = "profile",
        Address = "address",
        Identity = "identity",
        Pin = "pin",
        Liveness = "liveness",
        Bank = "bank",
    }
}

choice! {
    /// The state of a step.
    pub enum StepStatus {
        Completed = "completed",
        Incomplete = "incomplete",
        /// Waiting for another step, or for an external result.
        Pending = "pending",
    }
}

input! {
    /// Facts about the user.
    pub struct VerificationInput {
        /// The phone number, if there is one.
        phone: Option<Given>,
        /// Whether the profile is complete (`profile.complete`).
        profile_complete: bool,
        /// The time of the address verification, if completed.
        address_verified_at: Option<Given>,
        /// The last day of a pending address verification.
        address_pending_until: Option<Date>,
        /// Whether the identity is verified by BVN or NIN.
        identity_verified: bool,
        /// The PIN of the naira wallet.
        ngn_pin: Option<PinStatus>,
        /// The time of the passed liveness check, if any.
        liveness_verified_at: Option<Given>,
        /// The bank accounts: a list or a count.
        bank_accounts: Option<Given>,
        /// Today's date in Lagos.
        today: Date,
    }
}

output! {
    /// The user's progress.
    pub struct Verification {
        /// All seven steps, in the order of the page.
        steps: Vec<StepState>,
        /// The next step: the first one that is neither completed nor waiting for others.
        next: Option<Step>,
        /// Whether phone, profile, address, identity and the naira PIN are all complete.
        verified: bool,
        /// The closing message of the page.
        banner: &'static str,
        /// The abilities of the account now, as far as they depend on the steps.
        today: &'static str,
    }

    /// The state of one step.
    pub struct StepState {
        /// The step of the verification.
        step: Step,
        /// The state of the step.
        status: StepStatus,
        /// The message shown when a completed step is opened.
        message: Option<&'static str>,
        /// The result that a pending step is waiting for; null if the user can do the step.
        hint: Option<&'static str>,
        /// The abilities that depend on the step.
        opens: &'static str,
    }
}

impl Step {
    /// The abilities that depend on the step elsewhere in the rules; of some, none.
    const fn opens(self) -> &'static str {
        match self {
            Self::Phone => "Get receipts and alerts by text message. Loans need it too",
            Self::Profile => "Use the app: every page needs your name and date of birth",
            Self::Address => {
                "Completes your verification, for a one-time fee. Nothing else needs it"
            }
            Self::Identity => "Borrow, and earn the referral bonus",
            Self::Pin => "Send money, pay and save",
            Self::Liveness => "An extra proof that you are you. Nothing else needs it",
            Self::Bank => "Your own account is there to choose when you withdraw",
        }
    }
}

/// Payments need the PIN of their wallet; a loan, a phone and a proven identity as well.
const fn today(pin: bool, can_borrow: bool) -> &'static str {
    match (pin, can_borrow) {
        (false, _) => "Today you can receive money.",
        (true, false) => "Today you can receive, send and save money.",
        (true, true) => "Today you can receive, send and save money, and ask for a loan.",
    }
}

/// Steps that are not completed are pending in these cases: the profile without a phone, the address during its
/// verification, identity with a verified address, liveness with a naira PIN, and the bank account with a passed liveness
/// check. Source: document 1, sections 2 and 4. Pending steps are ready for the user, except an address under
/// verification, which waits for us.
pub fn steps(input: &VerificationInput) -> Verification {
    let is_given = |given: Option<Given>| given.is_some_and(|given| given.0);
    let phone = is_given(input.phone);
    let address = is_given(input.address_verified_at);
    let pin = input.ngn_pin == Some(PinStatus::PinSet);
    let liveness = is_given(input.liveness_verified_at);
    let address_pending = address::is_pending(input.address_pending_until, input.today);
    let verified = phone && input.profile_complete && address && input.identity_verified && pin;
    let state = |step, completed, pending, message| StepState {
        step,
        status: match (completed, pending) {
            (true, _) => StepStatus::Completed,
            (false, true) => StepStatus::Pending,
            (false, false) => StepStatus::Incomplete,
        },
        message: Some(message).filter(|words: &&str| completed && !words.is_empty()),
        hint: match (completed, pending, step) {
            (false, true, Step::Address) => Some("We're checking it"),
            _ => None,
        },
        opens: step.opens(),
    };
    let steps = vec![
        state(Step::Phone, phone, false, "Phone already set"),
        state(Step::Profile, input.profile_complete, !phone, ""),
        state(Step::Address, address, address_pending, ""),
        state(
            Step::Identity,
            input.identity_verified,
            address,
            "Identity already verified",
        ),
        state(
            Step::Pin,
            pin,
            false,
            "Open the chat icon to request a reset pin.",
        ),
        state(Step::Liveness, liveness, pin, ""),
        state(Step::Bank, is_given(input.bank_accounts), liveness, ""),
    ];
    let open = |one: &&StepState| {
        let waits = one.step == Step::Address && one.status == StepStatus::Pending;
        one.status != StepStatus::Completed && !waits
    };
    Verification {
        next: steps.iter().find(open).map(|one| one.step),
        steps,
        verified,
        banner: if verified {
            "This account is verified"
        } else {
            "This account is not yet verified"
        },
        today: today(pin, phone && input.identity_verified),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TODAY: &str = "2026-03-10";

    fn newcomer() -> VerificationInput {
        VerificationInput {
            phone: None,
            profile_complete: false,
            address_verified_at: None,
            address_pending_until: None,
            identity_verified: false,
            ngn_pin: None,
            liveness_verified_at: None,
            bank_accounts: None,
            today: Date::parse(TODAY).unwrap(),
        }
    }

    fn statuses(input: &VerificationInput) -> Vec<&'static str> {
        steps(input)
            .steps
            .iter()
            .map(|one| one.status.as_str())
            .collect()
    }

    #[test]
    fn newcomers_have_all_steps_ahead() {
        assert_eq!(
            statuses(&newcomer()),
            [
                "incomplete",
                "pending",
                "incomplete",
                "incomplete",
                "incomplete",
                "incomplete",
                "incomplete"
            ]
        );
    }

    #[test]
    fn addresses_are_pending_until_their_day() {
        for (until, status) in [
            ("2026-03-11", "pending"),
            (TODAY, "incomplete"),
            ("2026-03-09", "incomplete"),
        ] {
            let input = VerificationInput {
                address_pending_until: Date::parse(until),
                ..newcomer()
            };
            assert_eq!(statuses(&input)[2], status);
        }
    }

    #[test]
    fn pending_addresses_are_not_the_next_step() {
        let input = VerificationInput {
            phone: Some(Given(true)),
            profile_complete: true,
            address_pending_until: Date::parse("2026-03-11"),
            ..newcomer()
        };
        let answer = steps(&input);
        assert_eq!(answer.next, Some(Step::Identity));
        assert_eq!(answer.steps[2].hint, Some("We're checking it"));
    }

    proptest! {
        /// Over all combinations, the banner matches the five steps, and only completed steps have messages.
        #[test]
        fn the_banner_matches_the_steps(
            phone: bool, profile_complete: bool, address: bool, identity_verified: bool, pin: bool, liveness: bool, bank: bool,
        ) {
            let given = |is: bool| Some(Given(is));
            let answer = steps(&VerificationInput {
                phone: given(phone),
                profile_complete,
                address_verified_at: given(address),
                identity_verified,
                ngn_pin: pin.then_some(PinStatus::PinSet),
                liveness_verified_at: given(liveness),
                bank_accounts: given(bank),
                ..newcomer()
            });
            let done: Vec<bool> = answer.steps.iter().map(|one| one.status == StepStatus::Completed).collect();
            prop_assert_eq!(&done, &[phone, profile_complete, address, identity_verified, pin, liveness, bank]);
            prop_assert_eq!(answer.verified, done[..5].iter().all(|done| *done));
            let next = done.iter().position(|done| !done);
            prop_assert_eq!(answer.next, next.and_then(|index| Step::ALL.get(index).copied()));
            prop_assert_eq!(answer.today.contains("send"), pin);
            prop_assert_eq!(answer.today.contains("loan"), pin && phone && identity_verified);
            for one in answer.steps {
                prop_assert!(one.message.is_none() || one.status == StepStatus::Completed);
                prop_assert!(one.hint.is_none());
                prop_assert!(!one.opens.is_empty());
            }
        }
    }
}
