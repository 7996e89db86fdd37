//! Colours and their legibility (WCAG 2.2, contrast), in integers.

/// An sRGB colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Colour {
    channels: [u8; 3],
}

/// The minimum contrast of WCAG 2.2, success criterion 1.4.3, in tenths: 4.5 to 1.
const LEAST_CONTRAST_TENTHS: u64 = 45;
/// The weights of red, green and blue in the luminance, in ten-thousandths.
const WEIGHTS: [u64; 3] = [2126, 7152, 722];
/// The constant that WCAG adds to both luminances (0.05), on the scale of [`Contrast::luminance`].
const FLARE: u64 = 500 << LINEAR_BITS;
/// The linear light of a full channel is 2 to this power.
const LINEAR_BITS: u32 = 32;

/// A colour with a smaller difference between its channels has no distinct hue.
const GREY_SPAN: i32 = 24;
/// The strongest channel of a brightened colour.
const BRIGHT: u8 = 200;

/// Contrasts, precise enough to detect a difference from 4.5 in the fifth decimal.
pub(super) struct Contrast {
    /// Each channel's linear light.
    linear: [u64; 256],
}

impl Contrast {
    pub(super) fn new() -> Self {
        let mut linear = [0; 256];
        for (channel, light) in (0..=u8::MAX).zip(&mut linear) {
            *light = linear_light(channel);
        }
        Self { linear }
    }

    /// Relative luminance; white is 10,000 × 2³².
    fn luminance(&self, colour: Colour) -> u64 {
        let lights = colour
            .channels
            .map(|channel| self.linear.get(usize::from(channel)).copied());
        let weighted = lights.into_iter().flatten().zip(WEIGHTS);
        weighted
            .map(|(light, weight)| light.saturating_mul(weight))
            .sum()
    }

    /// Whether text of one colour on the other has a contrast of at least 4.5 to 1.
    pub(super) fn is_readable(&self, one: Colour, other: Colour) -> bool {
        let (one, other) = (self.luminance(one), self.luminance(other));
        let lighter = one.max(other).saturating_add(FLARE).saturating_mul(10);
        let darker = one.min(other).saturating_add(FLARE);
        lighter >= darker.saturating_mul(LEAST_CONTRAST_TENTHS)
    }

    /// The nearest shade towards black or white that is legible on all of these; `None` if there is none.
    pub(super) fn readable_shade(&self, colour: Colour, backgrounds: &[Colour]) -> Option<Colour> {
        let mut shades = (0..=u8::MAX)
            .flat_map(|part| [Colour::BLACK, Colour::WHITE].map(|goal| colour.toward(goal, part)));
        shades.find(|shade| {
            backgrounds
                .iter()
                .all(|background| self.is_readable(*shade, *background))
        })
    }
}

/// A channel's linear light, by the sRGB curve (IEC 61966-2-1): c ÷ 12.92 for c up to 0.04045, otherwise ((c + 0.055) ÷
/// 1.055)^2.4. Nothing here overflows: the widths below bound the numbers.
fn linear_light(channel: u8) -> u64 {
    /// The last channel value on the linear part: 0.04045 × 255, rounded down.
    const LAST_STRAIGHT: u8 = 10;
    /// (255 + 0.055 × 255) × 1000.
    const WHITE: u128 = 269_025;
    /// Bits of the fifth root after the binary point; its fifth power has 120.
    const ROOT_BITS: u32 = 24;
    /// Bits of the square after the binary point.
    const SQUARE_BITS: u32 = 88;

    let channel_thousandths = u128::from(channel).wrapping_mul(1000);
    let light = if channel <= LAST_STRAIGHT {
        (channel_thousandths << LINEAR_BITS) / (255 * 12_920)
    } else {
        let part = channel_thousandths.wrapping_add(14_025);
        let square = (part.wrapping_mul(part) << SQUARE_BITS) / (WHITE * WHITE);
        // x^2.4 is x² times the fifth root of x².
        let fifth_power = square << (5 * ROOT_BITS - SQUARE_BITS);
        let mut root = 0_u128;
        for bit in (0..=ROOT_BITS).rev() {
            let candidate = root.wrapping_add(1 << bit);
            if candidate.wrapping_pow(5) <= fifth_power {
                root = candidate;
            }
        }
        (square >> (SQUARE_BITS - LINEAR_BITS)).wrapping_mul(root) >> ROOT_BITS
    };
    u64::try_from(light).unwrap_or(u64::MAX)
}

impl Colour {
    pub(super) const BLACK: Self = Self { channels: [0; 3] };
    pub(super) const WHITE: Self = Self { channels: [255; 3] };

    /// Parses `#rgb`, `#rrggbb` or `r,g,b` with 0 to 255.
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
            3 => [8, 4, 0].map(nibble).iter().fold(0_u32, |all, nibble| {
                (all << 8_u32).wrapping_add(nibble.wrapping_mul(0x11))
            }),
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

    /// Degrees on the colour wheel; `None` for near-greys.
    pub(super) fn hue(self) -> Option<i32> {
        let [red, green, blue] = self.channels.map(i32::from);
        let most = red.max(green).max(blue);
        let span = most.saturating_sub(red.min(green).min(blue));
        let (start, difference) = if most == red {
            (0_i32, green.saturating_sub(blue))
        } else if most == green {
            (120, blue.saturating_sub(red))
        } else {
            (240, red.saturating_sub(green))
        };
        let turned = difference.saturating_mul(60).checked_div(span)?;
        (span >= GREY_SPAN).then(|| start.saturating_add(turned).rem_euclid(360))
    }

    /// A shade of the same hue for text on a dark surface: at full strength, then a quarter of the way to white. Mixing alone
    /// would make it grey.
    pub(super) fn brightened(self) -> Self {
        let most = self.channels.into_iter().fold(1, u8::max).max(1);
        let strong = BRIGHT.max(most);
        let channels = self.channels.map(|channel| {
            let scaled = u32::from(channel).saturating_mul(u32::from(strong));
            let part = scaled.checked_div(u32::from(most));
            part.and_then(|part| u8::try_from(part).ok())
                .unwrap_or(u8::MAX)
        });
        Self { channels }.toward(Self::WHITE, 64)
    }

    /// Mixes in this percentage of another colour; each channel is rounded half up.
    pub(super) fn mixed_with(self, other: Self, percent: u8) -> Self {
        let percent = u32::from(percent.min(100));
        let mut channels = self.channels;
        for (channel, goal) in channels.iter_mut().zip(other.channels) {
            let kept = u32::from(*channel).saturating_mul(100_u32.saturating_sub(percent));
            let taken = u32::from(goal).saturating_mul(percent);
            *channel = u8::try_from(kept.saturating_add(taken).saturating_add(50) / 100)
                .unwrap_or(u8::MAX);
        }
        Self { channels }
    }

    /// Mixes in another colour, in 255ths.
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
}

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
    fn hues_wrap_around_and_greys_have_none() {
        let hue = |text| Colour::parse(text).unwrap().hue();
        for (text, degrees) in [
            ("#ff0000", Some(0)),
            ("#00ff00", Some(120)),
            ("#0000ff", Some(240)),
            ("#ff00ff", Some(300)),
            ("#0b6b4f", Some(162)),
            ("#808080", None),
            ("#808097", None),
            ("#808098", Some(240)),
            ("#000000", None),
        ] {
            assert_eq!(hue(text), degrees, "{text}");
        }
    }

    #[test]
    fn brightened_colours_keep_their_hue() {
        for text in ["#0b6b4f", "#1a3a8f", "#7a1f3d", "#5b2a86"] {
            let colour = Colour::parse(text).unwrap();
            let change = colour.brightened().hue().unwrap() - colour.hue().unwrap();
            assert!(change.abs() <= 2, "{text}");
        }
        let brightened = |text| Colour::parse(text).unwrap().brightened().to_hexadecimal();
        assert_eq!(brightened("#0b6b4f"), "#4fd6ae");
        assert_eq!(brightened("#000000"), "#404040");
        assert_eq!(brightened("#ffffff"), "#ffffff");
    }

    #[test]
    #[expect(
        clippy::as_conversions,
        reason = "the standard's formula, for comparison"
    )]
    fn light_is_linear_as_the_standard_says() {
        for channel in 0..=255_u8 {
            let part = f64::from(channel) / 255.0;
            let expected = if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            };
            let light = linear_light(channel) as f64 / (1_u64 << LINEAR_BITS) as f64;
            assert!(
                (light - expected).abs() < 1e-7,
                "{channel}: {light} {expected}"
            );
        }
        assert_eq!(linear_light(0), 0);
        assert_eq!(linear_light(255), 1 << LINEAR_BITS);
    }

    #[test]
    fn contrast_is_exact_near_the_limit() {
        let colour = |text| Colour::parse(text).unwrap();
        let contrast = Contrast::new();
        for (one, other, is_readable) in [
            ("#767676", "#ffffff", true),
            ("#777777", "#ffffff", false),
            ("#000000", "#ffffff", true),
            // 4.49994 to 1.
            ("#58406f", "#18d630", false),
            // 4.49998
            ("#1f2849", "#ef6527", false),
            // 4.499995
            ("#57bc8b", "#572978", false),
            // 4.50001
            ("#9621aa", "#a3e55e", true),
            // 4.50002
            ("#24da5f", "#813723", true),
            // 4.50007
            ("#5d02ca", "#f6a724", true),
        ] {
            let (one, other) = (colour(one), colour(other));
            assert_eq!(
                contrast.is_readable(one, other),
                is_readable,
                "{one:?} {other:?}"
            );
            assert_eq!(
                contrast.is_readable(other, one),
                is_readable,
                "{other:?} {one:?}"
            );
        }
    }

    #[test]
    fn every_colour_has_a_readable_shade_on_any_background() {
        let contrast = Contrast::new();
        for red in (0..=255).step_by(51) {
            for green in (0..=255).step_by(51) {
                let background = Colour {
                    channels: [red, green, 128],
                };
                let shade = contrast.readable_shade(background, &[background]).unwrap();
                assert!(contrast.is_readable(shade, background));
            }
        }
    }
}
