//! The calls of this area: extract, one service call, wrap.

pub mod avatar;
mod channels;
mod email;
mod google;
mod liveness;
mod member;
mod number;
mod passkey;
mod passkey_payment;
mod password;
mod person;
mod pin;
mod questions;
mod session;

use axum::extract::DefaultBodyLimit;
use service::app::AppState;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All routes of this area.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(session::register))
        .routes(routes!(session::verify))
        .routes(routes!(session::login))
        .routes(routes!(session::login_otp))
        .routes(routes!(session::refresh))
        .routes(routes!(session::activity))
        .routes(routes!(session::logout, session::logout_by_get))
        .routes(routes!(session::list_sessions, session::end_other_sessions))
        .routes(routes!(session::end_session))
        .routes(routes!(google::google_redirect))
        .routes(routes!(google::google_callback))
        .routes(routes!(google::retrieve_session))
        .routes(routes!(password::code))
        .routes(routes!(password::validate_code))
        .routes(routes!(password::forgot))
        .routes(routes!(password::reset))
        .routes(routes!(password::change_password))
        .routes(routes!(number::auth_init))
        .routes(routes!(number::auth_create))
        .routes(routes!(number::register_init))
        .routes(routes!(number::register_create))
        .routes(routes!(number::verify_bvn))
        .routes(routes!(number::verify_nin))
        .routes(routes!(number::confirm_bvn))
        .routes(routes!(liveness::start_liveness))
        .routes(routes!(liveness::liveness_status))
        .routes(routes!(person::me))
        .routes(routes!(questions::list_questions))
        .routes(routes!(questions::answer_question))
        .routes(routes!(questions::user_answers))
        .routes(routes!(
            questions::list_security_questions,
            questions::answer_security_question
        ))
        .routes(routes!(questions::answered_security_questions))
        .merge(pictures())
        .routes(routes!(person::phone_code))
        .routes(routes!(person::list_countries))
        .routes(routes!(person::list_local_governments))
        .routes(routes!(person::find_places))
        .routes(routes!(person::add_phone))
        .routes(routes!(email::send_code))
        .routes(routes!(email::change))
        .routes(routes!(
            person::settings,
            person::save_settings,
            person::replace_settings
        ))
        .routes(routes!(channels::list))
        .routes(routes!(channels::invite, channels::leave))
        .routes(routes!(channels::update))
        .routes(routes!(person::profile, person::save_profile))
        .routes(routes!(member::search_users))
        .routes(routes!(member::init_user))
        .routes(routes!(member::create_user_by_proxy))
        .routes(routes!(
            member::list_account_settings,
            member::set_account_setting
        ))
        .routes(routes!(member::remove_account_setting))
        .routes(routes!(pin::status))
        .routes(routes!(pin::create))
        .routes(routes!(pin::share))
        .routes(routes!(pin::reset_pin))
        .routes(routes!(pin::update))
        .routes(routes!(pin::confirm))
        .routes(routes!(passkey::start_passkey_login))
        .routes(routes!(passkey::passkey_login))
        .routes(routes!(passkey::list_passkeys, passkey::add_passkey))
        .routes(routes!(passkey::start_adding_passkey))
        .routes(routes!(passkey::rename_passkey, passkey::remove_passkey))
        .routes(routes!(passkey::start_proving_passkey))
        .routes(routes!(passkey::prove_passkey))
        .routes(routes!(password::set_password))
        .routes(routes!(passkey_payment::set_passkey_limit))
        .routes(routes!(passkey_payment::start_passkey_payment))
        .routes(routes!(passkey_payment::confirm_with_passkey))
}

/// Routes with a larger body limit, for files.
fn pictures() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(avatar::upload_avatar))
        .layer(DefaultBodyLimit::max(avatar::LARGEST_BODY_BYTES))
}
