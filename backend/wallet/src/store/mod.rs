//! The rows of the wallet area. All SQL of the area is here.

pub(crate) mod beneficiaries;
pub(crate) mod cards;
pub(crate) mod coins;
pub(crate) mod credits;
pub(crate) mod debits;
pub(crate) mod mandates;
pub(crate) mod plans;
pub(crate) mod virtual_accounts;
