//! The app's configuration.

use super::tenants::{self, Colours, Tenant};
use crate::app::AppState;
use crate::http::{Client, Envelope, Query};
use axum::Json;
use axum::extract::State;
use domain_core::money::Currency;
use domain_core::settings::branding::IdentifierType;
use domain_core::settings::{Theme, ThemeInput, theme};
use domain_core::wallet::coin::Network;
use ground::error::{ApiError, ErrorCode, Fails, code};
use providers::messages::Channel;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All routes of this area.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(app_configuration))
}

/// The requested tenant; by default, that of the host name.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Asked {
    identifier: Option<String>,
    /// `domain` or `subdomain`.
    identifiertype: Option<String>,
}

/// The tenant's brand, and the addresses of its services.
#[derive(Serialize, ToSchema)]
pub struct AppConfiguration {
    name: String,
    /// The tenant's uuid.
    business: String,
    logo: String,
    /// Twice as wide as high.
    #[schema(required)]
    banner: Option<String>,
    colours: Brand,
    /// The currencies that the brand serves, apart from coins.
    #[schema(value_type = Vec<crate::http::schema::Currency>)]
    currencies: Vec<Currency>,
    realtime: Realtime,
    /// Whether sign-in with Google is available.
    google: bool,
    /// Whether sign-in with a BVN or NIN is available.
    national_numbers: bool,
    /// Whether wallets can be funded by card.
    cards: bool,
    /// Whether bills can be paid.
    bills: bool,
    /// Whether direct debits can be authorised.
    mandates: bool,
    /// Whether coins have prices, and can be sold.
    coins: bool,
    /// Whether coins can be received and sent.
    coin_transfers: bool,
    /// Whether sets of coins can be bought.
    coin_sets: bool,
    /// Whether there are trade signals.
    signals: bool,
    /// Whether members can connect a key to their own exchange account, for automatic trading.
    exchange_keys: bool,
    /// Whether an identity can be verified with a BVN or NIN.
    identity: bool,
    /// The public key for push subscriptions, in base64url; null if push messages are off.
    #[schema(required)]
    push_key: Option<String>,
    /// Whether sandbox providers are in use.
    sandbox: bool,
}

/// The brand's colours, `#rrggbb`, with readable contrast (`branding.theme`).
#[derive(Serialize, ToSchema)]
pub struct Brand {
    primary_text: String,
    secondary_text: String,
    pub(super) primary_background: String,
    secondary_background: String,
    pub(super) accent: String,
}

impl Brand {
    /// The colours as input of the rule.
    pub(super) fn theme_input(&self) -> ThemeInput {
        ThemeInput {
            colours: domain_core::settings::Colours {
                primary_text: Some(self.primary_text.clone()),
                secondary_text: Some(self.secondary_text.clone()),
                primary_background: Some(self.primary_background.clone()),
                secondary_background: Some(self.secondary_background.clone()),
                accent: Some(self.accent.clone()),
            },
        }
    }
}

/// Where to connect for realtime channels.
#[derive(Serialize, ToSchema)]
pub struct Realtime {
    key: String,
    path: String,
}

/// The app's configuration: by identifier, or by the host name.
#[utoipa::path(get, path = "/app-configuration", tag = "settings", params(Asked),
    responses((status = 200, body = Envelope<AppConfiguration>), Fails<code::NotFound>))]
pub async fn app_configuration(
    State(app): State<AppState>,
    client: Client,
    Query(asked): Query<Asked>,
) -> Result<Json<Envelope<AppConfiguration>>, ApiError> {
    let tenant = match asked.identifier.filter(|identifier| !identifier.is_empty()) {
        Some(identifier) => {
            let kind = asked
                .identifiertype
                .as_deref()
                .unwrap_or(IdentifierType::Subdomain.as_str());
            let kind = IdentifierType::named(kind).ok_or_else(|| {
                ApiError::new(
                    ErrorCode::WrongType,
                    "identifiertype is domain or subdomain.",
                )
            })?;
            tenants::named(&app, &identifier, kind)
                .await?
                .ok_or_else(ApiError::not_found)?
        }
        None => tenants::of_host(&app, &client.host).await?,
    };
    Ok(Envelope::of(configuration(&app, tenant)))
}

/// Whether sign-in with Google is available.
pub(super) fn takes_google(app: &AppState) -> bool {
    app.ports.google.is_there()
}

/// Whether sign-in with a BVN or NIN is available.
pub(super) fn takes_national_numbers(app: &AppState) -> bool {
    app.ports.identity.is_there() && app.ports.messages.sends(Channel::Sms)
}

fn configuration(app: &AppState, tenant: Tenant) -> AppConfiguration {
    let realtime = Realtime {
        key: app.config.realtime_key.clone(),
        path: String::from("/app"),
    };
    AppConfiguration {
        colours: brand(&tenant),
        currencies: tenant.currencies.currencies().to_vec(),
        name: tenant.name,
        business: tenant.id,
        logo: tenant.logo,
        banner: tenant.banner,
        realtime,
        google: takes_google(app),
        national_numbers: takes_national_numbers(app),
        cards: app.ports.cards.is_open(),
        bills: app.ports.bills.is_open(),
        mandates: app.ports.mandates.is_open(),
        coins: app.ports.market.is_open(),
        coin_transfers: moves_coins(app),
        coin_sets: app.ports.exchange.is_open(),
        signals: app.ports.signals.is_open(),
        exchange_keys: app.ports.exchange_keys.is_open(),
        identity: app.ports.identity.is_there(),
        push_key: app.ports.push.key(),
        sandbox: !app.config.production(),
    }
}

fn moves_coins(app: &AppState) -> bool {
    let custody = &app.ports.custody;
    let serves = |coin: Currency| {
        Network::of(coin)
            .iter()
            .any(|network| custody.serves(coin, *network))
    };
    Currency::ALL.iter().copied().any(serves)
}

/// Invalid colours are replaced by the default brand's, because they go into a style sheet.
pub(super) fn brand(tenant: &Tenant) -> Brand {
    let theme = theme(&tenant.colours.theme_input())
        .or_else(|_| theme(&Colours::default().theme_input()))
        .ok();
    let colour = |name: &str| {
        theme
            .as_ref()
            .and_then(|theme: &Theme| theme.css.iter().find(|(known, _)| *known == name))
            .map(|(_, colour)| String::from(colour))
            .unwrap_or_default()
    };
    Brand {
        primary_text: colour("--brand-primary-text"),
        secondary_text: colour("--brand-secondary-text"),
        primary_background: colour("--brand-primary-background"),
        secondary_background: colour("--brand-secondary-background"),
        accent: colour("--brand-accent"),
    }
}
