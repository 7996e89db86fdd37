//! The user's data in the tables of this folder, for the export.

use ground::own_data::Column as C;
use ground::own_data::{INTERNAL, Table};

pub const OWN_DATA: &[Table] = &[Table {
    name: "notices",
    about: "Notices of the last 90 days.",
    query: "SELECT title, body, link, created_at_ms AS created_at, read_at_ms AS read_at FROM notices WHERE user_id = $1 ORDER BY created_at_ms, id",
    columns: &[
        C::text("title"),
        C::text("body"),
        C::text("link"),
        C::instant("created_at"),
        C::instant("read_at"),
    ],
    left_out: &[("id", INTERNAL)],
}];
