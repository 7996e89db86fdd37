//! Joining a plan by its code, and inviting others to a group.

use crate::shape::form_values;
use crate::status::Status;
use crate::validation::fields::{EMAIL, PERSON_NAME, PHONE, check_join_code};
use crate::validation::{Form, NoContext, TextField, TypedIdentifier, TypedPhone, Violations};

/// The maximum number of a group's members, including invited ones.
const MOST_MEMBERS: usize = 50;
const FULL: &str = "This group is full: it has fifty members.";

/// The reason why a group with members in these states cannot grow; those who declined or left do not count.
#[must_use]
pub fn full(members: impl IntoIterator<Item = Status>) -> Option<&'static str> {
    let members = members.into_iter();
    let count = members
        .filter(|status| *status != Status::Terminated)
        .count();
    (count >= MOST_MEMBERS).then_some(FULL)
}

form_values! {
    /// Joining a plan by its code. (Document 2, section 5.)
    pub struct PlanCode {
        /// The plan's code: 6 to 64 characters; blanks and hyphens do not count.
        code: TypedIdentifier,
    }
}

impl Form for PlanCode {
    const NAME: &'static str = "plan_code";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        check_join_code(
            &self.code,
            "You cannot subscribe a user to this plan",
            found,
        );
    }
}

form_values! {
    /// A person invited to a savings group. (Document 3, section 5.)
    pub struct GroupMember {
        /// The person's name: 3 to 60 characters on one line.
        name: String,
        /// The person's Nigerian mobile number: eleven digits, or `+234` and ten.
        phone: TypedPhone,
        /// The person's email address.
        email: String,
    }
}

impl Form for GroupMember {
    const NAME: &'static str = "group_member";
    type Context = NoContext;
    const TEXT_FIELDS: &'static [TextField] = &[PERSON_NAME, PHONE, EMAIL];

    fn check(&self, _: &NoContext, found: &mut Violations) {
        found.text(&PERSON_NAME, &self.name);
        found.text(&PHONE, &self.phone);
        found.text(&EMAIL, &self.email);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declined_invitations_take_no_place() {
        let many = |count, status| std::iter::repeat_n(status, count);
        assert_eq!(full(many(49, Status::Active)), None);
        assert_eq!(
            full(many(49, Status::Active).chain(many(1, Status::Pending))),
            Some(FULL)
        );
        assert_eq!(
            full(many(49, Status::Active).chain(many(60, Status::Terminated))),
            None
        );
    }
}
