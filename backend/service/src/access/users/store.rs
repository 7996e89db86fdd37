//! The rows of `users` and `profiles`.

use crate::access::roles;
use crate::access::users::sign_ups::SignUp;
use crate::access::users::{Known, Profile, User};
use ground::db::{Batch, DbError, Tx};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A user with their profile and verified facts.
macro_rules! select_user {
    ($which:literal) => {
        concat!(
            "SELECT users.*, profiles.*, person_settings.address_verified_at_ms, person_settings.address_pending_until, \
             person_settings.liveness_verified_at_ms, \
             (SELECT COUNT(*) FROM national_numbers WHERE national_numbers.user_id = users.id) AS proven_numbers, \
             (SELECT COUNT(*) FROM referral_rewards WHERE referral_rewards.referrer_id = users.id) AS rewarded_friends, \
             (SELECT string_agg(cluster_id, ',' ORDER BY joined_at_ms, cluster_id) FROM cluster_members \
             WHERE cluster_members.user_id = users.id AND cluster_members.membership = 'member') AS clusters, \
             (SELECT until_ms FROM alert_subscriptions WHERE alert_subscriptions.user_id = users.id) AS alerts_until_ms, \
             (SELECT buy_rate FROM rates WHERE rates.currency = users.base_currency) AS base_buy_rate \
             FROM users JOIN profiles ON profiles.user_id = users.id \
             LEFT JOIN person_settings ON person_settings.user_id = users.id WHERE ",
            $which
        )
    };
}

/// A new user.
pub struct NewUser<'a> {
    pub id: &'a str,
    pub tenant_id: &'a str,
    pub email: &'a str,
    pub name: &'a str,
    pub phone: &'a str,
    pub password_hash: &'a str,
    pub referrer_code: &'a str,
    pub referred_by: Option<&'a str>,
}

pub async fn find(connection: &mut AnyConnection, user_id: &str) -> Result<Option<User>, DbError> {
    let row = sqlx::query(select_user!("users.id = $1"))
        .bind(user_id)
        .fetch_optional(&mut *connection)
        .await?;
    with_roles(connection, row).await
}

pub async fn find_by_email(
    connection: &mut AnyConnection,
    tenant_id: &str,
    email: &str,
) -> Result<Option<User>, DbError> {
    let row = sqlx::query(select_user!("users.tenant_id = $1 AND users.email = $2"))
        .bind(tenant_id)
        .bind(email)
        .fetch_optional(&mut *connection)
        .await?;
    with_roles(connection, row).await
}

/// The id of the user who has a referral code. A code stays with its user.
pub async fn with_referrer_code(
    connection: &mut AnyConnection,
    tenant_id: &str,
    code: &str,
) -> Result<Option<String>, DbError> {
    let row = sqlx::query("SELECT id FROM users WHERE referrer_code = $1 AND tenant_id = $2")
        .bind(code)
        .bind(tenant_id)
        .fetch_optional(connection)
        .await?;
    Ok(row.map(|row| row.try_get("id")).transpose()?)
}

async fn with_roles(
    connection: &mut AnyConnection,
    row: Option<AnyRow>,
) -> Result<Option<User>, DbError> {
    // Also run for unknown users: an unknown address gets no faster response.
    let mut user = row.as_ref().map(user).transpose()?;
    let user_id = user.as_ref().map_or("", |user| user.id.as_str());
    let roles = roles::of(connection, user_id).await?;
    if let Some(user) = &mut user {
        user.roles = roles;
    }
    Ok(user)
}

/// Inserts a user; false, without a change, if the address is taken.
pub async fn insert(tx: &mut Tx, new: &NewUser<'_>, now_ms: i64) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO users (id, tenant_id, email, name, phone, password_hash, referrer_code, referred_by, created_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (tenant_id, email) DO NOTHING",
    )
    .bind(new.id)
    .bind(new.tenant_id)
    .bind(new.email)
    .bind(new.name)
    .bind(new.phone)
    .bind(new.password_hash)
    .bind(new.referrer_code)
    .bind(new.referred_by)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    if done.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query("INSERT INTO profiles (user_id, updated_at_ms) VALUES ($1, $2)")
        .bind(new.id)
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
    Ok(true)
}

/// Replaces an unproven account by a sign-up form. False, without a change, if the account is proven; otherwise it
/// stays unproven until this transaction ends.
pub async fn replace_unverified(
    tx: &mut Tx,
    user_id: &str,
    filled_in: &SignUp,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE users SET name = $2, phone = $3, password_hash = $4, referred_by = $5 WHERE id = $1 AND verified_at_ms IS NULL",
    )
    .bind(user_id)
    .bind(filled_in.name.as_str())
    .bind(filled_in.phone.as_str())
    .bind(filled_in.password_hash.as_str())
    .bind(filled_in.referred_by.as_deref())
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

pub async fn mark_verified(tx: &mut Tx, user_id: &str, now_ms: i64) -> Result<(), DbError> {
    sqlx::query("UPDATE users SET verified_at_ms = $2 WHERE id = $1 AND verified_at_ms IS NULL")
        .bind(user_id)
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
    Ok(())
}

pub async fn set_password(tx: &mut Tx, user_id: &str, password_hash: &str) -> Result<(), DbError> {
    sqlx::query("UPDATE users SET password_hash = $2 WHERE id = $1")
        .bind(user_id)
        .bind(password_hash)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Locks the user until the transaction ends: password and PINs are written only under this lock. Take it before
/// locking the user's codes.
pub async fn lock(tx: &mut Tx, user_id: &str) -> Result<(), DbError> {
    sqlx::query("UPDATE users SET password_hash = password_hash WHERE id = $1")
        .bind(user_id)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Whether the password is still the compared one; if so, stores the new hash and locks it until the transaction ends.
pub async fn confirm_password(
    tx: &mut Tx,
    user_id: &str,
    compared_hash: &str,
    new_hash: &str,
) -> Result<bool, DbError> {
    let done =
        sqlx::query("UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2")
            .bind(user_id)
            .bind(compared_hash)
            .bind(new_hash)
            .execute(tx.connection())
            .await?;
    Ok(done.rows_affected() == 1)
}

pub async fn set_name(tx: &mut Tx, user_id: &str, name: &str) -> Result<(), DbError> {
    sqlx::query("UPDATE users SET name = $2 WHERE id = $1")
        .bind(user_id)
        .bind(name)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Sets and confirms the phone number; false if one was already confirmed.
pub async fn confirm_phone(
    tx: &mut Tx,
    user_id: &str,
    phone: &str,
    now_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE users SET phone = $2, phone_verified_at_ms = $3 WHERE id = $1 AND phone_verified_at_ms IS NULL",
    )
    .bind(user_id)
    .bind(phone)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The result of giving a user their first email address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstEmail {
    Set,
    /// Another account of the brand has it.
    Taken,
    /// The user has one already.
    NotFirst,
}

/// Sets the email address of a user without one.
pub async fn set_first_email(tx: &mut Tx, user: &User, email: &str) -> Result<FirstEmail, DbError> {
    let none = crate::access::users::no_email(&user.id);
    Ok(match replace_email(tx, user, &none, email).await {
        Ok(true) => FirstEmail::Set,
        Ok(false) => FirstEmail::NotFirst,
        Err(DbError::Duplicate) => FirstEmail::Taken,
        Err(error) => return Err(error),
    })
}

/// Replaces an email address. False if it has changed meanwhile, or another user of the brand has the new one. Then the
/// transaction must be rolled back: PostgreSQL accepts nothing more in it.
pub async fn change_email(tx: &mut Tx, user: &User, email: &str) -> Result<bool, DbError> {
    match replace_email(tx, user, &user.email, email).await {
        Err(DbError::Duplicate) => Ok(false),
        done => done,
    }
}

/// Replaces an email address. False if the stored address is not `old`; [`DbError::Duplicate`] if another account of
/// the brand has the new one, even if it takes it concurrently.
async fn replace_email(tx: &mut Tx, user: &User, old: &str, new: &str) -> Result<bool, DbError> {
    let done = sqlx::query("UPDATE users SET email = $2 WHERE id = $1 AND email = $3")
        .bind(user.id.as_str())
        .bind(new)
        .bind(old)
        .execute(tx.connection())
        .await?;
    Ok(done.rows_affected() == 1)
}

pub async fn set_restricted(tx: &mut Tx, user_id: &str, restricted: bool) -> Result<(), DbError> {
    sqlx::query("UPDATE users SET restricted = $2 WHERE id = $1")
        .bind(user_id)
        .bind(i64::from(restricted))
        .execute(tx.connection())
        .await?;
    Ok(())
}

pub async fn mark_seen_alive(tx: &mut Tx, user_id: &str, now_ms: i64) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO person_settings (user_id, liveness_verified_at_ms, updated_at_ms) VALUES ($1, $2, $2) \
         ON CONFLICT (user_id) DO UPDATE SET liveness_verified_at_ms = excluded.liveness_verified_at_ms, updated_at_ms = excluded.updated_at_ms",
    )
    .bind(user_id)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Sets the URL of the user's picture.
pub async fn set_image(
    tx: &mut Tx,
    user_id: &str,
    image: &str,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query("UPDATE profiles SET image = $2, updated_at_ms = $3 WHERE user_id = $1")
        .bind(user_id)
        .bind(image)
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Saves the part of the profile from the form `profile_about`.
pub async fn save_about(
    tx: &mut Tx,
    user_id: &str,
    profile: &Profile,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE profiles SET first_name = $2, last_name = $3, gender = $4, dob = $5, about = $6, updated_at_ms = $7 WHERE user_id = $1",
    )
    .bind(user_id)
    .bind(profile.first_name.as_deref())
    .bind(profile.last_name.as_deref())
    .bind(profile.gender.as_deref())
    .bind(profile.dob.as_deref())
    .bind(profile.about.as_deref())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Saves the part of the profile from the form `profile_address`.
pub async fn save_address(
    tx: &mut Tx,
    user_id: &str,
    profile: &Profile,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE profiles SET address = $2, postal_code = $3, country = $4, state = $5, city = $6, lga = $7, landmark = $8, \
         updated_at_ms = $9 WHERE user_id = $1",
    )
    .bind(user_id)
    .bind(profile.address.as_deref())
    .bind(profile.postal_code.as_deref())
    .bind(profile.country.as_deref())
    .bind(profile.state.as_deref())
    .bind(profile.city.as_deref())
    .bind(profile.lga.as_deref())
    .bind(profile.landmark.as_deref())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Saves the location in degrees; `None` removes it.
pub async fn save_location(
    tx: &mut Tx,
    user_id: &str,
    location: Option<(&str, &str)>,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE profiles SET latitude = $2, longitude = $3, updated_at_ms = $4 WHERE user_id = $1",
    )
    .bind(user_id)
    .bind(location.map(|(latitude, _)| latitude))
    .bind(location.map(|(_, longitude)| longitude))
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Locks the user's facts until the transaction ends, and raises their version.
pub async fn lock_settings(tx: &mut Tx, user_id: &str, now_ms: i64) -> Result<(), DbError> {
    let mut batch = Batch::default();
    lock_settings_in(&mut batch, user_id, now_ms);
    batch.run(tx).await
}

/// Locks the user's facts as part of a batch.
pub fn lock_settings_in(batch: &mut Batch, user_id: &str, now_ms: i64) {
    batch
        .add(
            "INSERT INTO person_settings (user_id, updated_at_ms) VALUES ($1, $2) \
             ON CONFLICT (user_id) DO UPDATE SET updated_at_ms = excluded.updated_at_ms, version = person_settings.version + 1",
        )
        .bind(user_id)
        .bind(now_ms);
}

fn user(row: &AnyRow) -> Result<User, DbError> {
    let restricted: i64 = row.try_get("restricted")?;
    let proven_numbers: i64 = row.try_get("proven_numbers")?;
    let clusters: Option<String> = row.try_get("clusters")?;
    let email: String = row.try_get("email")?;
    let id: String = row.try_get("id")?;
    Ok(User {
        id: id.clone(),
        tenant_id: row.try_get("tenant_id")?,
        email: if email == crate::access::users::no_email(&id) {
            String::new()
        } else {
            email
        },
        name: row.try_get("name")?,
        phone: row.try_get("phone")?,
        phone_verified_at_ms: row.try_get("phone_verified_at_ms")?,
        password_hash: row.try_get("password_hash")?,
        referrer_code: row.try_get("referrer_code")?,
        referred_by: row.try_get("referred_by")?,
        rewarded_friends: row.try_get("rewarded_friends")?,
        base_currency: row.try_get("base_currency")?,
        base_buy_rate: row.try_get("base_buy_rate")?,
        restricted: restricted != 0,
        verified_at_ms: row.try_get("verified_at_ms")?,
        closed_at_ms: row.try_get("closed_at_ms")?,
        profile: Profile {
            first_name: row.try_get("first_name")?,
            last_name: row.try_get("last_name")?,
            gender: row.try_get("gender")?,
            dob: row.try_get("dob")?,
            image: row.try_get("image")?,
            about: row.try_get("about")?,
            address: row.try_get("address")?,
            landmark: row.try_get("landmark")?,
            lga: row.try_get("lga")?,
            city: row.try_get("city")?,
            state: row.try_get("state")?,
            postal_code: row.try_get("postal_code")?,
            country: row.try_get("country")?,
            latitude: row.try_get("latitude")?,
            longitude: row.try_get("longitude")?,
        },
        known: Known {
            identity_verified: proven_numbers > 0,
            address_verified_at_ms: row.try_get("address_verified_at_ms")?,
            address_pending_until: row.try_get("address_pending_until")?,
            liveness_verified_at_ms: row.try_get("liveness_verified_at_ms")?,
            fcm_token: None,
            alerts_until_ms: row.try_get("alerts_until_ms")?,
        },
        clusters: clusters
            .iter()
            .flat_map(|ids| ids.split(','))
            .map(String::from)
            .collect(),
        roles: Vec::new(),
    })
}

/// The number of passwords not hashed with the secret of this identifier.
///
/// # Errors
/// The database failed.
pub async fn hashed_otherwise(
    connection: &mut AnyConnection,
    key_id: &str,
) -> Result<i64, DbError> {
    let row = sqlx::query(
        "SELECT COUNT(*) AS others FROM users WHERE password_hash NOT LIKE $1 || '$%' AND password_hash NOT LIKE '!%'",
    )
    .bind(key_id)
    .fetch_one(connection)
    .await?;
    Ok(row.try_get("others")?)
}

/// The time at which a user signed up.
pub async fn since_ms(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Option<i64>, DbError> {
    let row = sqlx::query("SELECT created_at_ms FROM users WHERE id = $1")
        .bind(user_id)
        .fetch_optional(connection)
        .await?;
    Ok(row.map(|row| row.try_get("created_at_ms")).transpose()?)
}
