//! The paper of a statement: A4.

use crate::paper::sheet::Sheet;

/// Width and height.
pub const PAGE: [f32; 2] = [595.0, 842.0];
pub const MARGIN: f32 = 40.0;
/// The right edge of the texts.
pub const END: f32 = PAGE[0] - MARGIN;
/// The lower edge of the table, above the foot.
pub const BOTTOM: f32 = PAGE[1] - 64.0;

/// A blank page.
pub fn page() -> Sheet {
    let [width, height] = PAGE;
    Sheet {
        width,
        height,
        ..Sheet::default()
    }
}
