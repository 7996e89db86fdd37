//! OpenID Connect: sign-in through another provider. The code flow with PKCE, and a validated identity token.

pub(crate) mod client;
pub mod sandbox;
#[cfg(test)]
mod tests;
mod token_signer;

use super::Later;
use super::client::{CallError, Wire};
use ground::secret::Secret;
use openidconnect::{HttpRequest, HttpResponse};
use std::fmt;

/// A sign-in in progress: values shared by the redirect and the callback.
pub struct SignIn {
    /// The redirect URI: a URL of our own.
    pub redirect_uri: String,
    /// Binds the callback to the browser that started the sign-in.
    pub state: String,
    /// Binds the identity token to this sign-in.
    pub nonce: String,
    /// For PKCE (RFC 7636): an intercepted code is useless without it.
    pub verifier: Secret<String>,
}

/// The person identified by the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenPerson {
    /// The provider's identifier for the person; it never changes.
    pub subject: String,
    /// In lower case.
    pub email: String,
    pub email_verified: bool,
    /// The domain of the person's organisation, if the provider hosts it.
    pub hosted_domain: Option<String>,
    pub given_name: Option<String>,
    pub family_name: Option<String>,
}

/// Why the person could not be identified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OidcError {
    /// The provider is unavailable, slow, or its answer is invalid; a retry may help.
    Unavailable,
    /// The code is invalid, or the token lacks what was requested.
    Refused,
}

impl fmt::Display for OidcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unavailable => "the identity provider did not answer",
            Self::Refused => "the identity provider's answer was not valid",
        })
    }
}

impl std::error::Error for OidcError {}

/// The provider.
pub trait OidcPort: Send + Sync {
    /// Whether a provider is configured.
    fn is_there(&self) -> bool;

    /// The URL to redirect the browser to.
    fn address<'a>(&'a self, sign_in: &'a SignIn) -> Later<'a, Result<String, OidcError>>;

    /// Exchanges a code for the person's identity. A code is valid once. `issuer` is the callback's `iss`, if present.
    fn person<'a>(
        &'a self,
        sign_in: &'a SignIn,
        code: &'a str,
        issuer: Option<&'a str>,
    ) -> Later<'a, Result<SeenPerson, OidcError>>;
}

/// The transport to the provider.
pub trait Transport: Send + Sync {
    fn send<'a>(&'a self, request: HttpRequest) -> Later<'a, Result<HttpResponse, CallError>>;
}

impl Transport for Wire {
    fn send<'a>(&'a self, request: HttpRequest) -> Later<'a, Result<HttpResponse, CallError>> {
        Box::pin(async move { Ok(Wire::send(self, request).await?.map(Into::into)) })
    }
}

/// No provider is configured (production only; elsewhere the sandbox takes its place).
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
