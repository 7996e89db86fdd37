//! The host that passkeys are for, and the verification of what an authenticator has signed.
//!
//! The challenges are ours: a payment's is derived from the payment. The safe interface of the library draws its own, so
//! the verification is that of its core, with a state that holds our challenge and requires user verification.

use super::answers::{PublicKeyOptions, TIMEOUT_MS};
use super::store::{self, Passkey};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ground::db::Tx;
use ground::error::{ApiError, ErrorCode};
use serde_json::{Value, json};
use service::access::audit;
use service::access::users::User;
use service::app::AppState;
use service::http::Client;
use service::settings::tenants::{self, Tenant};
use std::net::IpAddr;
use std::time::Duration;
use webauthn_rs_core::WebauthnCore;
use webauthn_rs_core::error::WebauthnError;
use webauthn_rs_core::proto::{
    AuthenticationState, Credential, PublicKeyCredential, RegisterPublicKeyCredential,
    RegistrationState, UserVerificationPolicy,
};

/// The authenticator's response to a request for a signature.
pub type Signed = PublicKeyCredential;
/// The authenticator's response to a request for a new passkey.
pub type Added = RegisterPublicKeyCredential;

/// A host of a brand.
pub struct RelyingParty {
    pub host: String,
    pub tenant: Tenant,
    core: WebauthnCore,
}

/// 403, with the same words for every reason.
pub fn refused() -> ApiError {
    ApiError::new(
        ErrorCode::PasskeyRefused,
        "This passkey was not accepted. Try again, or use your password or PIN.",
    )
}

/// # Errors
/// 409 at an address that is not a name of ours.
pub async fn of(app: &AppState, client: &Client) -> Result<RelyingParty, ApiError> {
    let tenant = tenants::of(app, client).await?;
    let is_known = tenants::origin(app, client).await? == client.origin;
    let origin = url::Url::parse(&client.origin).ok();
    let Some(origin) = origin.filter(|_| is_known && is_name(&client.host)) else {
        return Err(ApiError::new(
            ErrorCode::PasskeysUnavailable,
            "Passkeys cannot be used at this address.",
        ));
    };
    let timeout = Duration::from_millis(TIMEOUT_MS.unsigned_abs());
    let core = WebauthnCore::new_unsafe_experts_only(
        &tenant.name,
        &client.host,
        vec![origin],
        timeout,
        Some(false),
        Some(false),
    );
    Ok(RelyingParty {
        host: client.host.clone(),
        tenant,
        core,
    })
}

/// Passkeys are for names, not for IP addresses.
fn is_name(host: &str) -> bool {
    !host.is_empty() && !host.starts_with('[') && host.parse::<IpAddr>().is_err()
}

impl RelyingParty {
    /// The options for a new passkey of a user, and the state to compare the response with.
    ///
    /// # Errors
    /// The library failed.
    pub fn start_adding(
        &self,
        user: &User,
        known: &[Passkey],
    ) -> Result<(PublicKeyOptions, String), ApiError> {
        let account = match user.email.is_empty() {
            true => &user.name,
            false => &user.email,
        };
        let known = known
            .iter()
            .filter(|one| one.relying_party == self.host)
            .filter_map(|one| URL_SAFE_NO_PAD.decode(&one.credential_id).ok())
            .collect();
        let new = self
            .core
            .new_challenge_register_builder(user.id.as_bytes(), account, &user.name)
            .map_err(internal)?
            .user_verification_policy(UserVerificationPolicy::Required)
            .require_resident_key(true)
            .exclude_credentials(Some(known));
        let (options, state) = self
            .core
            .generate_challenge_register(new)
            .map_err(internal)?;
        let options = serde_json::to_value(options.public_key).map_err(ApiError::internal)?;
        let state = serde_json::to_string(&state).map_err(ApiError::internal)?;
        Ok((PublicKeyOptions(options), state))
    }

    /// The credential of a new passkey, as JSON, and its identifier.
    ///
    /// # Errors
    /// 403 if it is not for the challenge or the host, or its user was not verified.
    pub fn added(&self, given: &Added, state: &str) -> Result<(String, String), ApiError> {
        let state: RegistrationState = serde_json::from_str(state).map_err(ApiError::internal)?;
        let credential = self
            .core
            .register_credential(given, &state, None)
            .map_err(not_accepted)?;
        let id = URL_SAFE_NO_PAD.encode(&credential.cred_id);
        let credential = serde_json::to_string(&credential).map_err(ApiError::internal)?;
        Ok((credential, id))
    }

    /// The passkey that has signed the challenge, marked as used. `user_id`: its owner, if known beforehand; otherwise the
    /// authenticator must name the owner.
    ///
    /// # Errors
    /// 403 for any other signature, or one that an authenticator with a counter has made before.
    pub async fn signed(
        &self,
        tx: &mut Tx,
        app: &AppState,
        user_id: Option<&str>,
        challenge: &[u8],
        given: &Signed,
    ) -> Result<Passkey, ApiError> {
        let id = URL_SAFE_NO_PAD.encode(&given.raw_id);
        let passkey = store::by_credential(tx.connection(), &self.host, &id).await?;
        let passkey = passkey
            .filter(|one| one.tenant_id == self.tenant.id)
            .filter(|one| user_id.is_none_or(|user_id| one.user_id == user_id))
            .ok_or_else(refused)?;
        let named = given.get_user_unique_id();
        let is_owner = named.is_some_and(|named| named == passkey.user_id.as_bytes());
        if !is_owner && (named.is_some() || user_id.is_none()) {
            return Err(refused());
        }
        let credential = credential_of(&passkey)?;
        let state = state_of(challenge)?;
        let result = self
            .core
            .authenticate_single_credential(given, &state, &credential);
        let result = match result {
            Err(WebauthnError::CredentialPossibleCompromise) => {
                note_copy(tx, app, &passkey).await?;
                return Err(refused());
            }
            other => other.map_err(not_accepted)?,
        };
        let now_ms = app.clock.now_ms();
        let counter = i64::from(result.counter());
        // A credential that has become one with a backup is refused later if that was not kept.
        let used = Credential {
            backup_eligible: result.backup_eligible(),
            backup_state: result.backup_state(),
            ..credential
        };
        let used = serde_json::to_string(&used).map_err(ApiError::internal)?;
        if !store::use_up(tx, &passkey.id, counter, &used, now_ms).await? {
            note_copy(tx, app, &passkey).await?;
            return Err(refused());
        }
        Ok(passkey)
    }
}

/// Records that a counter did not rise: another authenticator may hold a copy of the key.
async fn note_copy(tx: &mut Tx, app: &AppState, passkey: &Passkey) -> Result<(), ApiError> {
    let detail = json!({ "passkey": passkey.id });
    audit::append(
        tx,
        app,
        &passkey.user_id,
        "passkey_counter_refused",
        &detail,
    )
    .await
}

fn credential_of(passkey: &Passkey) -> Result<Credential, ApiError> {
    let credential: Credential =
        serde_json::from_str(&passkey.credential).map_err(ApiError::internal)?;
    Ok(Credential {
        counter: u32::try_from(passkey.counter).unwrap_or(u32::MAX),
        ..credential
    })
}

/// The library's state for a challenge of ours.
fn state_of(challenge: &[u8]) -> Result<AuthenticationState, ApiError> {
    let state: Value = json!({
        "credentials": [],
        "policy": UserVerificationPolicy::Required,
        "challenge": URL_SAFE_NO_PAD.encode(challenge),
        "appid": null,
        "allow_backup_eligible_upgrade": true,
    });
    serde_json::from_value(state).map_err(ApiError::internal)
}

/// The error's debug text names a fault, not a secret.
fn not_accepted(error: WebauthnError) -> ApiError {
    tracing::info!(?error, "a passkey was not accepted");
    refused()
}

fn internal(error: WebauthnError) -> ApiError {
    ApiError::internal(format!("{error:?}"))
}
