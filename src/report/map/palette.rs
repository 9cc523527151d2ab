//! The colours of the map.
//!
//! Chosen so that nations can be told apart by readers with a colour vision deficiency, and in
//! grey together with the letters on the pieces; tests simulate the deficiencies. Nothing is told
//! by colour alone.

use crate::game::{Home, Nation};

/// Land that is nobody's home country, and the paper below signs and names.
pub(super) const PAPER: &str = "#f4ecd8";
/// The sea.
pub(super) const SEA: &str = "#d3e2e4";
/// The lines in the sea along a coast.
pub(super) const WATER_LINE: &str = "#8fb0b6";
/// Where land and sea meet, and the names of seas.
pub(super) const COAST: &str = "#5c7f88";
/// Ink of names and outlines.
pub(super) const INK: &str = "#2f2418";
/// Large names of countries in the background.
pub(super) const FAINT_INK: &str = "#8d7a5f";
/// A road that is none of the main roads (R1.4).
pub(super) const ROAD: &str = "#a58d69";
/// The edges of a main road (R1.4, R4.1).
pub(super) const MAIN_ROAD: &str = "#7a5a34";
/// Edges of the sectors.
pub(super) const GRID: &str = "#b7a585";
/// Hearts and diamonds.
pub(super) const RED_SUIT: &str = "#c4473a";
/// Spades and clubs.
pub(super) const BLACK_SUIT: &str = "#4a4640";
/// Combats, marked objectives, and numbers of answers.
pub(super) const ALARM: &str = "#b3261e";
/// Letters on dark colours, rims, and the field of Austria's pieces.
pub(super) const WHITE: &str = "#ffffff";

/// Colours of a nation's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Livery {
    /// The colour of the piece.
    pub field: &'static str,
    /// The colour of the letter on it.
    pub letter: &'static str,
    /// The colour of names, arrows and borders on paper: dark enough to be read there.
    pub ink: &'static str,
}

/// The colours of a nation.
pub(super) const fn livery(nation: Nation) -> Livery {
    let (field, letter, ink) = match nation {
        Nation::Prussia => ("#16296a", WHITE, "#1d3577"),
        Nation::Hanover => ("#6db4e8", "#0c2438", "#1f6a9e"),
        Nation::Russia => ("#235c43", WHITE, "#1f5238"),
        Nation::Sweden => ("#aee0a2", "#12331a", "#3a7746"),
        Nation::Austria => (WHITE, "#2b2b2b", "#55504a"),
        Nation::ImperialArmy => ("#f2b91d", "#3a2800", "#8a6200"),
        Nation::France => ("#d43527", WHITE, "#b02a1c"),
    };
    Livery { field, letter, ink }
}

/// The letter on a nation's pieces.
pub(super) const fn letter(nation: Nation) -> &'static str {
    match nation {
        Nation::Prussia => "P",
        Nation::Hanover => "H",
        Nation::Russia => "R",
        Nation::Sweden => "S",
        Nation::Austria => "A",
        Nation::ImperialArmy => "I",
        Nation::France => "F",
    }
}

/// The colour of a home country, and that of the line along its border.
pub(super) const fn wash(home: Home) -> (&'static str, &'static str) {
    match home {
        Home::Prussia => ("#c3cde3", "#7f93c4"),
        Home::Hanover => ("#cfe6ee", "#86bfd6"),
        Home::Austria => ("#fdfbf5", "#c9bfae"),
        Home::Sweden => ("#cfe5c2", "#8fbf83"),
        Home::Empire => ("#f8ebb9", "#dcbf62"),
        Home::Saxony => ("#f3d9a4", "#cf9a4c"),
        Home::Poland => ("#efe3d0", "#cbb596"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Colour = [f64; 3];

    /// Linear light of a colour.
    fn linear(hex: &str) -> Colour {
        let part = |at: usize| {
            let value = u8::from_str_radix(&hex[at..at + 2], 16).expect("a colour");
            let value = f64::from(value) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        [part(1), part(3), part(5)]
    }

    /// Deficiencies of colour vision in full, on linear light (Machado, Oliveira and Fernandes,
    /// 2009), and sight in grey.
    const SIGHTS: [(&str, [Colour; 3]); 5] = [
        ("full", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protanopia",
            [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
        ),
        (
            "deuteranopia",
            [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
        ),
        (
            "tritanopia",
            [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        ),
        ("grey", [[0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722]]),
    ];

    fn seen(sight: &[Colour; 3], hex: &str) -> Colour {
        let light = linear(hex);
        sight.map(|row| row.iter().zip(light).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0))
    }

    /// CIE L*a*b* under D65.
    fn lab([r, g, b]: Colour) -> Colour {
        let x = (0.412_456 * r + 0.357_576 * g + 0.180_438 * b) / 0.950_47;
        let y = 0.212_673 * r + 0.715_152 * g + 0.072_175 * b;
        let z = (0.019_334 * r + 0.119_192 * g + 0.950_304 * b) / 1.088_83;
        let f = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        [116.0 * f(y) - 16.0, 500.0 * (f(x) - f(y)), 200.0 * (f(y) - f(z))]
    }

    fn difference(sight: &[Colour; 3], a: &str, b: &str) -> f64 {
        let (a, b) = (lab(seen(sight, a)), lab(seen(sight, b)));
        a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    }

    /// WCAG 2.1, section 1.4.3.
    fn contrast(a: &str, b: &str) -> f64 {
        let luminance = |hex| {
            let [r, g, b] = linear(hex);
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        let (a, b): (f64, f64) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn nations_are_told_apart_with_every_sight() {
        for (name, sight) in &SIGHTS {
            // In grey the letters do it; colours that meet most often still differ.
            let least = if *name == "grey" { 5.0 } else { 18.0 };
            for a in Nation::ALL {
                for b in Nation::ALL.into_iter().filter(|b| *b != a) {
                    let found = difference(sight, livery(a).field, livery(b).field);
                    assert!(found >= least, "{name}: {a} and {b} differ by {found:.1} only");
                }
            }
        }
    }

    #[test]
    fn letters_are_read_on_pieces_and_inks_on_paper() {
        for nation in Nation::ALL {
            let Livery { field, letter, ink } = livery(nation);
            assert!(contrast(field, letter) >= 4.5, "{nation}: {:.1}", contrast(field, letter));
            let paper = contrast(ink, PAPER);
            assert!(paper >= 3.5, "{nation}: {paper:.1}");
        }
        let homes = [
            Home::Prussia,
            Home::Hanover,
            Home::Austria,
            Home::Sweden,
            Home::Empire,
            Home::Saxony,
            Home::Poland,
        ];
        for home in homes {
            assert!(contrast(wash(home).0, INK) >= 7.0, "{home:?}");
        }
    }

    #[test]
    fn home_countries_side_by_side_differ() {
        let neighbours = [
            (Home::Prussia, Home::Saxony),
            (Home::Prussia, Home::Hanover),
            (Home::Prussia, Home::Poland),
            (Home::Prussia, Home::Austria),
            (Home::Prussia, Home::Sweden),
            (Home::Prussia, Home::Empire),
            (Home::Saxony, Home::Austria),
            (Home::Saxony, Home::Empire),
            (Home::Hanover, Home::Empire),
            (Home::Empire, Home::Austria),
            (Home::Poland, Home::Austria),
        ];
        for (name, sight) in SIGHTS.iter().filter(|(name, _)| *name != "grey") {
            for (a, b) in neighbours {
                let found = difference(sight, wash(a).0, wash(b).0);
                assert!(found >= 6.0, "{name}: {a:?} and {b:?} differ by {found:.1} only");
            }
        }
    }
}
