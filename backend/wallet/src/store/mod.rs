//! The rows of the wallet area. All SQL of the area is here.

pub mod beneficiaries;
pub mod cards;
pub mod coins;
pub mod credits;
pub mod debits;
pub mod mandates;
pub mod plans;
pub mod virtual_accounts;
