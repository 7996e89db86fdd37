//! The rows of the wallet area. The only place of this area with SQL in it.

pub mod beneficiaries;
pub mod credits;
pub mod virtual_accounts;
