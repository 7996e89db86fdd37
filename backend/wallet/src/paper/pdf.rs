//! Pages as a PDF.

use super::face::{Face, Glyph, faces};
use super::sheet::{Brand, Colour, Mark, Sheet};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use ground::pictures::Pixels;
use pdf_writer::types::{CidFontType, FontFlags, LineCapStyle, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use std::collections::BTreeMap;
use std::io::Write;

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const INFO: Ref = Ref::new(3);
const LOGO: Ref = Ref::new(4);
/// The opacity of the logo.
const LOGO_MASK: Ref = Ref::new(5);
/// The first object number for fonts. Each takes five.
const FONTS: i32 = 10;
/// The first object number for pages. Each takes two.
const FIRST_PAGE: i32 = 20;
const NAMES: [&[u8]; 2] = [b"R", b"B"];
const LOGO_NAME: &[u8] = b"L";
const IDENTITY: SystemInfo<'_> = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};
/// The distance of the control points of a quarter circle from its centre.
const QUARTER: f32 = 0.552_284_8;

/// The used glyphs of a font, with their characters.
type Used = BTreeMap<u16, char>;

/// Writes a document, given its title and its subject.
pub fn write(sheets: &[Sheet], [title, subject]: [&str; 2], brand: &Brand) -> Vec<u8> {
    let mut used = [Used::new(), Used::new()];
    let mut pdf = Pdf::new();
    pdf.catalog(CATALOG).pages(PAGES).lang(TextStr("en-NG"));
    let numbers = || (FIRST_PAGE..).step_by(2).zip(sheets);
    let kids = numbers().map(|(number, _)| Ref::new(number));
    let count = i32::try_from(sheets.len()).unwrap_or(i32::MAX);
    pdf.pages(PAGES).kids(kids).count(count);
    for (number, sheet) in numbers() {
        let content = Ref::new(number + 1);
        let mut page = pdf.page(Ref::new(number));
        page.media_box(Rect::new(0.0, 0.0, sheet.width, sheet.height))
            .parent(PAGES)
            .contents(content);
        let mut resources = page.resources();
        let mut fonts = resources.fonts();
        for (index, name) in NAMES.iter().enumerate() {
            fonts.pair(Name(name), refs(index)[0]);
        }
        fonts.finish();
        if brand.logo.is_some() {
            resources.x_objects().pair(Name(LOGO_NAME), LOGO);
        }
        resources.finish();
        page.finish();
        pdf.stream(content, &deflated(&drawn(sheet, &mut used)))
            .filter(Filter::FlateDecode);
    }
    for (index, face) in faces().into_iter().flatten().enumerate() {
        embed(&mut pdf, refs(index), face, &used[index]);
    }
    if let Some(logo) = &brand.logo {
        picture(&mut pdf, logo);
    }
    pdf.document_info(INFO)
        .title(TextStr(title))
        .subject(TextStr(subject))
        .author(TextStr(&brand.name))
        .producer(TextStr(&brand.name));
    pdf.finish()
}

/// Embeds the logo and its opacity.
fn picture(pdf: &mut Pdf, logo: &Pixels) {
    let side = |length: u32| i32::try_from(length).unwrap_or(i32::MAX);
    let (width, height) = (side(logo.width), side(logo.height));
    let colours = deflated(&logo.colours);
    let mut image = pdf.image_xobject(LOGO, &colours);
    image.filter(Filter::FlateDecode);
    image.width(width).height(height).bits_per_component(8);
    image.color_space().device_rgb();
    image.s_mask(LOGO_MASK);
    image.finish();
    let opacity = deflated(&logo.opacity);
    let mut mask = pdf.image_xobject(LOGO_MASK, &opacity);
    mask.filter(Filter::FlateDecode);
    mask.width(width).height(height).bits_per_component(8);
    mask.color_space().device_gray();
    mask.finish();
}

fn refs(index: usize) -> [Ref; 5] {
    let first = FONTS + 5 * i32::from(index > 0);
    [0, 1, 2, 3, 4].map(|offset| Ref::new(first + offset))
}

/// Embeds a font with its outlines, glyph widths and characters, so that text can be searched and copied.
fn embed(
    pdf: &mut Pdf,
    [font, cid, descriptor, file, characters]: [Ref; 5],
    face: &Face,
    used: &Used,
) {
    let name = Name(face.name.as_bytes());
    pdf.type0_font(font)
        .base_font(name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid)
        .to_unicode(characters);
    let mut described = pdf.cid_font(cid);
    described
        .subtype(CidFontType::Type2)
        .base_font(name)
        .system_info(IDENTITY)
        .font_descriptor(descriptor)
        .cid_to_gid_map_predefined(Name(b"Identity"))
        .default_width(0.0);
    let mut widths = described.widths();
    for id in used.keys() {
        widths.consecutive(*id, [face.advance(*id)]);
    }
    widths.finish();
    described.finish();
    let [left, bottom, right, top] = face.bounding_box();
    pdf.font_descriptor(descriptor)
        .name(name)
        .flags(FontFlags::SYMBOLIC)
        .bbox(Rect::new(left, bottom, right, top))
        .italic_angle(0.0)
        .ascent(face.ascender())
        .descent(face.descender())
        .cap_height(face.cap_height())
        .stem_v(if face.is_bold() { 140.0 } else { 80.0 })
        .font_file2(file);
    pdf.stream(file, &deflated(face.data))
        .filter(Filter::FlateDecode)
        .pair(
            Name(b"Length1"),
            i32::try_from(face.data.len()).unwrap_or(i32::MAX),
        );
    let mut map = UnicodeCmap::new(Name(b"Characters"), IDENTITY);
    for (id, character) in used {
        map.pair(*id, *character);
    }
    pdf.cmap(characters, &map.finish());
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

fn drawn(sheet: &Sheet, used: &mut [Used; 2]) -> Vec<u8> {
    let mut content = Content::new();
    for mark in &sheet.marks {
        draw(&mut content, mark, sheet.height, used);
    }
    content.finish().to_vec()
}

fn draw(content: &mut Content, mark: &Mark, height: f32, used: &mut [Used; 2]) {
    let up = |y: f32| height - y;
    let stroke = |content: &mut Content, width: f32, Colour([red, green, blue]): Colour| {
        content.set_line_width(width);
        content.set_line_cap(LineCapStyle::RoundCap);
        content.set_stroke_rgb(red, green, blue);
    };
    match mark {
        Mark::Area {
            place: [x, y, width, tall],
            colour: Colour([red, green, blue]),
        } => {
            content.set_fill_rgb(*red, *green, *blue);
            content.rect(*x, up(y + tall), *width, *tall);
            content.fill_nonzero();
        }
        Mark::Stroke {
            points,
            width,
            colour,
            is_dashed,
        } => {
            stroke(content, *width, *colour);
            let pattern: &[f32] = if *is_dashed { &[1.0, 4.0] } else { &[] };
            content.set_dash_pattern(pattern.iter().copied(), 0.0);
            for (index, [x, y]) in points.iter().enumerate() {
                if index == 0 {
                    content.move_to(*x, up(*y));
                } else {
                    content.line_to(*x, up(*y));
                }
            }
            content.stroke();
        }
        Mark::Logo {
            place: [x, y, width, tall],
        } => {
            content.save_state();
            content.transform([*width, 0.0, 0.0, *tall, *x, up(y + tall)]);
            content.x_object(Name(LOGO_NAME));
            content.restore_state();
        }
        Mark::Circle {
            centre: [x, y],
            radius,
            width,
            colour,
        } => {
            stroke(content, *width, *colour);
            content.set_dash_pattern([], 0.0);
            circle(content, *x, up(*y), *radius);
            content.stroke();
        }
        Mark::Text {
            x,
            y,
            size,
            is_bold,
            colour: Colour([red, green, blue]),
            text,
        } => {
            let index = usize::from(*is_bold);
            let Some(face) = faces().map(|faces| faces[index]) else {
                return;
            };
            content.set_fill_rgb(*red, *green, *blue);
            content.begin_text();
            content.set_font(Name(NAMES[index]), *size);
            for run in runs(face, &face.shape(text).glyphs) {
                let Some(first) = run.first() else { continue };
                let scale = size / 1000.0;
                let place = [x + first.x * scale, up(*y) + first.y * scale];
                content.set_text_matrix([1.0, 0.0, 0.0, 1.0, place[0], place[1]]);
                let ids: Vec<u8> = run
                    .iter()
                    .flat_map(|glyph| glyph.id.to_be_bytes())
                    .collect();
                content.show(Str(&ids));
                used[index].extend(run.iter().map(|glyph| (glyph.id, glyph.character)));
            }
            content.end_text();
        }
    }
}

/// Splits glyphs into runs on the baseline; a mark over a letter is its own run.
fn runs<'g>(face: &Face, glyphs: &'g [Glyph]) -> Vec<&'g [Glyph]> {
    let follows = |one: &Glyph, next: &Glyph| {
        (next.x - one.x - face.advance(one.id)).abs() < 0.01 && (next.y - one.y).abs() < 0.01
    };
    glyphs.chunk_by(follows).collect()
}

fn circle(content: &mut Content, x: f32, y: f32, radius: f32) {
    let near = radius * QUARTER;
    content.move_to(x + radius, y);
    content.cubic_to(x + radius, y + near, x + near, y + radius, x, y + radius);
    content.cubic_to(x - near, y + radius, x - radius, y + near, x - radius, y);
    content.cubic_to(x - radius, y - near, x - near, y - radius, x, y - radius);
    content.cubic_to(x + near, y - radius, x + radius, y - near, x + radius, y);
}
