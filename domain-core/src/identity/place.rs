//! The coarse place of a device: a country and a state.

use super::ProfileLocation;
use crate::money::{AmountText, signed_decimal};
use crate::shape::{choice, input, output};
use crate::validation::{Checked, Code, Form, NoContext, Refusal, Violation};
use rust_decimal::prelude::ToPrimitive;

choice! {
    /// A country that places are told apart by.
    pub enum Country {
        Nigeria = "NG",
        /// Any other country, or the sea.
        Other = "other",
    }
}

input! {
    /// A location in degrees (WGS 84), as the form `profile_location` accepts it.
    pub struct PlaceInput {
        /// The latitude in degrees, negative in the south, as decimal text.
        latitude: AmountText,
        /// The longitude in degrees, negative in the west, as decimal text.
        longitude: AmountText,
    }
}

output! {
    /// A country and a state.
    pub struct Place {
        /// The country of the location.
        country: Country,
        /// The state; null outside Nigeria.
        state: Option<&'static str>,
        /// In words: `Lagos, Nigeria`, `Outside Nigeria`.
        text: String,
    }
}

/// The country by a simplified outline of Nigeria (within about ten kilometres), and the state as that of the nearest
/// of seventy towns: near a border between states it may be the neighbouring one. Finer is not told. Source: Natural
/// Earth, 1:110m, public domain; the towns' coordinates are common knowledge.
///
/// # Errors
/// As the form `profile_location`; `required` without a location.
pub fn place(input: &PlaceInput) -> Checked<Place> {
    let at = ProfileLocation {
        latitude: input.latitude.clone(),
        longitude: input.longitude.clone(),
    };
    if at.is_blank() {
        return Err(Violation::new("latitude", Code::Required).into());
    }
    let violations = at.violations(&NoContext {});
    if !violations.is_empty() {
        return Err(Refusal { violations });
    }
    let thousandths = |text: &str| {
        let degrees = signed_decimal(text).and_then(|degrees| degrees.checked_mul(1_000.into()));
        let thousandths = degrees.and_then(|all| all.floor().to_i64());
        thousandths.unwrap_or_default()
    };
    let point = (
        thousandths(at.latitude.as_str()),
        thousandths(at.longitude.as_str()),
    );
    let state = is_inside(point).then(|| nearest(point));
    let country = match state {
        Some(_) => Country::Nigeria,
        None => Country::Other,
    };
    Ok(Place {
        country,
        state,
        text: in_words(country, state),
    })
}

/// A country and a state in words.
pub fn in_words(country: Country, state: Option<&str>) -> String {
    match (country, state) {
        (Country::Nigeria, Some(state)) => [state, ", Nigeria"].concat(),
        (Country::Nigeria, None) => "Nigeria".to_owned(),
        (Country::Other, _) => "Outside Nigeria".to_owned(),
    }
}

/// Latitude and longitude in thousandths of a degree.
type Point = (i64, i64);

/// Whether a ray to the east crosses the outline an odd number of times.
fn is_inside((latitude, longitude): Point) -> bool {
    let mut inside = false;
    let mut before = OUTLINE.last().copied().unwrap_or_default();
    for &next in OUTLINE {
        if (before.0 > latitude) != (next.0 > latitude) {
            let rise = next.0.saturating_sub(before.0);
            let run = next.1.saturating_sub(before.1);
            let up = latitude.saturating_sub(before.0).saturating_mul(run);
            let across = longitude.saturating_sub(before.1).saturating_mul(rise);
            // The comparison with the crossing, multiplied by the rise.
            let is_west = if rise > 0 { across < up } else { across > up };
            inside ^= is_west;
        }
        before = next;
    }
    inside
}

fn nearest((latitude, longitude): Point) -> &'static str {
    let distance = |town: &&(&str, i64, i64)| {
        let squared = |a: i64, b: i64| a.saturating_sub(b).saturating_pow(2);
        squared(town.1, latitude).saturating_add(squared(town.2, longitude))
    };
    TOWNS.iter().min_by_key(distance).map_or("", |town| town.0)
}

/// The outline of Nigeria, from the south-east against the sun.
const OUTLINE: &[Point] = &[
    (4_772, 8_500),
    (4_412, 7_462),
    (4_464, 7_083),
    (4_241, 6_698),
    (4_262, 5_898),
    (4_888, 5_363),
    (5_612, 5_034),
    (6_271, 4_326),
    (6_258, 3_574),
    (6_259, 2_692),
    (7_871, 2_749),
    (8_507, 2_724),
    (9_138, 2_912),
    (9_444, 3_220),
    (10_063, 3_705),
    (10_332, 3_600),
    (10_735, 3_797),
    (11_328, 3_572),
    (11_660, 3_611),
    (12_553, 3_681),
    (12_956, 3_967),
    (13_531, 4_108),
    (13_747, 4_368),
    (13_866, 5_443),
    (13_493, 6_445),
    (13_115, 6_820),
    (13_098, 7_331),
    (13_344, 7_805),
    (12_827, 9_015),
    (12_851, 9_525),
    (13_277, 10_115),
    (13_247, 10_701),
    (13_387, 10_990),
    (13_329, 11_528),
    (13_037, 12_302),
    (13_596, 13_084),
    (13_556, 13_319),
    (12_462, 13_995),
    (12_484, 14_181),
    (12_085, 14_577),
    (11_905, 14_468),
    (11_572, 14_415),
    (10_799, 13_573),
    (10_160, 13_309),
    (9_641, 13_168),
    (9_418, 12_955),
    (8_718, 12_754),
    (8_306, 12_219),
    (7_800, 12_064),
    (7_397, 11_839),
    (6_981, 11_746),
    (6_644, 11_059),
    (7_055, 10_497),
    (7_039, 10_118),
    (6_453, 9_523),
    (6_444, 9_233),
    (5_480, 8_758),
];

/// The state of a town, and the town's latitude and longitude.
const TOWNS: &[(&str, i64, i64)] = &[
    ("Abia", 5_526, 7_490),
    ("Abia", 5_107, 7_367),
    ("Adamawa", 9_208, 12_481),
    ("Adamawa", 10_268, 13_264),
    ("Akwa Ibom", 5_033, 7_928),
    ("Akwa Ibom", 4_642, 7_924),
    ("Anambra", 6_212, 7_072),
    ("Anambra", 6_150, 6_786),
    ("Bauchi", 10_314, 9_846),
    ("Bauchi", 11_675, 10_190),
    ("Bayelsa", 4_925, 6_264),
    ("Bayelsa", 4_350, 6_240),
    ("Benue", 7_732, 8_539),
    ("Benue", 7_190, 8_133),
    ("Borno", 11_846, 13_157),
    ("Borno", 10_611, 12_195),
    ("Borno", 12_672, 13_612),
    ("Cross River", 4_958, 8_327),
    ("Cross River", 5_967, 8_707),
    ("Cross River", 6_655, 8_798),
    ("Delta", 6_199, 6_734),
    ("Delta", 5_554, 5_793),
    ("Delta", 5_894, 5_676),
    ("Ebonyi", 6_325, 8_113),
    ("Edo", 6_335, 5_627),
    ("Edo", 7_067, 6_264),
    ("Ekiti", 7_621, 5_221),
    ("Enugu", 6_441, 7_499),
    ("Enugu", 6_857, 7_396),
    ("Abuja", 9_058, 7_489),
    ("Abuja", 8_942, 7_083),
    ("Gombe", 10_290, 11_171),
    ("Imo", 5_484, 7_035),
    ("Imo", 5_829, 7_351),
    ("Jigawa", 11_756, 9_339),
    ("Jigawa", 12_453, 10_041),
    ("Kaduna", 10_523, 7_438),
    ("Kaduna", 11_085, 7_720),
    ("Kaduna", 9_583, 8_300),
    ("Kano", 12_000, 8_517),
    ("Katsina", 12_990, 7_601),
    ("Katsina", 11_527, 7_308),
    ("Kebbi", 12_453, 4_198),
    ("Kebbi", 11_415, 5_235),
    ("Kogi", 7_800, 6_739),
    ("Kogi", 7_551, 6_236),
    ("Kwara", 8_497, 4_542),
    ("Kwara", 8_883, 5_550),
    ("Lagos", 6_455, 3_394),
    ("Lagos", 6_610, 3_350),
    ("Lagos", 6_619, 3_511),
    ("Lagos", 6_584, 3_984),
    ("Lagos", 6_415, 2_882),
    ("Nasarawa", 8_494, 8_518),
    ("Nasarawa", 8_846, 7_878),
    ("Niger", 9_615, 6_557),
    ("Niger", 9_084, 6_013),
    ("Niger", 10_403, 5_470),
    ("Ogun", 7_156, 3_345),
    ("Ogun", 6_819, 3_917),
    ("Ogun", 6_694, 3_235),
    ("Ondo", 7_253, 5_193),
    ("Ondo", 6_741, 4_838),
    ("Osun", 7_767, 4_557),
    ("Osun", 7_482, 4_560),
    ("Oyo", 7_388, 3_896),
    ("Oyo", 8_133, 4_247),
    ("Oyo", 8_667, 3_394),
    ("Plateau", 9_918, 8_898),
    ("Plateau", 8_883, 9_767),
    ("Rivers", 4_777, 7_013),
    ("Rivers", 5_079, 6_655),
    ("Sokoto", 13_061, 5_239),
    ("Taraba", 8_894, 11_360),
    ("Taraba", 7_869, 9_777),
    ("Yobe", 11_748, 11_966),
    ("Yobe", 12_880, 10_450),
    ("Zamfara", 12_164, 6_664),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn text(latitude: &str, longitude: &str) -> String {
        let at = PlaceInput {
            latitude: latitude.into(),
            longitude: longitude.into(),
        };
        place(&at).unwrap().text
    }

    #[test]
    fn every_town_is_inside_and_in_its_state() {
        for (state, latitude, longitude) in TOWNS {
            assert!(
                is_inside((*latitude, *longitude)),
                "{state} {latitude} {longitude}"
            );
            assert_eq!(nearest((*latitude, *longitude)), *state);
        }
        let mut states: Vec<&str> = TOWNS.iter().map(|town| town.0).collect();
        states.sort_unstable();
        states.dedup();
        assert_eq!(states.len(), 37);
    }

    #[test]
    fn neighbouring_capitals_and_the_sea_are_outside() {
        for (latitude, longitude) in [
            ("6.3654", "2.4183"),
            ("13.5116", "2.1254"),
            ("12.1348", "15.0557"),
            ("3.8480", "11.5021"),
            ("5.6037", "-0.1870"),
            ("51.5074", "-0.1278"),
            ("0", "0"),
            ("-90", "180"),
        ] {
            assert_eq!(text(latitude, longitude), "Outside Nigeria");
        }
    }

    #[test]
    fn a_place_is_told_by_its_state() {
        assert_eq!(text("6.5243793", "3.3792057"), "Lagos, Nigeria");
        assert_eq!(text("12.0022", "8.5920"), "Kano, Nigeria");
    }
}
