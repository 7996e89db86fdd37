//! A tenant's colours as CSS variables, with readable contrast.

use super::colour::{Colour, Contrast};
use crate::json::{Node, Object};
use crate::shape::{Output, Shape, Type, input, output};
use crate::validation::{Checked, Code, Refusal, Violation};

/// The default brand.
const DEFAULTS: [&str; 5] = ["#14181f", "#4a5361", "#ffffff", "#f4f6f8", "#0b6b4f"];
/// The dark theme's surfaces and texts are the same for every brand; its accent is the brand's. Cards are lighter than the page.
const DARK_BACKGROUNDS: [&str; 2] = ["#1b2129", "#11151b"];
const DARK_TEXTS: [&str; 2] = ["#f2f4f7", "#b4bdca"];
/// The colours of success and of money received, on light and on dark surfaces: the first whose hue differs from the
/// accent's, so that money received does not look like a link or a button.
const POSITIVES: [[&str; 2]; 3] = [
    ["#16703f", "#6fd39c"],
    ["#387614", "#a3d977"],
    ["#0a7378", "#5fcfd4"],
];
/// Hues nearer than this look alike.
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
        colours: Colours,
    }

    /// Each `#rgb`, `#rrggbb` or `r,g,b`; the default is the default brand's.
    pub struct Colours {
        primary_text: Option<String>,
        secondary_text: Option<String>,
        primary_background: Option<String>,
        secondary_background: Option<String>,
        accent: Option<String>,
    }
}

output! {
    /// The brand as CSS custom properties.
    pub struct Theme {
        /// For the light theme: `--brand-primary-text`, …
        css: Properties,
        /// For the dark theme, under the same names.
        dark: Properties,
        /// The pairs with too little contrast that were repaired, as in `primary_text/primary_background`.
        adjusted: Vec<&'static str>,
    }
}

/// CSS custom properties and their colours, `#rrggbb`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Properties {
    pairs: [(&'static str, String); 8],
}

impl Properties {
    fn new(
        contrast: &Contrast,
        texts: [Colour; 2],
        backgrounds: [Colour; 2],
        accent: Colour,
        accent_text: Colour,
        positive: Colour,
    ) -> Self {
        let [primary_text, secondary_text] = texts;
        let [primary_background, secondary_background] = backgrounds;
        let on_accent = if contrast.is_readable(Colour::WHITE, accent) {
            Colour::WHITE
        } else {
            Colour::BLACK
        };
        let pairs = [
            ("--brand-primary-text", primary_text),
            ("--brand-secondary-text", secondary_text),
            ("--brand-primary-background", primary_background),
            ("--brand-secondary-background", secondary_background),
            ("--brand-accent", accent),
            ("--brand-accent-text", accent_text),
            ("--brand-on-accent", on_accent),
            ("--brand-positive", positive),
        ];
        Self {
            pairs: pairs.map(|(name, colour)| (name, colour.to_hexadecimal())),
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

/// The text, readable on its own background, and on the other too if one shade can serve both.
fn readable(contrast: &Contrast, text: Colour, own: Colour, other: Colour) -> Colour {
    contrast
        .readable_shade(text, &[own, other])
        .or_else(|| contrast.readable_shade(text, &[own]))
        .unwrap_or(text)
}

/// The colours of success beside this accent, on light and on dark surfaces.
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

/// Every pair below a contrast of 4.5 to 1 is repaired with the nearest shade toward black or white, and listed. The
/// accent is unchanged as a fill; `--brand-on-accent` is the text on it, `--brand-accent-text` the accent as text, and
/// `--brand-positive` the colour of success, which differs from the accent's.
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
    let texts = [
        readable(&contrast, primary_text, primary, secondary),
        readable(&contrast, secondary_text, secondary, primary),
    ];
    let accent_text = readable(&contrast, accent, primary, secondary);
    let [positive, dark_positive] = positives(accent);
    let backgrounds = [primary, secondary];
    let css = Properties::new(&contrast, texts, backgrounds, accent, accent_text, positive);
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
    let accent_text = readable(&contrast, bright, dark_primary, dark_secondary);
    let texts = DARK_TEXTS.map(fixed);
    let dark = Properties::new(
        &contrast,
        texts,
        backgrounds,
        accent,
        accent_text,
        dark_positive,
    );
    Ok(Theme {
        css,
        dark,
        adjusted,
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
    fn a_readable_brand_is_left_alone() {
        let theme = themed("#14181f", "#0b6b4f").unwrap();
        assert_eq!(theme.adjusted, Vec::<&str>::new());
        assert_eq!(
            property(&theme.css, "--brand-accent-text").to_hexadecimal(),
            "#0b6b4f"
        );
    }

    #[test]
    fn an_unreadable_one_is_repaired_and_named() {
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
    fn what_is_no_colour_is_refused_by_name() {
        let refusal = themed("red", "url(javascript:)").unwrap_err();
        let fields: Vec<_> = refusal
            .violations
            .iter()
            .map(|violation| violation.field.as_ref())
            .collect();
        assert_eq!(fields, ["primary_text", "accent"]);
    }
}
