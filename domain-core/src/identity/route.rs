//! Access to pages.

use crate::shape::{choice, input, output};

/// For visitors; a user with a session goes to the dashboard. (Document 1, section 2.)
const FOR_VISITORS: &[&str] = &[
    "/",
    "/splash",
    "/login",
    "/register",
    "/forgot-password",
    "/reset-password",
    "/code",
];
/// Open without a session, because password resets and address confirmations happen without one, and with a session too.
/// (Document 1, section 2.) Anybody with its code checks a statement.
const FOR_ALL: &[&str] = &[
    "/otp-page",
    "/otp-confirm-page",
    "/verified",
    "/sandbox",
    "/statement",
];
/// These need a session, but neither a complete profile nor a verified account: here users complete those or ask for
/// help.
const FOR_NEWCOMERS: &[&str] = &[
    "/profile",
    "/verify",
    "/success",
    "/questions",
    "/security-questions",
    "/select-app",
    "/chat",
];

input! {
    /// A page and its visitor.
    pub struct GuardInput {
        /// The page's path; a query is ignored.
        path: String,
        /// Whether there is a session.
        session: bool,
        /// The date of birth on the profile.
        dob: Option<String>,
        /// Whether the account is marked verified.
        verified: bool,
    }
}

output! {
    /// The redirect, if any.
    pub struct Guard {
        /// The path and query to go to instead; null: the page may be opened.
        redirect: Option<&'static str>,
    }
}

input! {
    /// The user's preferred view.
    pub struct FooterInput {
        /// `home`, `savings`, `loan`, `investment` or `crypto`; the default is home. (Document 1, section 3.)
        active_account: Option<String>,
    }
}

output! {
    /// The destinations in the footer.
    pub struct Footer {
        /// Their paths, in order.
        places: Vec<&'static str>,
    }
}

choice! {
    /// A page that can follow a success page.
    pub enum SuccessPage {
        Dashboard = "/dashboard",
        Transaction = "/transaction",
        Withdraw = "/withdraw",
        BankAccount = "/bank-account",
        Services = "/services",
        Profile = "/profile",
        Verify = "/verify",
        Settings = "/settings",
        Referral = "/referral",
    }
}

input! {
    /// The page requested in the URL.
    pub struct NextPageInput {
        /// The path of the requested page; null or unlisted: the dashboard.
        next: Option<String>,
    }
}

output! {
    /// The page after a success.
    pub struct Next {
        /// The path of the page to open.
        to: SuccessPage,
    }
}

/// A page from the closed list, by default the dashboard: URLs are untrusted, so no other page can be opened. Source:
/// document 1, section 2.
pub fn next(input: &NextPageInput) -> Next {
    let named = input.next.as_deref().and_then(SuccessPage::named);
    Next {
        to: named.unwrap_or(SuccessPage::Dashboard),
    }
}

/// Home, transactions and settings, and between them the plans of the preferred view. (Document 1, section 2.)
pub fn footer(input: &FooterInput) -> Footer {
    let plans = match input.active_account.as_deref() {
        Some("savings") => Some("/my-savings"),
        Some("loan") => Some("/my-loans"),
        Some("investment") => Some("/my-plans"),
        _ => None,
    };
    let mut places = vec!["/"];
    places.extend(plans);
    places.extend(["/transaction", "/settings"]);
    Footer { places }
}

/// Whether the path is one of the pages or below one.
fn is_under(path: &str, pages: &[&str]) -> bool {
    pages.iter().any(|page| match path.strip_prefix(page) {
        Some("") => true,
        Some(rest) => *page != "/" && rest.starts_with('/'),
        None => false,
    })
}

/// The redirect, or null. Source: document 1, section 2: with a session, visitors' pages redirect to the dashboard;
/// without one, all others redirect to the login page; users without a date of birth are redirected to the profile, and
/// then unverified users to the code page.
pub fn guard(input: &GuardInput) -> Guard {
    let path = input.path.split(['?', '#']).next().unwrap_or_default();
    let path = match path.trim_end_matches('/') {
        "" => "/",
        trimmed => trimmed,
    };
    let has_dob = input
        .dob
        .as_deref()
        .is_some_and(|dob| !dob.trim().is_empty());
    let redirect = if is_under(path, FOR_ALL) {
        None
    } else if is_under(path, FOR_VISITORS) {
        input.session.then_some("/dashboard")
    } else if !input.session {
        Some("/login")
    } else if is_under(path, FOR_NEWCOMERS) {
        None
    } else if !has_dob {
        Some("/profile?page=verification")
    } else if !input.verified {
        Some("/otp-confirm-page?page=validate")
    } else {
        None
    };
    Guard { redirect }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn went(path: &str, session: bool, dob: Option<&str>, verified: bool) -> Option<&'static str> {
        guard(&GuardInput {
            path: path.into(),
            session,
            dob: dob.map(Into::into),
            verified,
        })
        .redirect
    }

    #[test]
    fn visitors_get_their_pages_and_members_the_dashboard() {
        for path in [
            "/",
            "",
            "/splash",
            "/login",
            "/register/",
            "/forgot-password",
            "/reset-password?email=a",
            "/code/ADA123",
        ] {
            assert_eq!(went(path, false, None, false), None, "{path}");
            assert_eq!(went(path, true, None, false), Some("/dashboard"), "{path}");
        }
        for path in [
            "/dashboard",
            "/profile",
            "/codes",
            "/loginx",
            "/unknown/page",
        ] {
            assert_eq!(went(path, false, None, false), Some("/login"), "{path}");
        }
    }

    #[test]
    fn the_code_pages_are_open_to_all() {
        for path in [
            "/otp-page",
            "/otp-confirm-page?page=reset",
            "/verified",
            "/sandbox",
            "/sandbox/rules",
        ] {
            assert_eq!(went(path, false, None, false), None, "{path}");
            assert_eq!(went(path, true, Some("01-01-1990"), true), None, "{path}");
        }
    }

    #[test]
    fn newcomers_complete_their_profile_then_verify() {
        assert_eq!(
            went("/dashboard", true, None, true),
            Some("/profile?page=verification")
        );
        assert_eq!(
            went("/dashboard", true, Some(" "), true),
            Some("/profile?page=verification")
        );
        assert_eq!(
            went("/dashboard", true, Some("01-01-1990"), false),
            Some("/otp-confirm-page?page=validate")
        );
        assert_eq!(went("/dashboard", true, Some("01-01-1990"), true), None);
        assert_eq!(went("/profile?page=verification", true, None, false), None);
    }
}
