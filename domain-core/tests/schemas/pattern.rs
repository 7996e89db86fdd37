//! Matching of the regular expressions in the schemas: groups, alternatives, classes and counts.

use crate::dice::Dice;
use std::collections::BTreeSet;

enum Part {
    /// Ranges of characters.
    One(Vec<(char, char)>),
    /// Alternatives, each a sequence.
    Group(Vec<Vec<(Part, usize, usize)>>),
}

/// Whether the whole text matches.
pub fn matches(pattern: &str, text: &str) -> bool {
    let text: Vec<char> = text.chars().collect();
    ends(&parsed(pattern), &text, 0).contains(&text.len())
}

/// A random text that matches.
pub fn sample(pattern: &str, dice: &mut Dice) -> String {
    let mut text = String::new();
    write(&parsed(pattern), dice, &mut text);
    text
}

fn parsed(pattern: &str) -> Part {
    let inner = pattern.strip_prefix('^').unwrap();
    let inner: Vec<char> = inner.strip_suffix('$').unwrap().chars().collect();
    let mut rest: &[char] = &inner;
    let parsed = group(&mut rest);
    assert!(rest.is_empty(), "{pattern}");
    parsed
}

/// Repeats a part some times more than it must.
const MORE: usize = 9;

fn write(part: &Part, dice: &mut Dice, text: &mut String) {
    match part {
        Part::One(ranges) => {
            let (from, to) = ranges[dice.below(ranges.len())];
            let all: Vec<char> = (from..=to).collect();
            text.push(all[dice.below(all.len())]);
        }
        Part::Group(all) => {
            for (part, least, most) in &all[dice.below(all.len())] {
                let most = (*most).min(least + MORE);
                for _ in 0..least + dice.below(most - least + 1) {
                    write(part, dice, text);
                }
            }
        }
    }
}

fn next(rest: &mut &[char]) -> char {
    let (first, others) = rest.split_first().unwrap();
    *rest = others;
    *first
}

fn group(rest: &mut &[char]) -> Part {
    let mut all = vec![Vec::new()];
    while let Some(first) = rest.first().filter(|first| **first != ')') {
        if *first == '|' {
            next(rest);
            all.push(Vec::new());
            continue;
        }
        let part = match next(rest) {
            '(' => {
                let inner = group(rest);
                assert_eq!(next(rest), ')');
                inner
            }
            '[' => {
                let mut ranges = Vec::new();
                while rest[0] != ']' {
                    let from = next(rest);
                    let is_range = rest[0] == '-' && rest[1] != ']';
                    let to = if is_range {
                        next(rest);
                        next(rest)
                    } else {
                        from
                    };
                    ranges.push((from, to));
                }
                next(rest);
                Part::One(ranges)
            }
            '\\' => {
                let one = next(rest);
                Part::One(vec![(one, one)])
            }
            one => Part::One(vec![(one, one)]),
        };
        let (least, most) = match rest.first() {
            Some('?') => (0, 1),
            Some('*') => (0, usize::MAX),
            Some('+') => (1, usize::MAX),
            Some('{') => count(rest),
            _ => (1, 1),
        };
        if let Some('?' | '*' | '+' | '}') = rest.first() {
            next(rest);
        }
        all.last_mut().unwrap().push((part, least, most));
    }
    Part::Group(all)
}

/// `{2}` or `{1,8}`, up to its end.
fn count(rest: &mut &[char]) -> (usize, usize) {
    next(rest);
    let end = rest.iter().position(|one| *one == '}').unwrap();
    let counts: String = rest[..end].iter().collect();
    *rest = &rest[end..];
    let (least, most) = counts.split_once(',').unwrap_or((&counts, &counts));
    (least.parse().unwrap(), most.parse().unwrap())
}

/// The places where a match from a place may end.
fn ends(part: &Part, text: &[char], from: usize) -> BTreeSet<usize> {
    match part {
        Part::One(ranges) => {
            let one = text.get(from);
            let fits = |one: &&char| ranges.iter().any(|(from, to)| (from..=to).contains(one));
            one.filter(fits).map(|_| from + 1).into_iter().collect()
        }
        Part::Group(all) => all
            .iter()
            .flat_map(|sequence| {
                let mut places = BTreeSet::from([from]);
                for (part, least, most) in sequence {
                    let mut reached = places.clone();
                    let mut found = if *least == 0 { places } else { BTreeSet::new() };
                    for times in 1..=*most {
                        reached = reached
                            .iter()
                            .flat_map(|at| ends(part, text, *at))
                            .collect();
                        let before = found.len();
                        if times >= *least {
                            found.extend(&reached);
                        }
                        if reached.is_empty() || times > *least && found.len() == before {
                            break;
                        }
                    }
                    places = found;
                }
                places
            })
            .collect(),
    }
}
