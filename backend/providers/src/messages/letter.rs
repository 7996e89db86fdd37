//! The MIME message of an email: a text part and an HTML part with the same content, without remote content.

use super::{Brand, Message};
use ground::html::escaped;
use lettre::Address;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};

/// The sender of all emails.
pub struct Sender {
    pub from: Mailbox,
    pub reply_to: Option<Mailbox>,
}

impl Sender {
    /// `None` if the message cannot be encoded.
    pub fn letter(&self, message: &Message, to: Address) -> Option<lettre::Message> {
        let brand = message.brand.as_ref();
        let name = brand.map(|brand| brand.name.clone());
        let name = name.or_else(|| self.from.name.clone());
        let domain = self.from.email.domain();
        // The same on every attempt, so that mail clients can recognise a duplicate.
        let id = format!("<{}@{domain}>", message.id);
        // RFC 3834: suppresses automatic replies.
        let auto = HeaderName::new_from_ascii_str("Auto-Submitted");
        let mut letter = lettre::Message::builder()
            .message_id(Some(id))
            .from(Mailbox::new(name, self.from.email.clone()))
            .to(Mailbox::new(None, to))
            .subject(message.subject.clone())
            .raw_header(HeaderValue::new(auto, String::from("auto-generated")));
        if let Some(reply_to) = &self.reply_to {
            letter = letter.reply_to(reply_to.clone());
        }
        let words = MultiPart::alternative_plain_html(message.text.clone(), page(message));
        let Some(attached) = &message.attachment else {
            return letter.multipart(words).ok();
        };
        let media_type = ContentType::parse(&attached.media_type).ok()?;
        let file = lettre::message::Attachment::new(attached.name.clone());
        let file = file.body(attached.bytes(), media_type);
        let both = MultiPart::mixed().multipart(words).singlepart(file);
        letter.multipart(both).ok()
    }
}

/// The HTML part: a header with the brand's name, the paragraphs, and the code in a large font.
fn page(message: &Message) -> String {
    let standard = Brand::default();
    let Brand {
        name,
        accent,
        on_accent,
    } = message.brand.as_ref().unwrap_or(&standard);
    let code = message.code.as_deref().and_then(shown);
    let mut paragraphs = String::new();
    for paragraph in message.text.split("\n\n") {
        let words = escaped(paragraph).replace('\n', "<br>");
        paragraphs.push_str(&format!("<p style=\"margin:0 0 16px\">{words}</p>"));
        if let Some(code) = code.as_deref().filter(|code| paragraph.contains(code)) {
            paragraphs.push_str(&format!(
                "<p style=\"margin:0 0 16px;font:700 32px/1.25 monospace;letter-spacing:4px;white-space:nowrap\">{code}</p>"
            ));
        }
    }
    let (title, name) = (escaped(&message.subject), escaped(name));
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width\"></head>\
         <body style=\"margin:0;padding:24px;background:#f4f6f8;color:#14181f;font:16px/1.5 system-ui,sans-serif\">\
         <div style=\"max-width:560px;margin:0 auto;background:#ffffff;border-radius:12px;overflow:hidden\">\
         <div style=\"padding:16px 24px;background:{accent};color:{on_accent};font-size:20px;font-weight:700\">{name}</div>\
         <div style=\"padding:24px 24px 8px\">{paragraphs}</div></div></body></html>"
    )
}

/// The code in its display format, `123-456`.
fn shown(code: &str) -> Option<String> {
    let digits = code.bytes().all(|byte| byte.is_ascii_digit());
    let (first, last) = code.split_at_checked(3).filter(|_| digits)?;
    Some([first, "-", last].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{Attachment, Channel};
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;

    fn message(name: &str, text: &str, code: Option<&str>) -> Message {
        Message {
            id: "m1".into(),
            channel: Channel::Email,
            to: "ada@example.ng".into(),
            subject: "Your code".into(),
            text: text.into(),
            code: code.map(Into::into),
            brand: Some(Brand {
                name: name.into(),
                accent: "#7a3ff2".into(),
                on_accent: "#ffffff".into(),
            }),
            payer: None,
            attachment: None,
        }
    }

    #[test]
    fn the_html_part_has_the_brands_colours_and_a_large_code() {
        let page = page(&message(
            "Esusu",
            "Your code is 123-456.\n\nBye.",
            Some("123456"),
        ));
        assert!(page.contains("background:#7a3ff2;color:#ffffff"), "{page}");
        assert!(page.contains("white-space:nowrap\">123-456</p>"), "{page}");
        assert_eq!(page.matches("123-456</p>").count(), 1);
    }

    #[test]
    fn attachments_are_added_to_the_text() {
        let sender = Sender {
            from: "Ajo <no-reply@ajo.example>".parse().unwrap(),
            reply_to: None,
        };
        let mut message = message("Esusu", "Your receipt.", None);
        let to = || "ada@example.ng".parse().unwrap();
        let plain = sender.letter(&message, to()).unwrap().formatted();
        assert!(
            !String::from_utf8(plain)
                .unwrap()
                .contains("multipart/mixed")
        );
        let pdf = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3";
        message.attachment = Some(Attachment::new(
            "receipt-A1.pdf".into(),
            "application/pdf",
            pdf,
        ));
        let letter = sender.letter(&message, to()).unwrap().formatted();
        let letter = String::from_utf8(letter).unwrap();
        for part in [
            "multipart/mixed",
            "multipart/alternative",
            "Content-Type: application/pdf",
            "filename=\"receipt-A1.pdf\"",
            &STANDARD.encode(pdf),
        ] {
            assert!(letter.contains(part), "{part}: {letter}");
        }
    }

    #[test]
    fn text_is_escaped_and_nothing_remote_is_loaded() {
        let page = page(&message(
            "<b>\"Bank\" & 'Sons'</b>",
            "Browser: <img src=x onerror=alert(1)>\nHow: &lt;",
            None,
        ));
        assert!(
            page.contains("&lt;img src=x onerror=alert(1)&gt;<br>How: &amp;lt;"),
            "{page}"
        );
        for fetched in [
            "<img", "<b>", "http:", "https:", "url(", "<link", "<script", "src=\"",
        ] {
            assert!(!page.contains(fetched), "{fetched}: {page}");
        }
    }
}
