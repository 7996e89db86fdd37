//! TypeScript types of the rules, generated from their schemas.

use super::document::{CHECK, ENTRY, Entry, LATER, entries};
use super::schema::Direction;
use crate::shape::{Field, Record, Type};

const HEAD: &str = "// Generated from the Rust types. Do not edit.

/** The answer of a rule that can refuse values: a result, or violations. */
export type Checked<T> =
  | (T & { valid: true; violations: Violation[] })
  | ({ [K in keyof T]: null } & { valid: false; violations: Violation[] });

/** A malformed call of a rule. Thrown as a plain object. */
export interface RuleCallError { code: string; message: string }

export type RuleName = keyof RuleMap;
export type FormName = keyof FormMap;
export type RuleInput<R extends RuleName> = RuleMap[R][\"input\"];
export type RuleOutput<R extends RuleName> = RuleMap[R][\"output\"];
export type FormValues<F extends FormName> = FormMap[F][\"values\"];
export type FormContext<F extends FormName> = FormMap[F][\"context\"];
";

/// The names of the rules and forms with a mark.
fn marked_types() -> String {
    let types = |module, rule, form, comment: &str| {
        let marked = || entries().filter(move |entry| entry.module == module);
        // `form.field` is a rule, not a form.
        let forms = marked()
            .filter(|entry| is_form(entry))
            .map(|entry| entry.name.to_owned());
        let rules = union(rule, marked().map(Entry::full_name));
        [comment, &rules, comment, &union(form, forms)].concat()
    };
    [
        types(
            ENTRY,
            "EntryRule",
            "EntryForm",
            "\n/** Names in the module that is loaded before sign-in. */\n",
        ),
        types(
            LATER,
            "LaterRule",
            "LaterForm",
            "\n/** Names in the part that is loaded with the screens that need it. */\n",
        ),
    ]
    .concat()
}

fn union(name: &str, options: impl Iterator<Item = String>) -> String {
    let options: Vec<String> = options
        .map(|option| ["\"", &option, "\""].concat())
        .collect();
    ["export type ", name, " = ", &options.join(" | "), ";\n"].concat()
}

/// Whether the entry is a form with values and a context.
const fn is_form(entry: &Entry) -> bool {
    entry.is_form && matches!(entry.input, Type::Fields([_, _]))
}

/// The declarations for web clients: each type, `FormMap` and `RuleMap`; and `CheckMap`, the rules that no browser asks.
pub fn typescript() -> String {
    let mut writer = Writer::default();
    let mut rules = String::from("\nexport interface RuleMap {\n");
    let mut forms = String::from("\nexport interface FormMap {\n");
    for entry in entries().filter(|entry| entry.module != CHECK) {
        // Before the rule's input, which refers to the context too.
        forms.push_str(&form_row(entry, &mut writer));
        rules.push_str(&rule_row(entry, &mut writer));
    }
    let mut checks = String::from("\nexport interface CheckMap {\n");
    for entry in entries().filter(|entry| entry.module == CHECK) {
        checks.push_str(&rule_row(entry, &mut writer));
    }
    [
        HEAD,
        &marked_types(),
        &writer.declarations,
        &forms,
        "}\n",
        &rules,
        "}\n\n/** Rules in the module without imports only. */",
        &checks,
        "}\n",
    ]
    .concat()
}

fn rule_row(entry: &Entry, writer: &mut Writer) -> String {
    let input = writer.spell(entry.input, Direction::In);
    let output = writer.spell(entry.output, Direction::Out);
    [
        &comment("  ", entry.doc),
        "  \"",
        &entry.full_name(),
        "\": { input: ",
        &input,
        "; output: ",
        &output,
        " };\n",
    ]
    .concat()
}

fn form_row(entry: &Entry, writer: &mut Writer) -> String {
    match entry.input {
        Type::Fields([values, context]) if entry.is_form => {
            let values = writer.spell(values.of, Direction::In);
            let context = writer.context(context.of);
            [
                "  ",
                entry.name,
                ": { values: ",
                &values,
                "; context: ",
                &context,
                " };\n",
            ]
            .concat()
        }
        _ => String::new(),
    }
}

fn comment(indent: &str, doc: &str) -> String {
    match doc.trim() {
        "" => String::new(),
        doc => [
            indent,
            "/** ",
            &doc.lines().map(str::trim).collect::<Vec<_>>().join(" "),
            " */\n",
        ]
        .concat(),
    }
}

/// The representation of an optional key without a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Absent {
    Omitted,
    Null,
}

#[derive(Default)]
struct Writer {
    declared: Vec<&'static str>,
    declarations: String,
}

impl Writer {
    fn spell(&mut self, of: Type, direction: Direction) -> String {
        match of {
            Type::Text | Type::Date | Type::Instant => "string".to_owned(),
            Type::Amount | Type::Rate => match direction {
                Direction::In => "string | number".to_owned(),
                Direction::Out => "string".to_owned(),
            },
            Type::Integer | Type::Number => "number".to_owned(),
            Type::Flag => "boolean".to_owned(),
            Type::Choice(name, texts) => self.choice(name, texts),
            Type::List(item) => ["(", &self.spell(*item, direction), ")[]"].concat(),
            Type::Nullable(inner) => [&self.spell(*inner, direction), " | null"].concat(),
            Type::Map(value) => {
                ["{ [key: string]: ", &self.spell(*value, direction), " }"].concat()
            }
            Type::Record(record) => self.record(record, direction),
            Type::Checked(record) => ["Checked<", &self.record(record, direction), ">"].concat(),
            Type::Fields(fields) => {
                let fields = self.fields(("", " "), fields, direction, Absent::Omitted);
                ["{ ", &fields, "}"].concat()
            }
            Type::Any => "unknown".to_owned(),
        }
    }

    fn choice(&mut self, name: &'static str, texts: &[&str]) -> String {
        if self.is_new(name) {
            let options: Vec<String> = texts
                .iter()
                .map(|text| ["\"", text, "\""].concat())
                .collect();
            self.declarations
                .push_str(&["\nexport type ", name, " = ", &options.join(" | "), ";\n"].concat());
        }
        name.to_owned()
    }

    /// A form's context. Every key is required, null if unknown: otherwise a caller that omits one would validate with
    /// different inputs from the server.
    fn context(&mut self, of: Type) -> String {
        match of {
            Type::Record(record) => self.declare(record, Direction::In, Absent::Null),
            of => self.spell(of, Direction::In),
        }
    }

    fn record(&mut self, record: &Record, direction: Direction) -> String {
        self.declare(record, direction, Absent::Omitted)
    }

    fn declare(&mut self, record: &Record, direction: Direction, absent: Absent) -> String {
        if self.is_new(record.name) {
            let fields = self.fields(("  ", "\n"), record.fields, direction, absent);
            let doc = comment("", record.doc);
            self.declarations.push_str(
                &[
                    "\n",
                    &doc,
                    "export interface ",
                    record.name,
                    " {\n",
                    &fields,
                    "}\n",
                ]
                .concat(),
            );
        }
        record.name.to_owned()
    }

    fn fields(
        &mut self,
        (indent, end): (&str, &str),
        fields: &[Field],
        direction: Direction,
        absent: Absent,
    ) -> String {
        let mut text = String::new();
        for field in fields {
            let of = self.spell(field.of, direction);
            let optional = direction == Direction::In && !field.required;
            let of = if optional && !of.ends_with("| null") {
                [of.as_str(), " | null"].concat()
            } else {
                of
            };
            if !indent.is_empty() {
                text.push_str(&comment(indent, field.doc));
            }
            text.push_str(
                &[
                    indent,
                    field.key,
                    if optional && absent == Absent::Omitted {
                        "?: "
                    } else {
                        ": "
                    },
                    &of,
                    ";",
                    end,
                ]
                .concat(),
            );
        }
        text
    }

    fn is_new(&mut self, name: &'static str) -> bool {
        let new = !self.declared.contains(&name);
        if new {
            self.declared.push(name);
        }
        new
    }
}
