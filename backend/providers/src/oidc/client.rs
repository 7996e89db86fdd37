//! Any OpenID provider, found by its discovery document.

use super::{OidcError, OidcPort, SeenPerson, SignIn, Transport};
use crate::Later;
use crate::client::CallError;
use chrono::{DateTime, Utc};
use domain_core::validation::deceives;
use ground::clock::Clock;
use ground::config::{ConfigError, GoogleProvider};
use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreAuthenticationFlow, CoreErrorResponseType,
    CoreGenderClaim, CoreJsonWebKey, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm,
    CoreProviderMetadata, CoreRevocableToken, CoreRevocationErrorResponse,
    CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AccessTokenHash, AdditionalClaims, AsyncHttpClient, AuthorizationCode, ClaimsVerificationError,
    Client, ClientId, ClientSecret, CsrfToken, EmptyExtraTokenFields, EndpointMaybeSet,
    EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IdTokenClaims, IdTokenFields,
    IssuerUrl, Nonce, OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl,
    RequestTokenError, Scope, SignatureVerificationError, StandardErrorResponse,
    StandardTokenResponse, TokenResponse,
};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The cache time of the provider's metadata and keys.
const KNOWN_MS: i64 = 60 * 60 * 1_000;
/// Providers rotate their keys, so keys are refetched before a signature is rejected, but no more often than this:
/// otherwise every bad token would cause a request.
const ASK_AGAIN_MS: i64 = 10 * 1_000;
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

/// The HTTP client, adapted to the library's trait.
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
    client_secret: ground::secret::Secret<String>,
    reach: Reach,
    clock: Clock,
    known: Mutex<Option<Known>>,
    /// The last time that keys were refetched because a signature did not verify.
    asked_again_at_ms: AtomicI64,
}

/// Why a token was rejected.
struct NotSeen {
    why: String,
    /// The provider may have rotated its keys.
    perhaps_outdated: bool,
}

impl NotSeen {
    fn because(why: impl std::fmt::Display) -> Self {
        Self {
            why: why.to_string(),
            perhaps_outdated: false,
        }
    }
}

impl From<ClaimsVerificationError> for NotSeen {
    fn from(error: ClaimsVerificationError) -> Self {
        use SignatureVerificationError::{CryptoError, DisallowedAlg, NoMatchingKey};
        match &error {
            ClaimsVerificationError::SignatureVerification(cause) => Self {
                why: match cause {
                    DisallowedAlg(_) => String::from(
                        "unsupported signature algorithm: only RS256 and ES256 are accepted",
                    ),
                    cause => cause.to_string(),
                },
                perhaps_outdated: matches!(cause, NoMatchingKey | CryptoError(_)),
            },
            _ => Self::because(error),
        }
    }
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
            .map_err(|_| ConfigError(String::from("AJO_GOOGLE_ISSUER is not a valid URL")))?;
        Ok(Self {
            issuer: Issuer::Fixed(provider.issuer.clone()),
            client_id: provider.client_id.clone(),
            client_secret: provider.client_secret.clone(),
            reach: Reach(transport),
            clock,
            known: Mutex::default(),
            asked_again_at_ms: AtomicI64::new(i64::MIN),
        })
    }

    /// A provider whose issuer is a path of the app's own origin.
    pub(super) fn of_own(path: &'static str, transport: Arc<dyn Transport>, clock: Clock) -> Self {
        Self {
            issuer: Issuer::Own(path),
            client_id: String::from("ajo"),
            client_secret: ground::secret::Secret::new(String::from("sandbox")),
            reach: Reach(transport),
            clock,
            known: Mutex::default(),
            asked_again_at_ms: AtomicI64::new(i64::MIN),
        }
    }

    fn issuer(&self, sign_in: &SignIn) -> String {
        match &self.issuer {
            Issuer::Fixed(issuer) => issuer.clone(),
            Issuer::Own(path) => [origin(&sign_in.redirect_uri), path].concat(),
        }
    }

    /// The provider's metadata and keys, cached for an hour.
    async fn known(&self, issuer: &str) -> Result<Known, OidcError> {
        let now_ms = self.clock.now_ms();
        let known = self
            .known
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        match known.filter(|known| known.issuer == issuer && now_ms - known.asked_at_ms <= KNOWN_MS)
        {
            Some(known) => Ok(known),
            None => self.ask(issuer).await,
        }
    }

    /// Refetches them because a signature did not verify; `None` if that was done less than ten seconds ago.
    async fn known_anew(&self, issuer: &str) -> Option<Result<Known, OidcError>> {
        let now_ms = self.clock.now_ms();
        let may_ask = |last_ms: i64| {
            // A clock that was set back does not prolong the wait.
            let waits = (0..ASK_AGAIN_MS).contains(&now_ms.saturating_sub(last_ms));
            (!waits).then_some(now_ms)
        };
        let order = Ordering::Relaxed;
        self.asked_again_at_ms
            .fetch_update(order, order, may_ask)
            .ok()?;
        Some(self.ask(issuer).await)
    }

    async fn ask(&self, issuer: &str) -> Result<Known, OidcError> {
        let now_ms = self.clock.now_ms();
        let url = IssuerUrl::new(issuer.to_owned()).map_err(|_| OidcError::Unavailable)?;
        let metadata = CoreProviderMetadata::discover_async(url, &self.reach).await;
        let metadata = metadata.map_err(|error| {
            tracing::warn!(%error, issuer, "discovery of the identity provider failed");
            OidcError::Unavailable
        })?;
        let fresh = Known {
            issuer: issuer.to_owned(),
            asked_at_ms: now_ms,
            metadata,
        };
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = Some(fresh.clone());
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
        let known = self.known(&self.issuer(sign_in)).await?;
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

    async fn person_of(
        &self,
        sign_in: &SignIn,
        code: &str,
        said_issuer: Option<&str>,
    ) -> Result<SeenPerson, OidcError> {
        let issuer = self.issuer(sign_in);
        // RFC 9207: a code issued by another provider is not sent to this one.
        if said_issuer.is_some_and(|said| said != issuer) {
            tracing::warn!(issuer, "the callback names another issuer");
            return Err(OidcError::Refused);
        }
        let known = self.known(&issuer).await?;
        let party = self.relying_party(&known, sign_in)?;
        let request = party.exchange_code(AuthorizationCode::new(code.to_owned()));
        let tokens = request
            .map_err(|_| OidcError::Unavailable)?
            .set_pkce_verifier(PkceCodeVerifier::new(sign_in.verifier.reveal().clone()))
            .request_async(&self.reach)
            .await
            .map_err(|error| no_tokens(&error))?;
        let mut seen = self.seen(&party, sign_in, &tokens);
        if seen.as_ref().is_err_and(|not| not.perhaps_outdated)
            && let Some(known) = self.known_anew(&issuer).await
        {
            seen = self.seen(&self.relying_party(&known?, sign_in)?, sign_in, &tokens);
        }
        seen.map_err(|not| {
            tracing::warn!(why = not.why, "an identity token was refused");
            OidcError::Refused
        })
    }

    /// Checks that discovery works and that the provider accepts the client credentials: it rejects the invalid code
    /// only after it has authenticated the client.
    ///
    /// # Errors
    /// The failure.
    pub async fn knock(&self, redirect_uri: &str) -> Result<(), String> {
        let probe = SignIn {
            redirect_uri: redirect_uri.to_owned(),
            state: String::new(),
            nonce: String::new(),
            verifier: ground::secret::Secret::new("a".repeat(43)),
        };
        let issuer = self.issuer(&probe);
        let unreachable = || String::from("its discovery document cannot be read");
        let known = self.ask(&issuer).await.map_err(|_| unreachable())?;
        let party = self.relying_party(&known, &probe);
        let party = party.map_err(|_| unreachable())?;
        let request = party.exchange_code(AuthorizationCode::new(String::from("check")));
        let request = request.map_err(|_| String::from("it has no token endpoint"))?;
        let verifier = PkceCodeVerifier::new(probe.verifier.reveal().clone());
        let answered = request
            .set_pkce_verifier(verifier)
            .request_async(&self.reach)
            .await;
        use CoreErrorResponseType::{InvalidClient, UnauthorizedClient};
        match answered {
            Err(RequestTokenError::ServerResponse(answer))
                if matches!(answer.error(), InvalidClient | UnauthorizedClient) =>
            {
                Err(String::from(
                    "it rejects AJO_GOOGLE_CLIENT_ID or AJO_GOOGLE_CLIENT_SECRET",
                ))
            }
            Ok(_) | Err(RequestTokenError::ServerResponse(_)) => Ok(()),
            Err(RequestTokenError::Request(_)) => {
                Err(String::from("its token endpoint does not respond"))
            }
            Err(_) => Err(String::from(
                "the response of its token endpoint cannot be parsed",
            )),
        }
    }

    /// The person identified by the token, after verifying signature, issuer, audience, nonce and times.
    fn seen(
        &self,
        party: &RelyingParty,
        sign_in: &SignIn,
        tokens: &Tokens,
    ) -> Result<SeenPerson, NotSeen> {
        let now_s = self.clock.now_ms().div_euclid(1_000);
        let now = DateTime::<Utc>::from_timestamp(now_s, 0);
        let now = now.ok_or_else(|| NotSeen::because("our clock is wrong"))?;
        let id_token = tokens.id_token();
        let id_token = id_token.ok_or_else(|| NotSeen::because("the response contains none"))?;
        let verifier = party
            .id_token_verifier()
            // Asymmetric signatures only: both sides know the client secret, so an HMAC would prove nothing.
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
        let nonce = Nonce::new(sign_in.nonce.clone());
        let claims = id_token.claims(&verifier, &nonce)?;
        // Rejects a token for this audience that was issued to another client.
        let given_to = claims.authorized_party();
        if given_to.is_some_and(|party| party.as_str() != self.client_id) {
            return Err(NotSeen::because("it was issued to another client (azp)"));
        }
        if let Some(expected) = claims.access_token_hash() {
            let algorithm = id_token.signing_alg().map_err(NotSeen::because)?;
            let key = id_token.signing_key(&verifier).map_err(NotSeen::because)?;
            let found = AccessTokenHash::from_token(tokens.access_token(), algorithm, key);
            if found.map_err(NotSeen::because)? != *expected {
                return Err(NotSeen::because("the hash does not match the access token"));
            }
        }
        person(claims).ok_or_else(|| {
            NotSeen::because(
                "sub or email is missing or invalid; both must be in the identity token",
            )
        })
    }
}

/// Logs why the provider issued no tokens. Its messages are not logged, only the standard error codes (RFC 6749, section
/// 5.2).
fn no_tokens(
    error: &RequestTokenError<CallError, StandardErrorResponse<CoreErrorResponseType>>,
) -> OidcError {
    use CoreErrorResponseType::{Extension, InvalidClient, InvalidGrant, UnauthorizedClient};
    match error {
        RequestTokenError::ServerResponse(answer) => {
            match answer.error() {
                error @ (InvalidClient | UnauthorizedClient) => tracing::error!(
                    error = error.as_ref(),
                    "the identity provider rejected the client credentials: check AJO_GOOGLE_CLIENT_ID and AJO_GOOGLE_CLIENT_SECRET"
                ),
                InvalidGrant => tracing::warn!("the identity provider rejected the code"),
                Extension(_) => tracing::warn!("the identity provider refused to issue tokens"),
                error => tracing::warn!(
                    error = error.as_ref(),
                    "the identity provider refused to issue tokens"
                ),
            }
            OidcError::Refused
        }
        RequestTokenError::Parse(error, _) => {
            // The rest of the message may contain a value.
            let field = error.path().to_string();
            tracing::warn!(
                field,
                "the identity provider's token response cannot be parsed"
            );
            OidcError::Unavailable
        }
        RequestTokenError::Other(_) => {
            tracing::warn!("the identity provider's token response has an unexpected form");
            OidcError::Unavailable
        }
        // The HTTP client has logged the cause.
        RequestTokenError::Request(_) => OidcError::Unavailable,
    }
}

fn person(claims: &Claims) -> Option<SeenPerson> {
    let subject = claims.subject().as_str();
    let email = claims.email()?.as_str().trim().to_lowercase();
    let names = |name: Option<&str>| {
        // The same rule as for the profile form.
        let plain = |letter: &char| !deceives(letter.encode_utf8(&mut [0; 4]));
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
        issuer: Option<&'a str>,
    ) -> Later<'a, Result<SeenPerson, OidcError>> {
        Box::pin(self.person_of(sign_in, code, issuer))
    }
}
