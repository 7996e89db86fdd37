//! Clusters: local groups of members with their own chat.

use crate::shape::form_values;
use crate::validation::TextRule::{Alphanumeric, AtLeast, AtMost, Email, Line};
use crate::validation::fields::{
    LONGEST_CODE_CHARS, LONGEST_NAME_CHARS, NAME, SHORTEST_CODE_CHARS, check_join_code,
};
use crate::validation::{
    Code, Form, NoContext, TextField, TypedIdentifier, Violation, Violations, plain_identifier,
};

form_values! {
    /// Joining a cluster by its code. (Document 2, section 5.)
    pub struct ClusterCode {
        /// The cluster's code: 6 to 64 characters; blanks and hyphens do not count.
        code: TypedIdentifier,
    }
}

impl Form for ClusterCode {
    const NAME: &'static str = "cluster_code";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        check_join_code(
            &self.code,
            "You cannot subscribe a user to this cluster",
            found,
        );
    }
}

/// The normalised code for storage and look-up.
#[must_use]
pub fn plain_code(typed: &str) -> String {
    plain_identifier(typed).to_ascii_uppercase()
}

form_values! {
    /// The operator's description of a cluster. (Document 2, section 3.)
    pub struct Cluster {
        /// Letters and digits; case-insensitive.
        code: String,
        /// The cluster's name: 3 to 100 characters on one line.
        name: String,
        /// The state in which the cluster is: up to 100 characters on one line.
        state: String,
        /// The local government area.
        lga: String,
        /// A link to a WhatsApp chat or group; blank if there is none.
        whatsapp_link: String,
        /// Blank if there is none.
        support_email: String,
    }
}

/// Letters and digits only: codes are read aloud and typed on phones.
const CODE: TextField = TextField::required(
    "code",
    &[
        AtLeast(SHORTEST_CODE_CHARS),
        AtMost(LONGEST_CODE_CHARS),
        Alphanumeric,
    ],
);
const STATE: TextField = TextField::required("state", &[Line, AtMost(LONGEST_NAME_CHARS)]);
const LGA: TextField = TextField::required("lga", &[Line, AtMost(LONGEST_NAME_CHARS)]);
const SUPPORT_EMAIL: TextField = TextField::optional("support_email", &[Email]);

/// Prefixes of WhatsApp links. Other links could lead anywhere.
const WHATSAPP: [&str; 2] = ["https://wa.me/", "https://chat.whatsapp.com/"];

impl Form for Cluster {
    const NAME: &'static str = "cluster";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        found.text(&CODE, &self.code);
        found.text(&NAME, &self.name);
        found.text(&STATE, &self.state);
        found.text(&LGA, &self.lga);
        if !self.whatsapp_link.is_empty() && !is_whatsapp_link(&self.whatsapp_link) {
            let violation = Violation::new("whatsapp_link", Code::NotAllowed);
            found.add(violation.saying(
                "Use a link that begins with https://wa.me/ or https://chat.whatsapp.com/.",
            ));
        }
        if self.whatsapp_link.is_empty() && self.support_email.is_empty() {
            let violation = Violation::new("support_email", Code::Required);
            found.add(violation.saying("Give a WhatsApp link or an email address."));
        } else {
            found.text(&SUPPORT_EMAIL, &self.support_email);
        }
    }
}

fn is_whatsapp_link(link: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'+';
    WHATSAPP.iter().any(|start| {
        let rest = link.strip_prefix(start).unwrap_or_default();
        !rest.is_empty()
            && u64::try_from(rest.len()).is_ok_and(|length| length <= LONGEST_NAME_CHARS)
            && rest.bytes().all(plain)
    })
}
