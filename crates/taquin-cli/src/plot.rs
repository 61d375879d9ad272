//! Pictures with axes, as SVG or PNG files: what kind of file, the font, colours and the look of axes.
//!
//! Text is measured with a font that is part of the program, so that pictures need nothing from the
//! system.

use crate::failure::Failure;
use crate::output;
use plotters::chart::MeshStyle;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::TextStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::path::Path;
use std::sync::Once;

/// The form of a picture, told by the end of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Svg,
    Png,
}

pub(crate) const SIZE: (u32, u32) = (960, 600);
/// Red, green and blue.
const BYTES_PER_PIXEL: usize = 3;
pub(crate) const INK: RGBColor = RGBColor(40, 44, 52);
pub(crate) const FAINT: RGBColor = RGBColor(222, 224, 228);
/// Colours that people with colour blindness can tell apart (Okabe and Ito), then more.
pub(crate) const COLOURS: [RGBColor; 12] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(90, 90, 90),
    RGBColor(150, 110, 60),
    RGBColor(118, 42, 131),
    RGBColor(190, 30, 45),
    RGBColor(127, 188, 65),
    RGBColor(0, 0, 0),
];

/// What came of drawing.
pub(crate) type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// Something that can be drawn, whatever the form of the file.
pub(crate) trait Picture {
    fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> Drawn<DB>;
}

/// Complains about a name that tells no form and a place that cannot be written to, before any time is
/// spent on what is to be drawn.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    form(path)?;
    output::check(path)
}

fn form(path: &Path) -> Result<Form, Failure> {
    match path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("svg") => Ok(Form::Svg),
        Some("png") => Ok(Form::Png),
        _ => Err(Failure::new(format_args!(
            "{}: a picture is an .svg or a .png file, by the end of its name",
            path.display()
        ))),
    }
}

/// Draws a picture into a file.
pub(crate) fn write(path: &Path, picture: &impl Picture) -> Result<(), Failure> {
    use_own_font();
    let failure = |error: &dyn std::fmt::Display| {
        Failure::new(format_args!("{}: cannot draw the picture: {error}", path.display()))
    };
    match form(path)? {
        Form::Svg => {
            let mut text = String::new();
            let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
            on_paper(&area, picture).map_err(|error| failure(&error))?;
            drop(area);
            output::write(path, text.as_bytes())
        }
        Form::Png => {
            let (width, height) = SIZE;
            let mut pixels = vec![0; width as usize * height as usize * BYTES_PER_PIXEL];
            let area = BitMapBackend::with_buffer(&mut pixels, SIZE).into_drawing_area();
            on_paper(&area, picture).map_err(|error| failure(&error))?;
            drop(area);
            output::write(path, &png(&pixels).map_err(|error| failure(&error))?)
        }
    }
}

fn on_paper<DB: DrawingBackend>(area: &DrawingArea<DB, Shift>, picture: &impl Picture) -> Drawn<DB> {
    area.fill(&WHITE)?;
    picture.draw(&area.margin(8, 0, 0, 0))?;
    area.present()
}

/// Draws axes and grid in the looks that all pictures share.
pub(crate) fn axes<X, Y, DB>(mesh: &mut MeshStyle<'_, '_, X, Y, DB>) -> Drawn<DB>
where
    DB: DrawingBackend,
    X: Ranged + ValueFormatter<X::ValueType>,
    Y: Ranged + ValueFormatter<Y::ValueType>,
{
    mesh.axis_desc_style(words(17))
        .label_style(words(14))
        .bold_line_style(FAINT)
        .light_line_style(FAINT.mix(0.4))
        .axis_style(INK)
        .draw()
}

/// Words of a size.
pub(crate) fn words(size: i32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

/// The same, with a part of them at their place.
pub(crate) fn words_at(size: i32, horizontal: HPos, vertical: VPos) -> TextStyle<'static> {
    words(size).pos(Pos::new(horizontal, vertical))
}

/// The bytes of a PNG file.
fn png(pixels: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, SIZE.0, SIZE.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(file)
}

fn use_own_font() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let font = include_bytes!("../assets/DejaVuSans-Latin.ttf");
        for style in [FontStyle::Normal, FontStyle::Bold] {
            assert!(
                plotters::style::register_font("sans-serif", style, font).is_ok(),
                "the font that comes with the program can be read"
            );
        }
    });
}
