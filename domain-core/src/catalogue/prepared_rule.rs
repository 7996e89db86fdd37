//! Rules that are asked over and over, with inputs that differ in a text or two: an amount that is typed, a balance that
//! has moved.

use super::PREPARED;
use crate::RuleCallError;
use crate::json::Node;
use crate::shape::{Moving, Output, Trouble};

/// A rule without its types.
pub(super) struct Preparable {
    name: &'static str,
    moving: &'static str,
    prepare: fn() -> Box<dyn Ask>,
}

/// A rule with an input of its own.
pub(super) trait Ask {
    fn read(&mut self, input: &Node<'_>, trouble: &mut Trouble);
    fn read_moving(&mut self, node: &Node<'_>, item: Option<usize>, trouble: &mut Trouble);
    fn answer(&self) -> Node<'static>;
}

struct Asking<I, O> {
    rule: fn(&I) -> O,
    input: I,
}

impl<I: Moving, O: Output> Ask for Asking<I, O> {
    fn read(&mut self, input: &Node<'_>, trouble: &mut Trouble) {
        self.input = I::read(input, trouble);
    }

    fn read_moving(&mut self, node: &Node<'_>, item: Option<usize>, trouble: &mut Trouble) {
        self.input.read_moving(node, item, trouble);
    }

    fn answer(&self) -> Node<'static> {
        (self.rule)(&self.input).write()
    }
}

impl Preparable {
    /// Of a rule that the table marks so.
    pub(super) const fn prepared<I: Moving>(
        name: &'static str,
        prepare: fn() -> Box<dyn Ask>,
    ) -> Self {
        Self {
            name,
            moving: I::MOVING,
            prepare,
        }
    }

    pub(super) const fn name(&self) -> &'static str {
        self.name
    }
}

/// The rule with a blank input.
pub(super) fn asking<I, O>(rule: fn(&I) -> O) -> Box<dyn Ask>
where
    I: Moving + 'static,
    O: Output + 'static,
{
    let input = I::blank();
    Box::new(Asking { rule, input })
}

/// A rule that keeps its input, of which a text or two change from one call to the next.
pub struct PreparedRule {
    rule: &'static Preparable,
    asked: Box<dyn Ask>,
    input: Node<'static>,
    state: State,
}

/// How much of the input has been read.
#[derive(Clone, Copy)]
enum State {
    All,
    /// All but a text in the member that moves, in this item of its list.
    AllBut(Option<usize>),
    Nothing,
}

impl std::fmt::Debug for PreparedRule {
    /// Without the input: what is printed ends up in logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.rule.name)
    }
}

impl PreparedRule {
    /// The rule of this name; its input is null.
    ///
    /// # Errors
    /// `unknown_rule`, also for a rule that is not asked in this way.
    pub fn new(rule: &str) -> Result<Self, RuleCallError> {
        let known = PREPARED.iter().find(|known| known.name == rule);
        let unknown = || RuleCallError::new("unknown_rule", "There is no such rule.");
        let rule = known.ok_or_else(unknown)?;
        Ok(Self {
            rule,
            asked: (rule.prepare)(),
            input: Node::Null,
            state: State::Nothing,
        })
    }

    /// Takes a whole input.
    pub fn set(&mut self, input: &Node<'_>) {
        self.input = input.kept();
        self.state = State::Nothing;
    }

    /// Another text at a place: so many texts come before it in the input, members taken in the order of their keys. A
    /// place without a text stays as it is.
    pub fn set_text(&mut self, place: usize, text: &str) {
        let mut before = place;
        let Node::Object(input) = &mut self.input else {
            return;
        };
        for (key, node) in input.iter_mut() {
            let Some((item, known)) = text_in(node, &mut before) else {
                continue;
            };
            text.clone_into(known);
            let is_moving = key == self.rule.moving;
            self.state = match self.state {
                State::All if is_moving => State::AllBut(item),
                State::AllBut(same) if is_moving && same == item => State::AllBut(item),
                _ => State::Nothing,
            };
            return;
        }
    }

    /// What the rule answers; `None` when its input cannot be read: [`super::evaluate_node`] says why.
    pub fn answer(&mut self) -> Option<Node<'static>> {
        let mut trouble = Trouble::none();
        match (self.state, &self.input) {
            (State::All, _) => {}
            (State::AllBut(item), Node::Object(input)) => {
                let node = input.get(self.rule.moving).unwrap_or(&Node::Null);
                self.asked.read_moving(node, item, &mut trouble);
            }
            _ => self.asked.read(&self.input, &mut trouble),
        }
        if !trouble.is_clear() {
            self.state = State::Nothing;
            return None;
        }
        self.state = State::All;
        Some(self.asked.answer())
    }
}

/// The text that so many others come before, and where this is a list, the item that it is in.
fn text_in<'n>(
    node: &'n mut Node<'static>,
    before: &mut usize,
) -> Option<(Option<usize>, &'n mut String)> {
    let Node::List(items) = node else {
        return node.text_after(before).map(|text| (None, text));
    };
    let mut items = items.iter_mut().enumerate();
    items.find_map(|(item, node)| node.text_after(before).map(|text| (Some(item), text)))
}
