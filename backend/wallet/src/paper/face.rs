//! The typeface of documents: glyphs of a text and their positions.

use std::sync::LazyLock;
use ttf_parser::{Face as Parsed, GlyphId};

/// Replaces characters missing from the typeface.
pub const REPLACEMENT: char = '□';

/// One weight of the typeface.
pub struct Face {
    pub data: &'static [u8],
    pub name: &'static str,
    parsed: Parsed<'static>,
    /// The glyphs of the first characters, which hold nearly all of a text; 0 for none.
    first: Vec<u16>,
    /// The widths of the glyphs.
    advances: Vec<f32>,
}

/// Up to the arrows and mathematical signs.
const FIRST: u16 = 0x2300;

/// A positioned glyph. Lengths are in thousandths of the font size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glyph {
    pub id: u16,
    pub character: char,
    /// The distance from the start of the text.
    pub x: f32,
    /// The height above the baseline.
    pub y: f32,
}

/// A text as glyphs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Shaped {
    pub glyphs: Vec<Glyph>,
    pub width: f32,
    /// Whether a character was replaced.
    pub lacks: bool,
}

static REGULAR: LazyLock<Option<Face>> = LazyLock::new(|| {
    Face::of(
        include_bytes!("fonts/inter-regular.ttf"),
        "AJOREG+Inter-Regular",
    )
});
static BOLD: LazyLock<Option<Face>> =
    LazyLock::new(|| Face::of(include_bytes!("fonts/inter-bold.ttf"), "AJOBLD+Inter-Bold"));

/// The regular and bold weights; `None` if an embedded font file is damaged.
pub fn faces() -> Option<[&'static Face; 2]> {
    Some([REGULAR.as_ref()?, BOLD.as_ref()?])
}

impl Face {
    fn of(data: &'static [u8], name: &'static str) -> Option<Self> {
        let parsed = Parsed::parse(data, 0).ok()?;
        let glyph = |character: u16| {
            let found = parsed.glyph_index(char::from_u32(character.into())?)?;
            Some(found.0)
        };
        let first = (0..FIRST).map(|character| glyph(character).unwrap_or(0));
        let first = first.collect();
        let mut face = Self {
            data,
            name,
            parsed,
            first,
            advances: Vec::new(),
        };
        let units = |id| face.parsed.glyph_hor_advance(GlyphId(id)).unwrap_or(0);
        let widths = (0..face.parsed.number_of_glyphs())
            .map(|id| face.thousandths(f32::from(units(id))))
            .collect();
        face.advances = widths;
        Some(face)
    }

    fn glyph(&self, character: char) -> Option<u16> {
        let known = usize::try_from(u32::from(character)).ok();
        match known.and_then(|index| self.first.get(index)) {
            Some(0) => None,
            Some(id) => Some(*id),
            None => self.parsed.glyph_index(character).map(|id| id.0),
        }
    }

    pub fn is_bold(&self) -> bool {
        self.name.ends_with("Bold")
    }

    fn thousandths(&self, units: f32) -> f32 {
        units * 1000.0 / f32::from(self.parsed.units_per_em())
    }

    pub fn advance(&self, id: u16) -> f32 {
        self.advances.get(usize::from(id)).copied().unwrap_or(0.0)
    }

    pub fn ascender(&self) -> f32 {
        self.thousandths(f32::from(self.parsed.ascender()))
    }

    pub fn descender(&self) -> f32 {
        self.thousandths(f32::from(self.parsed.descender()))
    }

    pub fn cap_height(&self) -> f32 {
        let height = self.parsed.capital_height().unwrap_or(0);
        self.thousandths(f32::from(height))
    }

    /// The left, bottom, right and top of a glyph.
    fn bounds(&self, id: u16) -> [f32; 4] {
        let found = self.parsed.glyph_bounding_box(GlyphId(id));
        found.map_or([0.0; 4], |found| {
            [found.x_min, found.y_min, found.x_max, found.y_max]
                .map(|units| self.thousandths(f32::from(units)))
        })
    }

    pub fn bounding_box(&self) -> [f32; 4] {
        let found = self.parsed.global_bounding_box();
        [found.x_min, found.y_min, found.x_max, found.y_max]
            .map(|units| self.thousandths(f32::from(units)))
    }

    /// Shapes a line of text. A tone mark is centred over its letter, as high as the letter needs. A character missing
    /// from the typeface is replaced; an emoji of several parts is replaced once.
    pub fn shape(&self, text: &str) -> Shaped {
        let mut shaped = Shaped::default();
        let mut letter: Option<(Glyph, Option<f32>)> = None;
        let mut joins = false;
        for character in text.chars().filter(|character| !character.is_control()) {
            let joined = std::mem::replace(&mut joins, character == JOINER);
            if continues_emoji(character) || (joined && shaped.lacks) {
                continue;
            }
            let found = self.glyph(character);
            shaped.lacks |= found.is_none();
            let shown = found.map_or(REPLACEMENT, |_| character);
            let id = found.or_else(|| self.glyph(REPLACEMENT)).unwrap_or(0);
            if is_mark(character)
                && let Some((base, top)) = &mut letter
            {
                let top = top.get_or_insert_with(|| self.bounds(base.id)[3]);
                shaped.glyphs.push(self.over(base, top, id, character));
                continue;
            }
            let glyph = Glyph {
                id,
                character: shown,
                x: shaped.width,
                y: 0.0,
            };
            shaped.glyphs.push(glyph);
            shaped.width += self.advance(id);
            letter = Some((glyph, None));
        }
        shaped
    }

    /// Positions a mark over its letter. `top` is the height already occupied.
    fn over(&self, letter: &Glyph, top: &mut f32, id: u16, character: char) -> Glyph {
        let [left, bottom, right, _] = self.bounds(letter.id);
        let [mark_left, mark_bottom, mark_right, mark_top] = self.bounds(id);
        let x = letter.x + f32::midpoint(left, right) - f32::midpoint(mark_left, mark_right);
        let y = match is_below(character) {
            true => bottom.min(0.0),
            false => (*top + MARK_GAP - mark_bottom).max(0.0),
        };
        if !is_below(character) {
            *top = y + mark_top;
        }
        Glyph {
            id,
            character,
            x,
            y,
        }
    }
}

/// The gap between a letter and its mark.
const MARK_GAP: f32 = 60.0;
const JOINER: char = '\u{200d}';

/// Combining marks of the Latin alphabet. (Unicode, Combining Diacritical Marks.)
const fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}')
}

const fn is_below(character: char) -> bool {
    matches!(character, '\u{316}'..='\u{333}')
}

/// Parts of an emoji without meaning of their own: variation selectors, skin tones, joiners.
const fn continues_emoji(character: char) -> bool {
    matches!(character, JOINER | '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn regular() -> &'static Face {
        faces().unwrap()[0]
    }

    fn shown(text: &str) -> String {
        let shaped = regular().shape(text);
        shaped.glyphs.iter().map(|glyph| glyph.character).collect()
    }

    #[test]
    fn every_nigerian_name_keeps_its_letters() {
        for name in [
            "Ọláṣadé Adébáyọ̀",
            "Ògúnwándé Ìyábọ̀",
            "Nwáḿkpà Ụzọ́ṅdụ̀",
            "Ńnamdi Ǹjọ́kụ",
            "Ɓala Ɗanjuma Ƙabiru Ƴar’aduwa",
            "ɓarawo ɗaki ƙauye ƴanci",
            "Ẹ̀fẹ̀tọ́bọ̀rẹ̀ Ɛdɛ Ɔkɔ Ǝ",
        ] {
            let shaped = regular().shape(name);
            assert!(!shaped.lacks, "{name}");
            assert_eq!(shown(name), name);
        }
        assert!(!regular().shape("₦1,234.50 $£₿₮Ξ€ – — … • “”").lacks);
    }

    #[test]
    fn tone_marks_are_placed_over_letters_and_have_no_width() {
        let (plain, toned) = (regular().shape("ọx"), regular().shape("ọ\u{300}x"));
        assert_eq!(plain.width, toned.width);
        let [letter, mark, next] = toned.glyphs[..] else {
            panic!("three glyphs");
        };
        assert_eq!(next.x, plain.glyphs[1].x);
        let middle = |glyph: Glyph| {
            let [left, _, right, _] = regular().bounds(glyph.id);
            glyph.x + f32::midpoint(left, right)
        };
        assert!((middle(letter) - middle(mark)).abs() < 1.0);
        // Higher over a capital letter.
        let capital = regular().shape("Ọ\u{300}").glyphs[1];
        assert!(capital.y > mark.y, "{capital:?} {mark:?}");
    }

    #[test]
    fn missing_characters_are_replaced_once_and_reported() {
        for (text, replaced) in [
            ("Aso-ebi 🎉", "Aso-ebi □"),
            ("🙏🏾", "□"),
            ("👩‍👩‍👧 ok", "□ ok"),
            ("❤️!", "□!"),
            ("مرحبا", "□□□□□"),
        ] {
            assert_eq!(shown(text), replaced);
            assert!(regular().shape(text).lacks);
        }
        assert!(!regular().shape("rent").lacks);
    }
}
