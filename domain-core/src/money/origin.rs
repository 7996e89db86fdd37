//! The origins of amounts: while a call is explained, every amount remembers how it was made.
//!
//! Without the feature `explain` an origin takes no room and no time. With it, it is the number of a step of the call
//! that this thread is explaining; otherwise zero.

use super::{Amount, Rounding};
use rust_decimal::Decimal;

/// The origin of an amount. It makes no difference to the amount: origins are all equal.
#[derive(Debug, Clone, Copy, Default, Eq)]
pub(crate) struct Origin(#[cfg(feature = "explain")] u32);

impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl std::hash::Hash for Origin {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// The operation that made an amount.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(
    not(feature = "explain"),
    expect(dead_code, reason = "nothing is explained")
)]
pub(crate) enum Way {
    Plus,
    Minus,
    AtMost,
    AtLeast,
    /// The amount × `times` ÷ `over`, rounded once.
    Scaled {
        times: Decimal,
        over: Decimal,
        rounding: Rounding,
    },
    /// One of equal parts; the remainder goes to the first ones.
    Part {
        number: u32,
        count: u32,
    },
    /// Anything else, in words.
    Described(&'static str),
}

impl Amount {
    /// The amount, made from others.
    #[inline]
    #[must_use]
    pub(crate) fn made(self, way: Way, of: &[&Self]) -> Self {
        #[cfg(feature = "explain")]
        if trace::is_on() {
            return trace::made(self, way, of);
        }
        let _ = (way, of);
        self
    }
}

#[cfg(feature = "explain")]
pub(crate) mod trace {
    //! The steps of the call that this thread is explaining.

    use super::{Amount, Origin, Rounding, Way};
    use crate::json::{Node, Object};
    use std::cell::{Cell, RefCell};

    /// Stands in an output's text before and after the number of its step.
    pub(crate) const MARK: char = '\u{1}';
    /// A call with more steps is answered without an explanation.
    pub(crate) const MOST_STEPS: usize = 10_000;

    thread_local! {
        static IS_ON: Cell<bool> = const { Cell::new(false) };
        static STEPS: RefCell<Vec<Node<'static>>> = const { RefCell::new(Vec::new()) };
        static PATH: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    }

    #[inline]
    pub(crate) fn is_on() -> bool {
        IS_ON.get()
    }

    /// Traces a call, and returns its steps.
    pub(crate) fn run<R>(call: impl FnOnce() -> R) -> (R, Vec<Node<'static>>) {
        /// Switches the trace off, even if the call panics.
        struct Off;
        impl Drop for Off {
            fn drop(&mut self) {
                IS_ON.set(false);
                PATH.with_borrow_mut(Vec::clear);
            }
        }
        STEPS.with_borrow_mut(Vec::clear);
        PATH.with_borrow_mut(Vec::clear);
        IS_ON.set(true);
        let off = Off;
        let result = call();
        drop(off);
        (result, STEPS.take())
    }

    /// Goes into a member of the input.
    #[inline]
    pub(crate) fn enter(key: impl FnOnce() -> String) {
        if is_on() {
            PATH.with_borrow_mut(|path| path.push(key()));
        }
    }

    #[inline]
    pub(crate) fn leave() {
        if is_on() {
            PATH.with_borrow_mut(|path| drop(path.pop()));
        }
    }

    fn add(members: Vec<(&'static str, Node<'static>)>) -> Origin {
        let mut step = Object::new();
        for (key, node) in members {
            step.put(key, node);
        }
        STEPS.with_borrow_mut(|steps| {
            if steps.len() >= MOST_STEPS {
                return Origin(0);
            }
            steps.push(Node::Object(step));
            Origin(u32::try_from(steps.len()).unwrap_or_default())
        })
    }

    /// The origin of a figure of the input that is being read.
    pub(crate) fn input(text: &str) -> Origin {
        if !is_on() {
            return Origin::default();
        }
        let path = PATH.with_borrow(|path| path.join("."));
        add(vec![
            ("path", path.into()),
            ("value", text.to_owned().into()),
            ("way", "input".into()),
        ])
    }

    /// The number of an amount's step; one that nothing made is a constant of the rules.
    fn step_of(amount: &Amount) -> Node<'static> {
        let Origin(number) = match amount.origin {
            Origin(0) => add(vec![
                ("value", amount.text().into()),
                ("way", "constant".into()),
            ]),
            known => known,
        };
        Node::integer(number.into())
    }

    pub(super) fn made(amount: Amount, way: Way, of: &[&Amount]) -> Amount {
        let of = Node::List(of.iter().map(|one| step_of(one)).collect());
        let mut step = vec![("of", of), ("value", amount.text().into())];
        let name = match way {
            Way::Plus => "plus",
            Way::Minus => "minus",
            Way::AtMost => "at_most",
            Way::AtLeast => "at_least",
            Way::Scaled {
                times,
                over,
                rounding,
            } => {
                step.push(("times", times.normalize().to_string().into()));
                step.push(("over", over.normalize().to_string().into()));
                let rounding = match rounding {
                    Rounding::Up => "up",
                    Rounding::Down => "down",
                    Rounding::HalfUp => "half_up",
                };
                step.push(("rounding", rounding.into()));
                "scaled"
            }
            Way::Part { number, count } => {
                step.push(("number", Node::integer(number.into())));
                step.push(("count", Node::integer(count.into())));
                "part"
            }
            Way::Described(words) => {
                step.push(("words", words.into()));
                "described"
            }
        };
        step.push(("way", name.into()));
        Amount {
            origin: add(step),
            ..amount
        }
    }

    /// The text of an amount in an output, marked with its step.
    pub(crate) fn marked(amount: &Amount) -> String {
        let Node::Number(step) = step_of(amount) else {
            return amount.text();
        };
        let mut text = String::from(MARK);
        text.push_str(&step);
        text.push(MARK);
        text.push_str(&amount.text());
        text
    }

    /// Removes the marks of an output, and collects the steps of its figures by their paths.
    pub(crate) fn unmarked(
        node: Node<'static>,
        path: &str,
        found: &mut Object<'static>,
    ) -> Node<'static> {
        match node {
            Node::Text(text) => {
                let marked = text
                    .strip_prefix(MARK)
                    .and_then(|rest| rest.split_once(MARK));
                match marked {
                    Some((step, plain)) => {
                        found.put(path.to_owned(), Node::Number(step.to_owned().into()));
                        Node::Text(plain.to_owned().into())
                    }
                    None => Node::Text(text),
                }
            }
            Node::List(items) => {
                let items = items.into_iter().enumerate();
                Node::List(
                    items
                        .map(|(place, item)| unmarked(item, &format!("{path}/{place}"), found))
                        .collect(),
                )
            }
            Node::Object(object) => {
                let members = object.into_members().into_iter().map(|(key, node)| {
                    let path = format!("{path}/{key}");
                    (key, unmarked(node, &path, found))
                });
                Node::Object(Object::in_order(members.collect()))
            }
            other => other,
        }
    }
}
