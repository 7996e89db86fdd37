//! Any OpenID provider, found by its discovery document.

use super::{OidcError, OidcPort, SeenPerson, SignIn, Transport};
use crate::clock::Clock;
use crate::config::{ConfigError, GoogleProvider};
use crate::outbound::Later;
use crate::outbound::client::CallError;
use chrono::{DateTime, Utc};
use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreAuthenticationFlow, CoreErrorResponseType,
    CoreGenderClaim, CoreJsonWebKey, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm,
    CoreProviderMetadata, CoreRevocableToken, CoreRevocationErrorResponse,
    CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AccessTokenHash, AdditionalClaims, AsyncHttpClient, AuthorizationCode, Client, ClientId,
    ClientSecret, CsrfToken, EmptyExtraTokenFields, EndpointMaybeSet, EndpointNotSet, EndpointSet,
    HttpRequest, HttpResponse, IdTokenClaims, IdTokenFields, IssuerUrl, Nonce, OAuth2TokenResponse,
    PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, RequestTokenError, Scope,
    StandardErrorResponse, StandardTokenResponse, TokenResponse,
};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};

/// How long the provider's metadata and keys are cached.
const KNOWN_MS: i64 = 60 * 60 * 1_000;
/// Keys older than this are fetched again before a signature is rejected, because providers rotate them.
const PERHAPS_OUTDATED_MS: i64 = 60 * 1_000;
/// How far the provider's clock may be ahead of ours.
const CLOCK_SKEW_SECONDS: i64 = 120;
const LONGEST_SUBJECT_CHARACTERS: usize = 255;
const LONGEST_EMAIL_CHARACTERS: usize = 254;
const LONGEST_NAME_CHARACTERS: usize = 100;

/// Google's additions to the standard claims.
#[derive(Debug, Serialize, Deserialize)]
struct MoreClaims {
    hd: Option<String>,
}

impl AdditionalClaims for MoreClaims {}

type Fields = IdTokenFields<
    MoreClaims,
    EmptyExtraTokenFields,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJwsSigningAlgorithm,
>;
type Tokens = StandardTokenResponse<Fields, CoreTokenType>;
type Claims = IdTokenClaims<MoreClaims, CoreGenderClaim>;
type RelyingParty = Client<
    MoreClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    Tokens,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// The HTTP client in the form that the library expects.
struct Reach(Arc<dyn Transport>);

impl<'c> AsyncHttpClient<'c> for Reach {
    type Error = CallError;
    type Future = Later<'c, Result<HttpResponse, CallError>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        self.0.send(request)
    }
}

/// The issuer.
enum Issuer {
    Fixed(String),
    /// An issuer at a path of the app's own origin: the sandbox's.
    Own(&'static str),
}

/// A provider, over any transport.
pub struct OidcClient {
    issuer: Issuer,
    client_id: String,
    client_secret: crate::secret::Secret<String>,
    reach: Reach,
    clock: Clock,
    known: Mutex<Option<Known>>,
}

#[derive(Clone)]
struct Known {
    issuer: String,
    asked_at_ms: i64,
    metadata: CoreProviderMetadata,
}

impl OidcClient {
    /// # Errors
    /// An invalid issuer URL.
    pub fn new(
        provider: &GoogleProvider,
        transport: Arc<dyn Transport>,
        clock: Clock,
    ) -> Result<Self, ConfigError> {
        IssuerUrl::new(provider.issuer.clone())
            .map_err(|_| ConfigError(String::from("AJO_GOOGLE_ISSUER is no address")))?;
        Ok(Self {
            issuer: Issuer::Fixed(provider.issuer.clone()),
            client_id: provider.client_id.clone(),
            client_secret: provider.client_secret.clone(),
            reach: Reach(transport),
            clock,
            known: Mutex::default(),
        })
    }

    /// A provider whose issuer is a path of the app's own origin.
    pub(super) fn of_own(path: &'static str, transport: Arc<dyn Transport>, clock: Clock) -> Self {
        Self {
            issuer: Issuer::Own(path),
            client_id: String::from("ajo"),
            client_secret: crate::secret::Secret::new(String::from("sandbox")),
            reach: Reach(transport),
            clock,
            known: Mutex::default(),
        }
    }

    fn issuer(&self, sign_in: &SignIn) -> String {
        match &self.issuer {
            Issuer::Fixed(issuer) => issuer.clone(),
            Issuer::Own(path) => [origin(&sign_in.redirect_uri), path].concat(),
        }
    }

    /// The provider's metadata and keys, not older than the given age.
    async fn known(&self, issuer: &str, oldest_ms: i64) -> Result<Known, OidcError> {
        let now_ms = self.clock.now_ms();
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = known()
            .clone()
            .filter(|known| known.issuer == issuer && now_ms - known.asked_at_ms <= oldest_ms);
        if let Some(known) = fresh {
            return Ok(known);
        }
        let url = IssuerUrl::new(issuer.to_owned()).map_err(|_| OidcError::Unavailable)?;
        let metadata = CoreProviderMetadata::discover_async(url, &self.reach).await;
        let metadata = metadata.map_err(|error| {
            tracing::warn!(%error, "discovery of the identity provider");
            OidcError::Unavailable
        })?;
        let fresh = Known {
            issuer: issuer.to_owned(),
            asked_at_ms: now_ms,
            metadata,
        };
        *known() = Some(fresh.clone());
        Ok(fresh)
    }

    fn relying_party(&self, known: &Known, sign_in: &SignIn) -> Result<RelyingParty, OidcError> {
        let redirect = RedirectUrl::new(sign_in.redirect_uri.clone());
        let redirect = redirect.map_err(|_| OidcError::Unavailable)?;
        let secret = ClientSecret::new(self.client_secret.reveal().clone());
        let id = ClientId::new(self.client_id.clone());
        let client = Client::from_provider_metadata(known.metadata.clone(), id, Some(secret));
        Ok(client.set_redirect_uri(redirect))
    }

    async fn address_of(&self, sign_in: &SignIn) -> Result<String, OidcError> {
        let known = self.known(&self.issuer(sign_in), KNOWN_MS).await?;
        let verifier = PkceCodeVerifier::new(sign_in.verifier.reveal().clone());
        let party = self.relying_party(&known, sign_in)?;
        let state = CsrfToken::new(sign_in.state.clone());
        let nonce = Nonce::new(sign_in.nonce.clone());
        let (address, _, _) = party
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                move || state,
                move || nonce,
            )
            .add_scope(Scope::new(String::from("email")))
            .add_scope(Scope::new(String::from("profile")))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .url();
        Ok(address.into())
    }

    async fn person_of(&self, sign_in: &SignIn, code: &str) -> Result<SeenPerson, OidcError> {
        let issuer = self.issuer(sign_in);
        let known = self.known(&issuer, KNOWN_MS).await?;
        let party = self.relying_party(&known, sign_in)?;
        let request = party.exchange_code(AuthorizationCode::new(code.to_owned()));
        let tokens = request
            .map_err(|_| OidcError::Unavailable)?
            .set_pkce_verifier(PkceCodeVerifier::new(sign_in.verifier.reveal().clone()))
            .request_async(&self.reach)
            .await
            .map_err(|error| match error {
                RequestTokenError::ServerResponse(_) => OidcError::Refused,
                RequestTokenError::Request(_)
                | RequestTokenError::Parse(..)
                | RequestTokenError::Other(_) => OidcError::Unavailable,
            })?;
        if let Ok(person) = self.seen(&party, sign_in, &tokens) {
            return Ok(person);
        }
        let known = self.known(&issuer, PERHAPS_OUTDATED_MS).await?;
        self.seen(&self.relying_party(&known, sign_in)?, sign_in, &tokens)
    }

    /// The person named by the identity token, after checking signature, issuer, audience, nonce and times.
    fn seen(
        &self,
        party: &RelyingParty,
        sign_in: &SignIn,
        tokens: &Tokens,
    ) -> Result<SeenPerson, OidcError> {
        let now_s = self.clock.now_ms().div_euclid(1_000);
        let now = DateTime::<Utc>::from_timestamp(now_s, 0).ok_or(OidcError::Refused)?;
        let id_token = tokens.id_token().ok_or(OidcError::Refused)?;
        let verifier = party
            .id_token_verifier()
            // Asymmetric signatures only: the client secret is known on both sides, so an HMAC would prove nothing.
            .set_allowed_algs([
                CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
                CoreJwsSigningAlgorithm::EcdsaP256Sha256,
            ])
            .set_time_fn(move || now)
            .set_issue_time_verifier_fn(move |issued| {
                match issued.timestamp() <= now_s + CLOCK_SKEW_SECONDS {
                    true => Ok(()),
                    false => Err(String::from("issued in the future")),
                }
            });
        let refused = |error: &dyn std::fmt::Display| {
            tracing::warn!(%error, "an identity token was refused");
            OidcError::Refused
        };
        let nonce = Nonce::new(sign_in.nonce.clone());
        let claims = id_token
            .claims(&verifier, &nonce)
            .map_err(|error| refused(&error))?;
        if let Some(expected) = claims.access_token_hash() {
            let algorithm = id_token.signing_alg().map_err(|error| refused(&error))?;
            let key = id_token
                .signing_key(&verifier)
                .map_err(|error| refused(&error))?;
            let found = AccessTokenHash::from_token(tokens.access_token(), algorithm, key);
            if found.map_err(|error| refused(&error))? != *expected {
                return Err(refused(&"the access token is another's"));
            }
        }
        person(claims).ok_or_else(|| refused(&"it names nobody"))
    }
}

fn person(claims: &Claims) -> Option<SeenPerson> {
    let subject = claims.subject().as_str();
    let email = claims.email()?.as_str().trim().to_lowercase();
    let names = |name: Option<&str>| {
        let plain = |letter: &char| !letter.is_control();
        let name: String = name?
            .chars()
            .filter(plain)
            .take(LONGEST_NAME_CHARACTERS)
            .collect();
        Some(name.trim().to_owned()).filter(|name| !name.is_empty())
    };
    let given = claims.given_name().and_then(|name| name.get(None));
    let family = claims.family_name().and_then(|name| name.get(None));
    let usable = !subject.is_empty()
        && subject.chars().count() <= LONGEST_SUBJECT_CHARACTERS
        && email.chars().count() <= LONGEST_EMAIL_CHARACTERS
        && domain_core::validation::is_email(&email);
    usable.then(|| SeenPerson {
        subject: subject.to_owned(),
        email,
        email_verified: claims.email_verified().unwrap_or(false),
        hosted_domain: claims.additional_claims().hd.clone(),
        given_name: names(given.map(|name| name.as_str())),
        family_name: names(family.map(|name| name.as_str())),
    })
}

/// Scheme, host and port of a URL.
pub(super) fn origin(address: &str) -> &str {
    let after_scheme = address.find("://").map_or(0, |at| at + 3);
    let rest = address.get(after_scheme..).unwrap_or_default();
    let length = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    address.get(..after_scheme + length).unwrap_or_default()
}

impl OidcPort for OidcClient {
    fn is_there(&self) -> bool {
        true
    }

    fn address<'a>(&'a self, sign_in: &'a SignIn) -> Later<'a, Result<String, OidcError>> {
        Box::pin(self.address_of(sign_in))
    }

    fn person<'a>(
        &'a self,
        sign_in: &'a SignIn,
        code: &'a str,
    ) -> Later<'a, Result<SeenPerson, OidcError>> {
        Box::pin(self.person_of(sign_in, code))
    }
}
