//! The bills area's part of a user's data export.

use ground::own_data::Column as C;
use ground::own_data::Table;

pub const OWN_DATA: &[Table] = &[Table {
    name: "bill_customers",
    about: "Phones, smart cards and meters that you paid for, and what you bought last.",
    query: "SELECT kind, service, customer, name, package, amount_minor AS amount, phone, paid_at_ms AS paid_at \
            FROM bill_customers WHERE user_id = $1 ORDER BY paid_at_ms",
    columns: &[
        C::text("kind"),
        C::text("service"),
        C::text("customer"),
        C::text("name"),
        C::text("package"),
        C::naira("amount"),
        C::text("phone"),
        C::instant("paid_at"),
    ],
    left_out: &[],
}];

/// Tables of this crate that the export omits, with the reasons.
pub const LEFT_OUT: &[(&str, &str)] = &[(
    "bill_validations",
    "customers that were looked up: used once, and deleted after two days; what was paid is in bill_customers",
)];
