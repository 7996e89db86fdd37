//! OpenID Connect: somebody else says who a person is. The code flow with PKCE, and an identity token that is checked.

pub mod client;
pub mod sandbox;
#[cfg(test)]
mod tests;
mod token_signer;

use super::Later;
use super::client::{CallError, Wire};
use crate::secret::Secret;
use openidconnect::{HttpRequest, HttpResponse};
use std::fmt;

/// One sign-in under way: what both of its halves must agree on.
pub struct SignIn {
    /// Where the person comes back to: an address of our own.
    pub redirect_uri: String,
    /// Ties the answer to the browser that asked.
    pub state: String,
    /// Ties the identity token to this sign-in.
    pub nonce: String,
    /// Of PKCE (RFC 7636): whoever intercepts the code cannot use it.
    pub verifier: Secret<String>,
}

/// Whom the provider saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenPerson {
    /// The provider's own name for the person; it never changes.
    pub subject: String,
    /// In lower case.
    pub email: String,
    pub email_verified: bool,
    /// The domain that the provider hosts for the person's employer.
    pub hosted_domain: Option<String>,
    pub given_name: Option<String>,
    pub family_name: Option<String>,
}

/// Why nobody was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OidcError {
    /// The provider is away, slow, or answers nonsense: trying again may help.
    Unavailable,
    /// The code is not good, or the token does not hold what was asked for.
    Refused,
}

impl fmt::Display for OidcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unavailable => "the identity provider did not answer",
            Self::Refused => "the identity provider's word was not good",
        })
    }
}

impl std::error::Error for OidcError {}

/// The provider.
pub trait OidcPort: Send + Sync {
    /// Whether anybody can be sent there.
    fn is_there(&self) -> bool;

    /// Where to send the browser.
    fn address<'a>(&'a self, sign_in: &'a SignIn) -> Later<'a, Result<String, OidcError>>;

    /// Whom the code stands for. A code is good once. `issuer` is who the browser says that it comes from, if it does.
    fn person<'a>(
        &'a self,
        sign_in: &'a SignIn,
        code: &'a str,
        issuer: Option<&'a str>,
    ) -> Later<'a, Result<SeenPerson, OidcError>>;
}

/// How the provider is reached.
pub trait Transport: Send + Sync {
    fn send<'a>(&'a self, request: HttpRequest) -> Later<'a, Result<HttpResponse, CallError>>;
}

impl Transport for Wire {
    fn send<'a>(&'a self, request: HttpRequest) -> Later<'a, Result<HttpResponse, CallError>> {
        Box::pin(async move { Ok(Wire::send(self, request).await?.map(Into::into)) })
    }
}

/// None is configured. (In production; elsewhere there is the sandbox.)
pub struct NoOidc;

impl OidcPort for NoOidc {
    fn is_there(&self) -> bool {
        false
    }

    fn address<'a>(&'a self, _: &'a SignIn) -> Later<'a, Result<String, OidcError>> {
        Box::pin(async { Err(OidcError::Unavailable) })
    }

    fn person<'a>(
        &'a self,
        _: &'a SignIn,
        _: &'a str,
        _: Option<&'a str>,
    ) -> Later<'a, Result<SeenPerson, OidcError>> {
        Box::pin(async { Err(OidcError::Unavailable) })
    }
}
