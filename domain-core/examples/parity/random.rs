//! Random calls from the rules' input schemas: mostly valid with edge values, partly hostile with missing keys, wrong
//! types and odd characters.

use domain_core::shape::{Field, Type};
use serde_json::{Map, Value};

/// A pseudo-random sequence (SplitMix64): the same seed gives the same calls on every machine.
pub struct Source(u64);

impl Source {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(limit).unwrap_or(1).max(1)).unwrap_or(0)
    }

    fn one_in(&mut self, limit: usize) -> bool {
        self.below(limit) == 0
    }

    fn pick<'a>(&mut self, options: &[&'a str]) -> &'a str {
        options
            .get(self.below(options.len()))
            .copied()
            .unwrap_or_default()
    }
}

/// A random input of the rule, as JSON text.
pub fn call(source: &mut Source, rule: &str, of: Type) -> String {
    let mut input = value(source, "", of);
    if rule == "form.field" && !source.one_in(20) {
        input = field_call(source);
    }
    input.to_string()
}

/// `form.field` for a field of a real form.
fn field_call(source: &mut Source) -> Value {
    let forms: Vec<(String, Type)> = domain_core::catalogue::inputs()
        .filter(|(name, _)| name.starts_with("form.") && name != "form.field")
        .collect();
    let mut input = Map::new();
    if let Some((name, of)) = forms.get(source.below(forms.len())) {
        if let Value::Object(members) = value(source, "", *of) {
            input = members;
        }
        let values = if let Type::Fields([values, ..]) = of {
            values.of
        } else {
            *of
        };
        let keys: Vec<&str> = if let Type::Record(record) = values {
            record.fields.iter().map(|field| field.key).collect()
        } else {
            Vec::new()
        };
        input.insert("form".into(), name.trim_start_matches("form.").into());
        input.insert("field".into(), source.pick(&keys).into());
    }
    Value::Object(input)
}

fn value(source: &mut Source, key: &str, of: Type) -> Value {
    if source.one_in(40) {
        return anything(source, 2);
    }
    match of {
        Type::Text => text(source, key).into(),
        Type::Amount => amount(source),
        Type::Rate => rate(source),
        Type::Integer => (i64::try_from(source.below(60)).unwrap_or(0) - 5).into(),
        Type::Number => Value::from(source.below(100)),
        Type::Flag => source.one_in(2).into(),
        Type::Date => date(source, false).into(),
        Type::Instant => instant(source).into(),
        Type::Choice(_, options) => source.pick(options).into(),
        Type::List(item) => (0..source.below(6))
            .map(|_| value(source, key, *item))
            .collect(),
        Type::Nullable(inner) => {
            if source.one_in(3) {
                Value::Null
            } else {
                value(source, key, *inner)
            }
        }
        Type::Map(item) => {
            let keys = ["NGN", "USD", "GBP", "BTC", "ETH", "USDT", "Some Bank"];
            keys.into_iter()
                .filter(|_| !source.one_in(5))
                .collect::<Vec<_>>()
                .into_iter()
                .map(|key| (key.to_owned(), value(source, key, *item)))
                .collect::<Map<_, _>>()
                .into()
        }
        Type::Record(record) | Type::Checked(record) => object(source, record.fields),
        Type::Fields(fields) => object(source, fields),
        Type::Any => anything(source, 2),
    }
}

fn object(source: &mut Source, fields: &[Field]) -> Value {
    let mut members = Map::new();
    for field in fields {
        let left_out = if field.required {
            source.one_in(80)
        } else {
            source.one_in(5)
        };
        if !left_out {
            members.insert(field.key.to_owned(), value(source, field.key, field.of));
        }
    }
    if source.one_in(30) {
        members.insert("unknown".to_owned(), anything(source, 2));
    }
    Value::Object(members)
}

fn anything(source: &mut Source, depth: usize) -> Value {
    match source.below(if depth == 0 { 5 } else { 7 }) {
        0 => Value::Null,
        1 => source.one_in(2).into(),
        2 => text(source, "").into(),
        3 => number(source),
        4 => source.pick(ODD).into(),
        5 => (0..source.below(4))
            .map(|_| anything(source, depth - 1))
            .collect(),
        _ => Value::Object(
            (0..source.below(4))
                .map(|_| (source.pick(ODD).to_owned(), anything(source, depth - 1)))
                .collect(),
        ),
    }
}

/// Texts that break programs.
const ODD: &[&str] = &[
    "",
    " ",
    "\u{a0}",
    "\t\n",
    "null",
    "NaN",
    "-1",
    "0",
    "1e3",
    "1E400",
    "1,000",
    "１２３",
    "٠١٢",
    "Ọ\u{300}",
    "o\u{323}\u{300}ṣun",
    "e\u{301}",
    "\u{301}",
    "\u{200d}",
    "👩‍👩‍👧‍👦",
    "\u{1F1F3}\u{1F1EC}",
    "ﬁ",
    "가",
    "\u{1100}\u{1161}",
    "Å",
    "\u{212B}",
    "\u{0}",
    "\u{1f}",
    "\u{7f}",
    "\"",
    "\\",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "../../etc/passwd",
    "{}",
    "[]",
    "true",
    "\u{feff}x",
    "\u{202e}abc",
];

/// Edge cases for the fields with a name.
fn text(source: &mut Source, key: &str) -> String {
    let usual: &[&str] = match key {
        "email" => &[
            "ada@example.ng",
            "a@b.co",
            "a@b",
            "@",
            "a..b@c.ng",
            "ADA@EXAMPLE.NG",
            "adé@b.ng",
            "a@b.c",
        ],
        "phone" => &[
            "08031234567",
            "0803123456",
            "080312345678",
            "0803123456x",
            "+2348031234567",
            "０８０３１２３４５６７",
        ],
        "password" | "confirm_password" | "old_password" | "new_password" | "confirm" => &[
            "Tide4!Harbour",
            "Password1!",
            "Abcdefg1",
            "abcdef",
            "Ab1!x",
            "AdaObi2024!",
            "Welcome@123",
            "ÀÉ1!aaaa",
        ],
        "network" => &["mtn", "glo", "MTN", "9mobile"],
        "service" => &["DSTV", "GOTV", "Startimes", "dstv", "ikeja-electric"],
        "iuc" | "meter" => &[
            "1234567890",
            "123456789",
            "12345678901",
            "123456789x",
            "111111111111111111111",
        ],
        "funding_source" | "method" => &["card", "wallet", "bank", "cash"],
        "duration_unit" => &["day", "week", "month", "year"],
        "media_type" => &[
            "image/png",
            "image/jpeg",
            "application/pdf",
            "image/svg+xml",
            " IMAGE/PNG ",
        ],
        "origin" => &["https://ajo.example", "https://ajo.example/", ""],
        "package" => &["D1", "text", ""],
        "created_by" | "user" => &["ada", "bayo", ""],
        "mode" => &["bvn", "nin", "BVN", ""],
        "value" | "bvn" => &[
            "22123456789",
            "2212345678",
            "221234567890",
            "2212345678x",
            "２２１２３４５６７８９",
        ],
        "address" => &[
            "12 Allen Avenue",
            "12",
            "12A",
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
        ],
        "postal_code" => &["100001", "10000", "1000", "SW1A 1AA"],
        "country" => &["Nigeria", "Singapore", " monaco ", "Curaçao", "Nowhere"],
        "state" | "city" | "lga" | "landmark" | "answer" => &["Lagos", "", " ", "Ọ̀ṣun"],
        "name" | "first_name" | "last_name" | "account_name" | "bank_name" => {
            &["Ada Obi", "Al", "Bo\u{301}b", "Zoë", "Nkọ", "  "]
        }
        "dob" => return date(source, true),
        "gender" => &["male", "female", "other", "Male"],
        "code" | "typed" => &[
            "abc123",
            "abc-123",
            "ABC-12",
            "abcd-12",
            "12345",
            "1234567",
            "ab c12",
            "0123456789",
            "٠١٢٣٤٥",
        ],
        "old_pin" | "pin" | "confirm_pin" => &[
            "2580",
            "0000",
            "1234",
            "4321",
            "7777",
            "777",
            "12a4",
            "１２３４",
            "77777",
        ],
        "account_number" => &[
            "0123456789",
            "0000014579",
            "012345678",
            "01234567890",
            "012345678x",
        ],
        "bank_code" => &["011", "058", "50211", "000011", "OPAY"],
        "wallet_number" | "own_wallet_number" => &["9001", "9002", " 9001", ""],
        "bank_account_id" => &["", "", "7", "019aa3b4-7c1e-7000-8000-000000000000"],
        "path" => &[
            "/",
            "/login",
            "/dashboard",
            "/code/ADA",
            "/otp-page?x=1",
            "/profile#a",
            "/sandbox/",
            "//",
            "login",
            "/verify/x",
        ],
        "page" => &[
            "otp-login",
            "validate",
            "identity-registration",
            "identity-auth",
            "reset",
            "other",
        ],
        "host" | "own_domain" => &[
            "ajo.ng",
            "esusu.ajo.ng",
            "www.ajo.ng",
            "bank.example:8080",
            "AJO.ng",
            "",
            "a.b.ajo.ng",
            ".",
        ],
        "primary_text"
        | "secondary_text"
        | "primary_background"
        | "secondary_background"
        | "accent" => &[
            "#fff",
            "#000000",
            "#0B6B4F",
            "255,220,0",
            "0,0,0",
            "1, 2, 3",
            "#12",
            "red",
            "256,0,0",
        ],
        "next" => &["otp", "dashboard", ""],
        "text" | "amount" => return decimal(source),
        "form" => &["login", "register", "nothing"],
        "field" => &["email", "password", "nothing"],
        _ => &["text", "Ada", "2026-01-31", "Transfer for rent, May"],
    };
    match source.below(8) {
        0 => source.pick(ODD).to_owned(),
        1 => source.pick(ODD).repeat(source.below(130)),
        2 => (0..source.below(12))
            .filter_map(|_| char::from_u32(u32::try_from(source.below(0x3_0000)).unwrap_or(0)))
            .collect(),
        3 => decimal(source),
        _ => source.pick(usual).to_owned(),
    }
}

fn decimal(source: &mut Source) -> String {
    const EDGES: &[&str] = &[
        "0",
        "0.00",
        "0.01",
        "0.13",
        "0.14",
        "0.99",
        "1",
        "1.00",
        "199.99",
        "200",
        "200.00",
        "219.99",
        "220",
        "980",
        "980.01",
        "1000",
        "5000",
        "5000.01",
        "9999.99",
        "10000",
        "50000",
        "99999999999999999999",
        "0.00000001",
        "0.000000001",
        "007",
        "1.",
        ".5",
        "-1",
        "+1",
        "1e3",
        "1,000",
        "",
        "1500",
        "0.00001",
        "7.5",
        "3",
        "0.333333333333333333",
    ];
    if source.one_in(2) {
        return source.pick(EDGES).to_owned();
    }
    let digits = |source: &mut Source, count: usize| {
        (0..count)
            .map(|_| char::from(b'0' + u8::try_from(source.below(10)).unwrap_or(0)))
            .collect::<String>()
    };
    let whole = 1 + source.below(11);
    let whole = digits(source, whole);
    match source.below(10) {
        0 => whole,
        places => format!("{whole}.{}", digits(source, places.min(9))),
    }
}

/// A number that a browser represents exactly, in one of its JSON spellings.
fn number(source: &mut Source) -> Value {
    const SPELLINGS: &[&str] = &[
        "0",
        "-0",
        "1.50",
        "1e3",
        "1E-7",
        "2.5e+2",
        "-1",
        "-0.01",
        "100000000000000",
        "0.1",
        "1e21",
        "1e-30",
        "1500.00",
    ];
    let text = if source.one_in(2) {
        source.pick(SPELLINGS).to_owned()
    } else {
        format!("{}.{}", source.below(100_000), source.below(100))
    };
    serde_json::from_str(&text).unwrap_or(Value::Null)
}

fn amount(source: &mut Source) -> Value {
    if source.one_in(5) {
        number(source)
    } else {
        decimal(source).into()
    }
}

/// Mostly positive, from the smallest to the largest.
fn rate(source: &mut Source) -> Value {
    const EDGES: &[&str] = &[
        "1",
        "1500",
        "1500.00",
        "0.75",
        "0.000015",
        "3",
        "0.000000000000000001",
        "99999999999999999999",
        "7.5",
        "1480.123456789",
        "0.333333333333333333",
    ];
    match source.below(60) {
        0 => decimal(source).into(),
        1 => number(source),
        2..20 => format!("{}.{}", 1 + source.below(3000), source.below(10_000)).into(),
        _ => source.pick(EDGES).into(),
    }
}

fn date(source: &mut Source, day_first: bool) -> String {
    const EDGES: &[&str] = &[
        "2024-02-29",
        "2023-02-29",
        "2008-02-29",
        "2026-02-28",
        "0001-01-01",
        "9999-12-31",
        "2026-11-31",
        "26-1-1",
        "",
    ];
    let date = if source.one_in(4) {
        source.pick(EDGES).to_owned()
    } else {
        format!(
            "{:04}-{:02}-{:02}",
            1940 + source.below(95),
            1 + source.below(12),
            1 + source.below(31)
        )
    };
    match (day_first, date.split('-').collect::<Vec<_>>().as_slice()) {
        (true, [year, month, day]) => format!("{day}-{month}-{year}"),
        _ => date,
    }
}

fn instant(source: &mut Source) -> String {
    const EDGES: &[&str] = &[
        "2026-11-20T22:48:28Z",
        "2026-11-20T22:49:13Z",
        "2026-11-20T22:51:28.000Z",
        "2026-11-20T23:48:28+01:00",
        "9999-12-31T23:59:59.999Z",
        "0001-01-01T00:00:00+23:59",
        "2026-11-20",
    ];
    if source.one_in(3) {
        return source.pick(EDGES).to_owned();
    }
    format!(
        "2026-11-20T{:02}:{:02}:{:02}.{:03}Z",
        source.below(24),
        source.below(60),
        source.below(60),
        source.below(1000)
    )
}
