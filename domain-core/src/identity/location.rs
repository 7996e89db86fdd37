//! The location of a user's device.

use crate::money::{AmountText, signed_decimal};
use crate::shape::form_values;
use crate::validation::{Code, Form, NoContext, Violation, Violations};
use rust_decimal::Decimal;

const MOST_LATITUDE_DEGREES: u32 = 90;
const MOST_LONGITUDE_DEGREES: u32 = 180;
/// About a centimetre: more precise than any device.
const MOST_DECIMALS: u32 = 7;

form_values! {
    /// A location in degrees (WGS 84); both blank remove it. (Document 1, section 3.)
    pub struct ProfileLocation {
        /// From -90 to 90, at most seven decimals: `6.5243793`
        latitude: AmountText,
        /// From -180 to 180, at most seven decimals: `3.3792057`
        longitude: AmountText,
    }
}

impl ProfileLocation {
    /// Whether the location is to be removed.
    pub fn is_blank(&self) -> bool {
        self.latitude.is_blank() && self.longitude.is_blank()
    }
}

impl Form for ProfileLocation {
    const NAME: &'static str = "profile_location";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        if self.is_blank() {
            return;
        }
        for (field, text, most) in [
            ("latitude", &self.latitude, MOST_LATITUDE_DEGREES),
            ("longitude", &self.longitude, MOST_LONGITUDE_DEGREES),
        ] {
            let text = text.as_str();
            found
                .required(field, text)
                .refuse_for(|| violation(field, text, most))
                .done();
        }
    }
}

fn violation(field: &'static str, text: &str, most: u32) -> Option<Violation> {
    let degrees = signed_decimal(text).filter(|degrees| degrees.scale() <= MOST_DECIMALS);
    match degrees {
        None => Some(
            Violation::new(field, Code::NotAnAmount)
                .saying("Enter degrees as a decimal number, like 6.5243793."),
        ),
        Some(degrees) if degrees.abs() > Decimal::from(most) => {
            Some(Violation::new(field, Code::OutOfRange).with("limit", u64::from(most)))
        }
        Some(_) => None,
    }
}
