//! A coarse name for the browser of a request, enough for users to recognise their own. It is composed of fixed words,
//! never of text from the User-Agent header.

const PROGRAMS: &[(&str, &str)] = &[
    // The first match wins: most browsers also include the names further down.
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Opera", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("UCBrowser/", "UC Browser"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

const SYSTEMS: &[(&str, &str)] = &[
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "a Mac"),
    ("CrOS", "a Chromebook"),
    ("Linux", "Linux"),
];

/// `Chrome on Android`.
pub fn coarse_name(user_agent: &str) -> String {
    let first = |names: &[(&str, &'static str)]| {
        let found = names.iter().find(|(mark, _)| user_agent.contains(mark));
        found.map(|(_, name)| *name)
    };
    match (first(PROGRAMS), first(SYSTEMS)) {
        (Some(program), Some(system)) => format!("{program} on {system}"),
        (Some(program), None) => program.into(),
        (None, Some(system)) => format!("a browser on {system}"),
        (None, None) => "an unknown browser".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::coarse_name;

    #[test]
    fn common_browsers_are_recognised_without_echoing_the_header() {
        for (user_agent, name) in [
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36",
                "Samsung Internet on Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
                "Firefox on Linux",
            ),
            ("curl/8.5.0", "an unknown browser"),
            ("<b>Chrome/</b>", "Chrome"),
            ("", "an unknown browser"),
        ] {
            assert_eq!(coarse_name(user_agent), name, "{user_agent}");
        }
    }
}
