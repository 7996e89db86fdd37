//! Colours and their readability (WCAG 2.2, contrast), in integers.

/// An sRGB colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Colour {
    channels: [u8; 3],
}

/// The contrast of WCAG 2.2, success criterion 1.4.3, in tenths: 4.5 to 1.
const LEAST_CONTRAST_TENTHS: u64 = 45;
/// The constant that WCAG adds to both luminances (0.05), on the scale of [`Colour::luminance`].
const FLARE: u64 = 32_767_500;

impl Colour {
    pub(super) const BLACK: Self = Self { channels: [0; 3] };
    pub(super) const WHITE: Self = Self { channels: [255; 3] };

    /// Reads `#rgb`, `#rrggbb` or `r,g,b` with 0 to 255.
    pub(super) fn parse(text: &str) -> Option<Self> {
        match text.strip_prefix('#') {
            Some(digits) => Self::parse_hexadecimal(digits),
            None => Self::parse_triple(text),
        }
    }

    fn parse_hexadecimal(digits: &str) -> Option<Self> {
        digits
            .bytes()
            .all(|byte| byte.is_ascii_hexdigit())
            .then_some(())?;
        let number = u32::from_str_radix(digits, 16).ok()?;
        let nibble = |shift: u32| (number >> shift) & 0xF;
        let number = match digits.len() {
            3 => [8, 4, 0]
                .map(nibble)
                .iter()
                .fold(0, |all, nibble| (all << 8) | (nibble << 4) | nibble),
            6 => number,
            _ => return None,
        };
        let [_, red, green, blue] = number.to_be_bytes();
        Some(Self {
            channels: [red, green, blue],
        })
    }

    fn parse_triple(text: &str) -> Option<Self> {
        let mut channels = [0; 3];
        let mut parts = text.split(',');
        for channel in &mut channels {
            let digits = parts.next()?.trim();
            let plain =
                (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
            *channel = plain.then(|| digits.parse().ok())??;
        }
        parts.next().is_none().then_some(Self { channels })
    }

    /// `#rrggbb`
    pub(super) fn to_hexadecimal(self) -> String {
        let nibble = |value: u8| char::from_digit(u32::from(value & 0xF), 16).unwrap_or('0');
        let mut text = String::from("#");
        self.channels
            .iter()
            .for_each(|channel| text.extend([nibble(channel >> 4), nibble(*channel)]));
        text
    }

    /// Relative luminance; white is 655,350,000.
    fn luminance(self) -> u64 {
        let linear = |channel: u8| {
            LINEAR
                .get(usize::from(channel))
                .copied()
                .map_or(0, u64::from)
        };
        let weighted = self.channels.iter().zip([2126_u64, 7152, 722]);
        weighted
            .map(|(channel, weight)| linear(*channel).saturating_mul(weight))
            .sum()
    }

    /// Whether text of the one colour on the other has a contrast of at least 4.5 to 1.
    pub(super) fn is_readable_on(self, other: Self) -> bool {
        let (ours, theirs) = (self.luminance(), other.luminance());
        let lighter = ours.max(theirs).saturating_add(FLARE).saturating_mul(10);
        lighter
            >= ours
                .min(theirs)
                .saturating_add(FLARE)
                .saturating_mul(LEAST_CONTRAST_TENTHS)
    }

    /// Mixed with another colour, in 255ths.
    fn toward(self, other: Self, part: u8) -> Self {
        let mut channels = self.channels;
        for (channel, goal) in channels.iter_mut().zip(other.channels) {
            let kept = u32::from(*channel).saturating_mul(255_u32.saturating_sub(u32::from(part)));
            let taken = u32::from(goal).saturating_mul(u32::from(part));
            *channel = u8::try_from(kept.saturating_add(taken).saturating_add(127) / 255)
                .unwrap_or(u8::MAX);
        }
        Self { channels }
    }

    /// The nearest shade toward black or white that is readable on all of these; `None` if there is none.
    pub(super) fn readable_on(self, backgrounds: &[Self]) -> Option<Self> {
        let shades = (0..=u8::MAX)
            .flat_map(|part| [Self::BLACK, Self::WHITE].map(|goal| self.toward(goal, part)));
        let fits = |shade: &Self| {
            backgrounds
                .iter()
                .all(|background| shade.is_readable_on(*background))
        };
        shades.into_iter().find(fits)
    }
}

/// A channel's linear light; white is 65,535 (IEC 61966-2-1).
const LINEAR: [u16; 256] = [
    0, 20, 40, 60, 80, 99, 119, 139, 159, 179, 199, 219, 241, 264, 288, 313, 340, 367, 396, 427,
    458, 491, 526, 562, 599, 637, 677, 718, 761, 805, 851, 898, 947, 997, 1048, 1101, 1156, 1212,
    1270, 1330, 1391, 1453, 1517, 1583, 1651, 1720, 1790, 1863, 1937, 2013, 2090, 2170, 2250, 2333,
    2418, 2504, 2592, 2681, 2773, 2866, 2961, 3058, 3157, 3258, 3360, 3464, 3570, 3678, 3788, 3900,
    4014, 4129, 4247, 4366, 4488, 4611, 4736, 4864, 4993, 5124, 5257, 5392, 5530, 5669, 5810, 5953,
    6099, 6246, 6395, 6547, 6700, 6856, 7014, 7174, 7335, 7500, 7666, 7834, 8004, 8177, 8352, 8528,
    8708, 8889, 9072, 9258, 9445, 9635, 9828, 10022, 10219, 10417, 10619, 10822, 11028, 11235,
    11446, 11658, 11873, 12090, 12309, 12530, 12754, 12980, 13209, 13440, 13673, 13909, 14146,
    14387, 14629, 14874, 15122, 15371, 15623, 15878, 16135, 16394, 16656, 16920, 17187, 17456,
    17727, 18001, 18277, 18556, 18837, 19121, 19407, 19696, 19987, 20281, 20577, 20876, 21177,
    21481, 21787, 22096, 22407, 22721, 23038, 23357, 23678, 24002, 24329, 24658, 24990, 25325,
    25662, 26001, 26344, 26688, 27036, 27386, 27739, 28094, 28452, 28813, 29176, 29542, 29911,
    30282, 30656, 31033, 31412, 31794, 32179, 32567, 32957, 33350, 33745, 34143, 34544, 34948,
    35355, 35764, 36176, 36591, 37008, 37429, 37852, 38278, 38706, 39138, 39572, 40009, 40449,
    40891, 41337, 41785, 42236, 42690, 43147, 43606, 44069, 44534, 45002, 45473, 45947, 46423,
    46903, 47385, 47871, 48359, 48850, 49344, 49841, 50341, 50844, 51349, 51858, 52369, 52884,
    53401, 53921, 54445, 54971, 55500, 56032, 56567, 57105, 57646, 58190, 58737, 59287, 59840,
    60396, 60955, 61517, 62082, 62650, 63221, 63795, 64372, 64952, 65535,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_come_in_three_spellings() {
        let colour = |text| Colour::parse(text).map(Colour::to_hexadecimal);
        assert_eq!(colour("#1a2B3c").as_deref(), Some("#1a2b3c"));
        assert_eq!(colour("#abc").as_deref(), Some("#aabbcc"));
        assert_eq!(colour("26, 43,60").as_deref(), Some("#1a2b3c"));
        for text in [
            "", "#", "#ab", "#abcd", "#12345g", "#+12345", "256,0,0", "1,2", "1,2,3,4", "-1,0,0",
            "red", "url(x)", "1,2,3;x",
        ] {
            assert_eq!(colour(text), None, "{text}");
        }
    }

    #[test]
    fn the_standards_own_limit() {
        let colour = |text| Colour::parse(text).unwrap();
        assert!(colour("#767676").is_readable_on(Colour::WHITE));
        assert!(!colour("#777777").is_readable_on(Colour::WHITE));
        assert!(Colour::BLACK.is_readable_on(Colour::WHITE));
    }

    #[test]
    fn every_colour_has_a_readable_shade_on_any_background() {
        for red in (0..=255).step_by(51) {
            for green in (0..=255).step_by(51) {
                let background = Colour {
                    channels: [red, green, 128],
                };
                let shade = background.readable_on(&[background]).unwrap();
                assert!(shade.is_readable_on(background));
            }
        }
    }
}
