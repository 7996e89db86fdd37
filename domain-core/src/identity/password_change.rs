//! Changing one's password.

use super::password::{
    LONGEST_PASSWORD_CHARS, PersonContext, SHORTEST_PASSWORD_CHARS, check_new_password,
};
use crate::shape::form_values;
use crate::validation::{Code, Form, Violation, Violations};

form_values! {
    /// Changing one's password. (Document 3, section 5.)
    pub struct PasswordChange {
        /// The current password: 6 to 128 characters.
        old_password: String,
        /// The new password: 6 to 128 characters with a strength of at least 3, not the current one.
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
