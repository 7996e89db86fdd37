//! Joining a plan or a cluster by its code, and inviting others to a group.

use crate::shape::form_values;
use crate::validation::fields::{EMAIL, NAME, PHONE};
use crate::validation::{Form, NoContext, TextField, TypedPhone, Violations};

/// (Document 2, section 9.)
const SHORTEST_CODE_CHARS: u64 = 6;
/// Longest code in use.
const LONGEST_CODE_CHARS: u64 = 64;

form_values! {
    /// Joining a plan by its code. (Document 2, section 5.)
    pub struct PlanCode {
        code: String,
    }
}

form_values! {
    /// Joining a cluster by its code. (Document 2, section 5.)
    pub struct ClusterCode {
        code: String,
    }
}

fn check_code(code: &str, when_empty: &'static str, found: &mut Violations) {
    let mut check = found.required("code", code);
    if code.trim().is_empty() {
        check.saying(when_empty);
    } else {
        check
            .at_least(SHORTEST_CODE_CHARS)
            .at_most(LONGEST_CODE_CHARS)
            .done();
    }
}

impl Form for PlanCode {
    const NAME: &'static str = "plan_code";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        check_code(
            &self.code,
            "You cannot subscribe a user to this plan",
            found,
        );
    }
}

impl Form for ClusterCode {
    const NAME: &'static str = "cluster_code";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        check_code(
            &self.code,
            "You cannot subscribe a user to this cluster",
            found,
        );
    }
}

form_values! {
    /// A person invited to a group's savings. (Document 3, section 5.)
    pub struct GroupMember {
        name: String,
        phone: TypedPhone,
        email: String,
    }
}

impl Form for GroupMember {
    const NAME: &'static str = "group_member";
    type Context = NoContext;
    const TEXT_FIELDS: &'static [TextField] = &[NAME, PHONE, EMAIL];

    fn check(&self, _: &NoContext, found: &mut Violations) {
        found.text(&NAME, &self.name);
        found.text(&PHONE, &self.phone);
        found.text(&EMAIL, &self.email);
    }
}
