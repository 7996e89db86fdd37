//! Money out, once: what every payment needs, whatever it pays for.

pub mod accounts;
pub mod alerts;
pub mod caution;
pub mod execute;
pub mod grant;
pub mod orders;
pub mod payee;
pub mod rates;
pub mod statement;
