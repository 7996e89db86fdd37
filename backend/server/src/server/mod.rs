//! The server: all calls in one router, its description, and the layers around every call.

mod again;
mod connections;
mod headers;
mod health;
mod limiter;
pub mod metrics;
pub mod openapi;
mod panics;
mod problems;
mod rate_limits;
mod reports;
mod request_id;
pub mod router;
pub mod serve;
pub mod stop;
mod unread;
mod webapp;
mod write_timeout;

use bills::BillLetters;
use community::chat::members::ClusterGate;
use community::referral::ReferralHook;
use identity::pin::UserPins;
use money::hooks::{self, Hook};
use money::pins;
use money::receive::{arrivals, sources};
use plans::arrivals::PlanArrivals;
use service::realtime::gate::{self, Gate};
use signals::predictions::SignalGate;
use wallet::late::AfterClosing;
use wallet::sources::WalletSources;

static HOOKS: [&dyn Hook; 3] = [&ReferralHook, &BillLetters, &AfterClosing];
static GATES: [&dyn Gate; 2] = [&ClusterGate, &SignalGate];

/// Connects the areas to each other. Call once, before serving and before any job runs.
pub fn connect_areas() {
    hooks::install(&HOOKS);
    gate::install(&GATES);
    arrivals::install(&PlanArrivals);
    sources::install(&WalletSources);
    pins::install(&UserPins);
}
