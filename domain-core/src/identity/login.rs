//! Signing in by email, and requesting a password reset.

use super::fields::PASSWORD;
use crate::json::{Node, Object};
use crate::shape::{Output, Shape, Type, choice, form_values, input, output};
use crate::validation::fields::EMAIL;
use crate::validation::{Form, NoContext, TextField, Violations};

form_values! {
    /// Signing in by email. (Document 1, section 5.)
    pub struct Login {
        /// The account's email address.
        email: String,
        /// The account's password: 6 to 128 characters.
        password: String,
    }
}

impl Form for Login {
    const NAME: &'static str = "login";
    type Context = NoContext;
    const TEXT_FIELDS: &'static [TextField] = &[EMAIL, PASSWORD];

    fn check(&self, _: &NoContext, found: &mut Violations) {
        found.text(&EMAIL, &self.email);
        found.text(&PASSWORD, &self.password);
    }
}

form_values! {
    /// Requesting a code to set a new password. (Document 1, section 5.)
    pub struct ForgotPassword {
        /// The account's email address, to which the code is sent.
        email: String,
    }
}

impl Form for ForgotPassword {
    const NAME: &'static str = "forgot_password";
    type Context = NoContext;
    const TEXT_FIELDS: &'static [TextField] = &[EMAIL];

    fn check(&self, _: &NoContext, found: &mut Violations) {
        found.text(&EMAIL, &self.email);
    }
}

choice! {
    /// The action in progress.
    pub enum Flow {
        /// Signing in by email.
        Login = "login",
        /// Signing up by email.
        Register = "register",
        /// Signing in by BVN or NIN.
        IdentityAuth = "identity-auth",
        /// Signing up by BVN or NIN.
        IdentityRegistration = "identity-registration",
    }
}

input! {
    /// The server's response to a sign-in or sign-up.
    pub struct AfterLogin {
        /// The relevant parts of the server's response.
        response: LoginResponse,
        /// The action that the response answers.
        flow: Flow,
    }

    /// The relevant parts of the response.
    pub struct LoginResponse {
        /// `otp` if a code has to be entered first.
        next: Option<String>,
        /// The session token, if there is one already.
        token: Option<String>,
    }
}

output! {
    /// The next page.
    pub struct NextStep {
        /// The page.
        go: &'static str,
        /// The query of the page: its `page`, or nothing.
        query: PageQuery,
    }
}

/// The page's query: `page` if a code has to be entered, otherwise empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageQuery(pub Option<&'static str>);

impl Shape for PageQuery {
    const TYPE: Type = Type::Map(&Type::Text);
}

impl Output for PageQuery {
    fn write(&self) -> Node<'static> {
        let mut query = Object::new();
        if let Some(page) = self.0 {
            query.put("page", page.into());
        }
        Node::Object(query)
    }
}

/// The page after a response. Source: document 1, section 4: an email sign-in goes to the code page only if the
/// response says so; an email sign-up goes there unless it has a token; BVN and NIN always require a code.
pub fn after(input: &AfterLogin) -> NextStep {
    let present = |text: &Option<String>| text.as_deref().is_some_and(|text| !text.is_empty());
    let code_page = match input.flow {
        Flow::Login => (input.response.next.as_deref() == Some("otp")).then_some("otp-login"),
        Flow::Register => (!present(&input.response.token)).then_some("validate"),
        Flow::IdentityAuth | Flow::IdentityRegistration => {
            (!present(&input.response.token)).then_some(input.flow.as_str())
        }
    };
    let go = if code_page.is_some() {
        "/otp-confirm-page"
    } else {
        "/dashboard"
    };
    NextStep {
        go,
        query: PageQuery(code_page),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn went(
        flow: Flow,
        next: Option<&str>,
        token: Option<&str>,
    ) -> (&'static str, Option<&'static str>) {
        let response = LoginResponse {
            next: next.map(Into::into),
            token: token.map(Into::into),
        };
        let destination = after(&AfterLogin { response, flow });
        (destination.go, destination.query.0)
    }

    #[test]
    fn the_response_decides_whether_a_code_is_entered() {
        assert_eq!(
            went(Flow::Login, Some("otp"), None),
            ("/otp-confirm-page", Some("otp-login"))
        );
        assert_eq!(went(Flow::Login, None, Some("t")), ("/dashboard", None));
        assert_eq!(
            went(Flow::Register, Some("otp"), None),
            ("/otp-confirm-page", Some("validate"))
        );
        assert_eq!(
            went(Flow::Register, None, Some("")),
            ("/otp-confirm-page", Some("validate"))
        );
        assert_eq!(went(Flow::Register, None, Some("t")), ("/dashboard", None));
        assert_eq!(
            went(Flow::IdentityAuth, None, None),
            ("/otp-confirm-page", Some("identity-auth"))
        );
        assert_eq!(
            went(Flow::IdentityRegistration, None, None),
            ("/otp-confirm-page", Some("identity-registration"))
        );
    }
}
