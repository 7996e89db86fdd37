//! A tenant's colours as CSS variables, with legible contrast.

use super::colour::{Colour, Contrast};
use crate::json::{Node, Object};
use crate::shape::{Output, Shape, Type, input, output};
use crate::validation::{Checked, Code, Refusal, Violation};

/// The default brand.
const DEFAULTS: [&str; 5] = ["#14181f", "#4a5361", "#ffffff", "#f4f6f8", "#0b6b4f"];
/// Surfaces and texts of the dark theme are the same for every brand; the accent is the brand's. Cards are lighter than
/// the page.
const DARK_BACKGROUNDS: [&str; 2] = ["#1b2129", "#11151b"];
const DARK_TEXTS: [&str; 2] = ["#f2f4f7", "#b4bdca"];
/// Colours for success and received money, on light and dark surfaces: the first whose hue differs from the accent's is
/// used, so that received money does not look like a link or a button.
const POSITIVES: [[&str; 2]; 3] = [
    ["#16703f", "#6fd39c"],
    ["#387614", "#a3d977"],
    ["#0a7378", "#5fcfd4"],
];
/// The light theme's sunken surface: this percentage of the primary text on the page's background.
const SUNKEN_PERCENT: u8 = 7;
/// The dark theme's sunken surface, and that of sheets and notices.
const DARK_SURFACES: [&str; 2] = ["#0a0d11", "#262e38"];
/// Colours for warnings and failures, on light and dark surfaces.
const WARNINGS: [&str; 2] = ["#8a5300", "#f0b85c"];
const NEGATIVES: [&str; 2] = ["#b3261e", "#ff9a91"];
/// Hues that differ by less look alike.
const ALIKE_DEGREES: u32 = 35;
const NAMES: [&str; 5] = [
    "primary_text",
    "secondary_text",
    "primary_background",
    "secondary_background",
    "accent",
];

input! {
    /// A tenant's brand.
    pub struct ThemeInput {
        /// The brand's colours.
        colours: Colours,
    }

    /// Each as `#rgb`, `#rrggbb` or `r,g,b`; by default the default brand's.
    pub struct Colours {
        /// The colour of main texts; null: `#14181f`.
        primary_text: Option<String>,
        /// The colour of lesser texts; null: `#4a5361`.
        secondary_text: Option<String>,
        /// The colour of cards; null: `#ffffff`.
        primary_background: Option<String>,
        /// The colour of the page; null: `#f4f6f8`.
        secondary_background: Option<String>,
        /// The colour of buttons and links; null: `#0b6b4f`.
        accent: Option<String>,
    }
}

output! {
    /// The brand as CSS custom properties.
    pub struct Theme {
        /// For the light theme: `--brand-primary-text`, …
        css: Properties,
        /// For the dark theme, with the same names.
        dark: Properties,
        /// The pairs whose contrast was too low and has been repaired, such as `primary_text/primary_background`.
        adjusted: Vec<&'static str>,
        /// The properties that a page declares.
        page: PageColours,
    }

    /// The brand's colours, the surfaces derived from them and the status colours, as CSS custom properties. Each text
    /// is legible on every surface, if one shade can serve them all.
    pub struct PageColours {
        /// In the light theme.
        light: Properties,
        /// In the dark theme.
        dark: Properties,
    }
}

/// CSS custom properties and their colours, `#rrggbb`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Properties {
    pairs: Vec<(&'static str, String)>,
}

/// A theme's colours.
#[derive(Clone, Copy)]
struct Palette {
    primary_text: Colour,
    secondary_text: Colour,
    /// Of cards.
    primary_background: Colour,
    /// Of the page.
    secondary_background: Colour,
    accent: Colour,
    accent_text: Colour,
    positive: Colour,
}

/// Surfaces of a page besides the brand's.
struct Surfaces {
    /// Below the page.
    sunken: Colour,
    /// Of sheets and notices.
    overlay: Colour,
    /// The one closest to the text: a shade legible on it is legible on all others.
    nearest: Colour,
    warning: Colour,
    negative: Colour,
}

impl Palette {
    fn properties(&self, contrast: &Contrast) -> Properties {
        Properties::of(&[
            ("--brand-primary-text", self.primary_text),
            ("--brand-secondary-text", self.secondary_text),
            ("--brand-primary-background", self.primary_background),
            ("--brand-secondary-background", self.secondary_background),
            ("--brand-accent", self.accent),
            ("--brand-accent-text", self.accent_text),
            ("--brand-on-accent", text_on(contrast, self.accent)),
            ("--brand-positive", self.positive),
        ])
    }

    /// The properties with the page's surfaces and statuses, and every text legible on all of them.
    fn on_page(&self, contrast: &Contrast, surfaces: &Surfaces) -> Properties {
        let (card, nearest) = (self.primary_background, surfaces.nearest);
        let on_both = |text| readable(contrast, text, card, nearest);
        let negative = on_both(surfaces.negative);
        let texts = Self {
            primary_text: on_both(self.primary_text),
            secondary_text: readable(contrast, self.secondary_text, nearest, card),
            accent_text: on_both(self.accent_text),
            ..*self
        };
        let mut properties = texts.properties(contrast);
        properties.pairs.extend(named(&[
            ("--surface-sunken", surfaces.sunken),
            ("--surface-overlay", surfaces.overlay),
            ("--positive", on_both(self.positive)),
            ("--warning", on_both(surfaces.warning)),
            ("--negative", negative),
            // White or black suits all three, because their lightness is similar.
            ("--on-status", text_on(contrast, negative)),
        ]));
        properties
    }
}

/// White, or black if white is not legible.
fn text_on(contrast: &Contrast, background: Colour) -> Colour {
    if contrast.is_readable(Colour::WHITE, background) {
        Colour::WHITE
    } else {
        Colour::BLACK
    }
}

fn named(colours: &[(&'static str, Colour)]) -> impl Iterator<Item = (&'static str, String)> {
    colours
        .iter()
        .map(|(name, colour)| (*name, colour.to_hexadecimal()))
}

impl Properties {
    fn of(colours: &[(&'static str, Colour)]) -> Self {
        Self {
            pairs: named(colours).collect(),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.pairs
            .iter()
            .map(|(name, colour)| (*name, colour.as_str()))
    }
}

impl Shape for Properties {
    const TYPE: Type = Type::Map(&Type::Text);
}

impl Output for Properties {
    fn write(&self) -> Node<'static> {
        let mut object = Object::new();
        self.pairs
            .iter()
            .for_each(|(name, colour)| object.put(*name, colour.clone().into()));
        Node::Object(object)
    }
}

/// The text, legible on its own background, and on the other too if one shade can serve both.
fn readable(contrast: &Contrast, text: Colour, own: Colour, other: Colour) -> Colour {
    contrast
        .readable_shade(text, &[own, other])
        .or_else(|| contrast.readable_shade(text, &[own]))
        .unwrap_or(text)
}

/// The success colours for an accent, on light and dark surfaces.
fn positives(accent: Colour) -> [Colour; 2] {
    let parsed = POSITIVES.map(|pair| pair.map(fixed));
    let [usual, ..] = parsed;
    parsed
        .into_iter()
        .find(|[light, _]| !alike(*light, accent))
        .unwrap_or(usual)
}

fn alike(one: Colour, other: Colour) -> bool {
    let (Some(one), Some(other)) = (one.hue(), other.hue()) else {
        return false;
    };
    let apart = one.abs_diff(other);
    apart.min(360_u32.saturating_sub(apart)) < ALIKE_DEGREES
}

fn fixed(text: &str) -> Colour {
    Colour::parse(text).unwrap_or(Colour::BLACK)
}

/// Every pair below a contrast of 4.5 to 1 is repaired with the nearest shade towards black or white, and listed. The
/// accent is unchanged as a fill; `--brand-on-accent` is the text on it, `--brand-accent-text` the accent as text, and
/// `--brand-positive` the colour of success, whose hue differs from the accent's. The page's properties are repaired
/// once more, for the surface closest to the text: the sunken one in the light theme, that of sheets in the dark.
/// Source: document 1, section 1; WCAG 2.2.
///
/// # Errors
/// `not_a_colour` for each invalid colour.
pub fn theme(input: &ThemeInput) -> Checked<Theme> {
    let colours = &input.colours;
    let given = [
        &colours.primary_text,
        &colours.secondary_text,
        &colours.primary_background,
        &colours.secondary_background,
        &colours.accent,
    ];
    let texts = given
        .into_iter()
        .zip(DEFAULTS)
        .map(|(given, default)| given.as_deref().unwrap_or(default));
    let parsed = texts
        .zip(NAMES)
        .map(|(text, name)| Colour::parse(text).ok_or(name));
    let violations: Vec<Violation> = parsed
        .clone()
        .filter_map(Result::err)
        .map(|name| Violation::new(name, Code::NotAColour))
        .collect();
    let colours: Vec<Colour> = parsed.filter_map(Result::ok).collect();
    let [primary_text, secondary_text, primary, secondary, accent] = colours[..] else {
        return Err(Refusal { violations });
    };
    let contrast = Contrast::new();
    let mut adjusted = Vec::new();
    for (text, background, pair) in [
        (primary_text, primary, "primary_text/primary_background"),
        (primary_text, secondary, "primary_text/secondary_background"),
        (secondary_text, primary, "secondary_text/primary_background"),
        (
            secondary_text,
            secondary,
            "secondary_text/secondary_background",
        ),
        (accent, primary, "accent/primary_background"),
        (accent, secondary, "accent/secondary_background"),
    ] {
        if !contrast.is_readable(text, background) {
            adjusted.push(pair);
        }
    }
    let [positive, dark_positive] = positives(accent);
    let [warning, dark_warning] = WARNINGS.map(fixed);
    let [negative, dark_negative] = NEGATIVES.map(fixed);
    let light = Palette {
        primary_text: readable(&contrast, primary_text, primary, secondary),
        secondary_text: readable(&contrast, secondary_text, secondary, primary),
        primary_background: primary,
        secondary_background: secondary,
        accent,
        accent_text: readable(&contrast, accent, primary, secondary),
        positive,
    };
    let sunken = secondary.mixed_with(light.primary_text, SUNKEN_PERCENT);
    let light_surfaces = Surfaces {
        sunken,
        overlay: primary,
        nearest: sunken,
        warning,
        negative,
    };

    let backgrounds = DARK_BACKGROUNDS.map(fixed);
    let [dark_primary, dark_secondary] = backgrounds;
    let readable_as_it_is = backgrounds
        .iter()
        .all(|background| contrast.is_readable(accent, *background));
    let bright = if readable_as_it_is {
        accent
    } else {
        accent.brightened()
    };
    let [dark_text, dark_muted] = DARK_TEXTS.map(fixed);
    let dark = Palette {
        primary_text: dark_text,
        secondary_text: dark_muted,
        primary_background: dark_primary,
        secondary_background: dark_secondary,
        accent,
        accent_text: readable(&contrast, bright, dark_primary, dark_secondary),
        positive: dark_positive,
    };
    let [dark_sunken, dark_overlay] = DARK_SURFACES.map(fixed);
    let dark_surfaces = Surfaces {
        sunken: dark_sunken,
        overlay: dark_overlay,
        nearest: dark_overlay,
        warning: dark_warning,
        negative: dark_negative,
    };
    Ok(Theme {
        css: light.properties(&contrast),
        dark: dark.properties(&contrast),
        adjusted,
        page: PageColours {
            light: light.on_page(&contrast, &light_surfaces),
            dark: dark.on_page(&contrast, &dark_surfaces),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn themed(primary_text: &str, accent: &str) -> Checked<Theme> {
        let colours = Colours {
            primary_text: Some(primary_text.into()),
            secondary_text: None,
            primary_background: None,
            secondary_background: None,
            accent: Some(accent.into()),
        };
        theme(&ThemeInput { colours })
    }

    fn property(properties: &Properties, name: &str) -> Colour {
        Colour::parse(
            properties
                .iter()
                .find(|(known, _)| *known == name)
                .unwrap()
                .1,
        )
        .unwrap()
    }

    #[test]
    fn legible_brands_are_unchanged() {
        let theme = themed("#14181f", "#0b6b4f").unwrap();
        assert_eq!(theme.adjusted, Vec::<&str>::new());
        assert_eq!(
            property(&theme.css, "--brand-accent-text").to_hexadecimal(),
            "#0b6b4f"
        );
    }

    #[test]
    fn illegible_pairs_are_repaired_and_listed() {
        let contrast = Contrast::new();
        let theme = themed("#cccccc", "255,220,0").unwrap();
        assert_eq!(
            theme.adjusted.first(),
            Some(&"primary_text/primary_background")
        );
        for properties in [&theme.css, &theme.dark] {
            for text in [
                "--brand-primary-text",
                "--brand-secondary-text",
                "--brand-accent-text",
            ] {
                for background in ["--brand-primary-background", "--brand-secondary-background"] {
                    assert!(
                        contrast.is_readable(
                            property(properties, text),
                            property(properties, background)
                        ),
                        "{text} {background}"
                    );
                }
            }
            assert!(contrast.is_readable(
                property(properties, "--brand-on-accent"),
                property(properties, "--brand-accent")
            ));
        }
    }

    #[test]
    fn success_never_looks_like_the_accent() {
        for red in (0..=255).step_by(15) {
            for green in (0..=255).step_by(15) {
                for blue in (0..=255).step_by(15) {
                    let accent = Colour::parse(&format!("{red},{green},{blue}")).unwrap();
                    let [light, dark] = positives(accent);
                    assert!(!alike(light, accent), "{red},{green},{blue}");
                    assert!(!alike(dark, accent), "{red},{green},{blue}");
                }
            }
        }
    }

    #[test]
    fn invalid_colours_are_refused_by_field() {
        let refusal = themed("red", "url(javascript:)").unwrap_err();
        let fields: Vec<_> = refusal
            .violations
            .iter()
            .map(|violation| violation.field.as_ref())
            .collect();
        assert_eq!(fields, ["primary_text", "accent"]);
    }

    /// Every text is legible on every surface that may be behind it.
    #[test]
    fn every_text_is_legible_on_every_surface() {
        let contrast = Contrast::new();
        for text in ["#14181f", "#6b7280", "#101010", "#ffffff"] {
            for accent in ["#0b6b4f", "#ffee00", "#000000", "#808080", "#ff5555"] {
                let theme = themed(text, accent).unwrap();
                for page in [&theme.page.light, &theme.page.dark] {
                    for surface in [
                        "--brand-primary-background",
                        "--brand-secondary-background",
                        "--surface-sunken",
                        "--surface-overlay",
                    ] {
                        for text in [
                            "--brand-primary-text",
                            "--brand-secondary-text",
                            "--brand-accent-text",
                            "--positive",
                            "--warning",
                            "--negative",
                        ] {
                            let pair = (property(page, text), property(page, surface));
                            assert!(
                                contrast.is_readable(pair.0, pair.1),
                                "{text} on {surface} with {accent}: {pair:?}"
                            );
                        }
                    }
                    for status in ["--positive", "--warning", "--negative"] {
                        let on_status = property(page, "--on-status");
                        assert!(contrast.is_readable(on_status, property(page, status)));
                    }
                }
            }
        }
    }

    #[test]
    fn the_sunken_surface_is_mixed_from_the_text() {
        let theme = themed("#14181f", "#0b6b4f").unwrap();
        // #f4f6f8 with 7 % of #14181f: 244 × 0.93 + 20 × 0.07 = 228.32, 230.46 and 232.81.
        assert_eq!(
            property(&theme.page.light, "--surface-sunken").to_hexadecimal(),
            "#e4e6e9"
        );
        assert_eq!(
            property(&theme.page.dark, "--surface-sunken").to_hexadecimal(),
            "#0a0d11"
        );
    }
}
