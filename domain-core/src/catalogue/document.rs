//! Documents of the rules, for readers and for programs that list them.

use super::schema::{Direction, document};
use super::{FORM_DOCS, FORM_NAMES, RULE_DOCS};
use crate::shape::{Field, Input, Output, Reads, Shape, Type};
use crate::validation::{Form, Verdict};

/// The module for visitors before sign-in.
pub(super) const ENTRY: &str = "entry";
/// The part of the full module that is loaded with the screens that need it.
pub(super) const LATER: &str = "later";

/// The rules that no browser has.
pub(super) const CHECK: &str = "check";

/// A row of the catalogue: names and types, known at compile time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// With the prefix `form.` if it is a form.
    pub name: &'static str,
    pub is_form: bool,
    pub doc: &'static str,
    pub input: Type,
    pub output: Type,
    /// Its path in the source: a function, or a form's type.
    pub written: &'static str,
    /// Its mark in the catalogue: where the browser has it, or that it has not; empty if none.
    pub module: &'static str,
}

impl Entry {
    pub(super) const fn rule<I: Input, O: Output>(
        name: &'static str,
        doc: &'static str,
        written: &'static str,
        module: &'static str,
    ) -> Self {
        Self {
            written,
            module,
            name,
            is_form: false,
            doc,
            input: I::TYPE,
            output: O::TYPE,
        }
    }

    pub(super) const fn form<F: Form>(
        doc: &'static str,
        written: &'static str,
        module: &'static str,
    ) -> Self {
        Self {
            written,
            module,
            name: F::NAME,
            is_form: true,
            doc,
            input: FormInput::<F>::TYPE,
            output: Verdict::TYPE,
        }
    }
}

/// The input of `form.X`.
struct FormInput<F>(std::marker::PhantomData<F>);

impl<F: Form> Shape for FormInput<F> {
    const TYPE: Type = Type::Fields(&[
        Field {
            key: "values",
            doc: "The values as entered.",
            of: F::TYPE,
            reads: Reads::Fitting,
            required: true,
        },
        Field {
            key: "context",
            doc: "The context for validation.",
            of: <F::Context as Shape>::TYPE,
            reads: Reads::Fitting,
            required: needs_context(<F::Context as Shape>::TYPE),
        },
    ]);
}

/// The context of a form may be omitted if nothing in it is required.
const fn needs_context(context: Type) -> bool {
    let Type::Record(record) = context else {
        return true;
    };
    let mut fields = record.fields;
    while let [field, rest @ ..] = fields {
        if field.required {
            return true;
        }
        fields = rest;
    }
    false
}

/// `form.field`: one field of any form.
const FIELD: Entry = Entry {
    written: "form::field",
    // It covers the forms of its module.
    module: ENTRY,
    name: "field",
    is_form: true,
    doc: "The violation of one field, as reported by its form.\n",
    input: Type::Fields(&[
        Field {
            key: "form",
            doc: "The form's name, without `form.`.",
            of: Type::Text,
            reads: Reads::OneOf(FORM_NAMES),
            required: true,
        },
        Field {
            key: "field",
            doc: "The name of one of the form's fields.",
            of: Type::Text,
            reads: Reads::Fitting,
            required: true,
        },
        Field {
            key: "values",
            doc: "The values as entered, as for the form itself.",
            of: Type::Map(&Type::Any),
            reads: Reads::Fitting,
            required: true,
        },
        Field {
            key: "context",
            doc: "The context for validation, as for the form itself.",
            of: Type::Map(&Type::Any),
            reads: Reads::Fitting,
            required: false,
        },
    ]),
    output: <super::forms::FieldVerdict as Shape>::TYPE,
};

/// All rows, forms first.
pub(super) fn entries() -> impl Iterator<Item = &'static Entry> {
    const FIELD_ROW: &[Entry] = &[FIELD];
    FORM_DOCS.iter().chain(FIELD_ROW).chain(RULE_DOCS)
}

impl Entry {
    pub(super) fn full_name(&self) -> String {
        [if self.is_form { "form." } else { "" }, self.name].concat()
    }
}

/// Every rule's name and input type: the basis of generated tests.
pub fn inputs() -> impl Iterator<Item = (String, Type)> {
    entries().map(|entry| (entry.full_name(), entry.input))
}

/// The names of the rules in the module `entry`, in the part `later`, or in `check` alone.
pub fn names_in(module: &str) -> impl Iterator<Item = String> {
    let entries = entries().filter(move |entry| entry.module == module);
    entries.map(Entry::full_name)
}

/// A rule's name, description and types, for listing.
#[derive(Debug, Clone, serde::Serialize)]
pub struct RuleDoc {
    pub name: String,
    pub doc: &'static str,
    /// JSON Schema of the inputs that are read; all others are errors of the call.
    pub input: serde_json::Value,
    /// JSON Schema of the output, which may get more members.
    pub output: serde_json::Value,
    /// Its path in the source, such as `schedule::loan`.
    #[serde(skip)]
    pub written: &'static str,
}

/// All rules with their documents.
pub fn catalogue() -> Vec<RuleDoc> {
    let listed = |entry: &Entry| RuleDoc {
        name: entry.full_name(),
        doc: entry.doc.trim(),
        input: document(entry.input, Direction::In),
        output: document(entry.output, Direction::Out),
        written: entry.written,
    };
    entries().map(listed).collect()
}
