//! Changing one's password.

use super::password::{
    LONGEST_PASSWORD_CHARS, PersonContext, SHORTEST_PASSWORD_CHARS, check_new_password,
};
use crate::shape::form_values;
use crate::validation::{Code, Form, Violation, Violations};

form_values! {
    /// Changing one's password. (Document 3, section 5.)
    pub struct PasswordChange {
        old_password: String,
        new_password: String,
        /// The new password again.
        confirm: String,
    }
}

impl Form for PasswordChange {
    const NAME: &'static str = "password_change";
    type Context = PersonContext;

    fn check(&self, context: &PersonContext, found: &mut Violations) {
        found
            .required("old_password", &self.old_password)
            .at_least(SHORTEST_PASSWORD_CHARS)
            .at_most(LONGEST_PASSWORD_CHARS)
            .done();
        let own = context.words();
        check_new_password("new_password", &self.new_password, &own, found);
        let same = || {
            Violation::new("new_password", Code::NotAllowed)
                .saying("The new password must differ from the old one.")
        };
        if !self.new_password.is_empty() && self.new_password == self.old_password {
            found.add(same());
        }
        found
            .required("confirm", &self.confirm)
            .at_least(SHORTEST_PASSWORD_CHARS)
            .matches(&self.new_password)
            .done();
    }
}
