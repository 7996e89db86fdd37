//! Brands: their properties, and refused values.

use super::ESUSU;
use crate::identity::avatars::png;
use crate::support::{Answer, World};
use axum::http::Method;
use image::{Rgba, RgbaImage};
use serde_json::json;
use service::settings::change::{self, Change, Failed, File};

fn text(text: &str) -> Option<String> {
    Some(text.into())
}

fn file(name: &str, bytes: Vec<u8>) -> Option<File> {
    Some(File {
        name: name.into(),
        bytes,
    })
}

fn esusu() -> Change {
    Change {
        name: text("Esusu"),
        accent: text("122,63,242"),
        primary_background: text("#fff8e0"),
        ..Change::default()
    }
}

fn lines<T>(result: Result<T, Failed>) -> Vec<String> {
    match result {
        Err(Failed::Refused(lines)) => lines,
        Err(Failed::Call(error)) => panic!("{error:?}"),
        Ok(_) => Vec::new(),
    }
}

async fn seen(world: &World, host: &str, path: &str) -> Answer {
    let visitor = world.caller().with("host", host);
    visitor.raw(Method::GET, path, "", "").await
}

/// A logo with a transparent edge.
fn logo() -> Vec<u8> {
    let mut picture = RgbaImage::new(300, 200);
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        if (50..250).contains(&x) && (50..150).contains(&y) {
            *pixel = Rgba([10, 20, 200, 255]);
        }
    }
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

on_one! {
    async fn a_test_subdomain_stands_for_every_host(world: World, &[("AJO_TEST_SUBDOMAIN", "esusu")]) {
        change::add(&world.app, "esusu", esusu()).await.unwrap();
        for host in ["localhost:8080", "ajo.localhost", "pay.example"] {
            let answer = world.caller().with("host", host).get("/app-configuration").await;
            assert_eq!(answer.expect(200).data()["name"], "Esusu", "{host}");
        }
    }

    async fn a_brand_change_affects_only_the_given_fields(world: World) {
        let added = change::add(&world.app, "Esusu", esusu()).await.unwrap();
        assert_eq!(added.identifier, "esusu");
        let first = world.caller().with("host", ESUSU).get("/app-configuration").await.expect(200).data().clone();
        assert_eq!((&first["name"], &first["logo"], &first["banner"]), (&json!("Esusu"), &json!("/icon.svg"), &json!(null)));
        assert_eq!(first["colours"]["accent"], "#7a3ff2");

        let domain = Change { domain: text("Pay.Example"), ..Change::default() };
        change::set(&world.app, "esusu", &domain).await.unwrap();
        let second = world.caller().with("host", "pay.example").get("/app-configuration").await.expect(200).data().clone();
        assert_eq!(second, first, "nothing that was not given is another");

        let blank = Change { domain: text(""), accent: text(""), ..Change::default() };
        change::set(&world.app, "esusu", &blank).await.unwrap();
        let gone = world.caller().with("host", "pay.example").get("/app-configuration").await;
        assert_eq!(gone.data()["name"], "Ajo");
        let third = world.caller().with("host", ESUSU).get("/app-configuration").await.data().clone();
        assert_eq!((&third["colours"]["accent"], &third["colours"]["primary_background"]), (&json!("#0b6b4f"), &json!("#fff8e0")));
    }

    async fn every_invalid_value_is_named_and_nothing_is_stored(world: World) {
        let wrong = Change {
            name: text(" "),
            domain: text("pay.localhost"),
            logo: text("https://evil.example/logo.svg"),
            banner_file: file("banner.png", b"<svg onload='alert(1)'/>".to_vec()),
            accent: text("red"),
            secondary_text: text("1,2"),
            ..Change::default()
        };
        let refused = lines(change::add(&world.app, "www", wrong).await);
        let named: Vec<&str> = refused.iter().filter_map(|line| line.split(':').next()).collect();
        assert_eq!(named, ["IDENTIFIER", "--name", "--domain", "--logo", "--secondary-text", "--accent", "--banner-file"], "{refused:#?}");
        for (line, example) in [(0, "esusu"), (2, "pay.example"), (3, "/brands/esusu.svg"), (5, "#1a2b3c")] {
            assert!(refused[line].contains(example), "{}", refused[line]);
        }
        for logo in ["//evil.example/x.svg", "/a//b", "/../secret", "javascript:alert(1)", "/x\"onerror=", "logo.svg"] {
            let change = Change { logo: text(logo), ..esusu() };
            assert_eq!(lines(change::add(&world.app, "esusu", change).await).len(), 1, "{logo}");
        }
        for bytes in [Vec::new(), b"<!doctype html>".to_vec(), vec![0; 5 * 1024 * 1024 + 1]] {
            let change = Change { logo_file: file("logo.png", bytes), ..esusu() };
            assert!(lines(change::add(&world.app, "esusu", change).await)[0].starts_with("--logo-file: "));
        }
        let named_wrong = Change { logo_file: file("logo.svg", logo()), ..esusu() };
        assert!(lines(change::add(&world.app, "esusu", named_wrong).await)[0].contains("such as logo.png"));
        assert!(!lines(change::find(&world.app, "esusu").await).is_empty());
        assert!(!lines(change::set(&world.app, "esusu", &Change::default()).await).is_empty());
    }

    async fn identifiers_and_domains_are_unique(world: World) {
        let first = Change { domain: text("pay.example"), ..esusu() };
        change::add(&world.app, "esusu", first.clone()).await.unwrap();
        assert!(lines(change::add(&world.app, "esusu", esusu()).await)[0].contains("tenant set"));
        assert!(lines(change::add(&world.app, "adashi", first.clone()).await)[0].starts_with("--domain: another brand"));
        change::add(&world.app, "adashi", esusu()).await.unwrap();
        let domain = Change { domain: first.domain, ..Change::default() };
        assert!(lines(change::set(&world.app, "adashi", &domain).await)[0].starts_with("--domain: another brand"));
    }

    async fn an_imported_logo_becomes_the_apps_icons(world: World) {
        let mut polyglot = logo();
        polyglot.extend_from_slice(b"<script>alert(1)</script>");
        let with_logo = Change { logo_file: file("logo.png", polyglot), ..esusu() };
        let added = change::add(&world.app, "esusu", with_logo).await.unwrap();
        let configuration = world.caller().with("host", ESUSU).get("/app-configuration").await.data().clone();
        assert_eq!(configuration["logo"], added.logo);
        let manifest = seen(world, ESUSU, "/manifest.webmanifest").await.body;
        let icons = manifest["icons"].as_array().unwrap().clone();
        let shape: Vec<_> = icons.iter().map(|icon| (icon["sizes"].as_str().unwrap(), icon["purpose"].as_str().unwrap())).collect();
        assert_eq!(shape, [("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")]);
        assert_eq!(seen(world, ESUSU, "/media/icon").await.header("location"), icons[0]["src"]);
        assert_eq!(seen(world, "ajo.localhost", "/media/icon").await.header("location"), "/brands/ajo.svg");
        let touch = seen(world, ESUSU, "/media/touch-icon").await.header("location").to_owned();
        let all = icons.iter().map(|icon| icon["src"].as_str().unwrap()).zip([192, 512, 512]);
        for (address, side) in all.chain([(touch.as_str(), 180)]) {
            let picture = world.caller().with("host", ESUSU).bytes(address).await;
            let read = image::load_from_memory_with_format(&picture, image::ImageFormat::Png).unwrap();
            assert_eq!((read.width(), read.height()), (side, side), "{address}");
            assert!(!picture.windows(7).any(|window| window == b"<script"));
            let answer = seen(world, ESUSU, address).await;
            assert_eq!((answer.header("content-type"), answer.header("x-content-type-options")), ("image/png", "nosniff"));
            assert_eq!(answer.header("content-security-policy"), "default-src 'none'; sandbox");
            assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable");
            assert_eq!(seen(world, "ajo.localhost", address).await.status, 404, "another brand's host");
            assert_eq!(seen(world, ESUSU, &address.replace(".png", ".jpg")).await.status, 404);
        }
        // The corner of a maskable icon is the brand's background.
        let maskable = world.caller().with("host", ESUSU).bytes(icons[2]["src"].as_str().unwrap()).await;
        let read = image::load_from_memory(&maskable).unwrap().to_rgba8();
        assert_eq!(read.get_pixel(0, 0), &Rgba([0xFF, 0xF8, 0xE0, 255]));

        // Another background: other icons at other URLs, and an unchanged logo.
        let repainted = Change { primary_background: text("#000"), ..Change::default() };
        assert_eq!(change::set(&world.app, "esusu", &repainted).await.unwrap().logo, added.logo);
        let after = seen(world, ESUSU, "/manifest.webmanifest").await.body["icons"].clone();
        assert_eq!((after[0]["src"] == icons[0]["src"], after[2]["src"] == icons[2]["src"]), (true, false));
        assert_eq!(seen(world, ESUSU, icons[2]["src"].as_str().unwrap()).await.status, 404);

        let plain = Change { logo: text(""), ..Change::default() };
        change::set(&world.app, "esusu", &plain).await.unwrap();
        let manifest = seen(world, ESUSU, "/manifest.webmanifest").await.body;
        assert_eq!(manifest["icons"], json!([{ "src": "/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any" }]));
        assert_eq!(seen(world, ESUSU, &added.logo).await.status, 404);
        assert_eq!(seen(world, ESUSU, "/media/touch-icon").await.status, 404);
    }

    async fn an_imported_banner_is_cropped_and_served(world: World) {
        let with_banner = Change { banner_file: file("banner.png", png(900, 900)), ..esusu() };
        let banner = change::add(&world.app, "esusu", with_banner).await.unwrap().banner.unwrap();
        assert_eq!(seen(world, ESUSU, &banner).await.header("content-type"), "image/jpeg");
        let picture = image::load_from_memory(&world.caller().with("host", ESUSU).bytes(&banner).await).unwrap();
        assert_eq!((picture.width(), picture.height()), (1_200, 600));
        change::set(&world.app, "esusu", &Change { name: text("Esusu Ltd"), ..Change::default() }).await.unwrap();
        assert_eq!(seen(world, ESUSU, &banner).await.status, 200);
        change::set(&world.app, "esusu", &Change { banner: text(""), ..Change::default() }).await.unwrap();
        assert_eq!(seen(world, ESUSU, &banner).await.status, 404);
        let configuration = world.caller().with("host", ESUSU).get("/app-configuration").await;
        assert_eq!(configuration.data()["banner"], json!(null));
    }

    async fn a_host_names_a_brand_by_subdomain_or_domain(world: World, &[("AJO_RATE_LIMIT_FACTOR", "0"), ("AJO_DOMAIN", "ajo.ng")]) {
        let with_domain = Change { domain: text("pay.example"), ..esusu() };
        change::add(&world.app, "esusu", with_domain).await.unwrap();
        for (host, name) in [
            ("esusu.ajo.ng", "Esusu"), ("ESUSU.ajo.ng:443", "Esusu"), ("pay.example", "Esusu"), ("ajo.ng", "Ajo"), ("www.ajo.ng", "Ajo"),
            ("app.ajo.ng", "Ajo"), ("esusu.localhost", "Ajo"), ("esusu.evil.example", "Ajo"), ("x.pay.example", "Ajo"), ("127.0.0.1", "Ajo"),
        ] {
            let seen = world.caller().with("host", host).get("/app-configuration").await;
            assert_eq!(seen.expect(200).data()["name"], name, "{host}");
        }
    }

    async fn icons_shipped_with_a_logo_are_listed(world: World, &[("AJO_RATE_LIMIT_FACTOR", "0"), ("AJO_WEBAPP_DIR", "../../webapp/public")]) {
        let manifest = seen(world, "ajo.localhost", "/manifest.webmanifest").await.body;
        let listed: Vec<_> = manifest["icons"].as_array().unwrap().iter().map(|icon| icon["src"].as_str().unwrap()).collect();
        assert_eq!(listed, ["/brands/ajo.svg", "/brands/ajo-icon-192.png", "/brands/ajo-icon-512.png", "/brands/ajo-icon-maskable-512.png"]);
        for (address, side) in listed[1..].iter().copied().zip([192, 512, 512]).chain([("/brands/ajo-icon-touch-180.png", 180)]) {
            let read = image::load_from_memory(&world.caller().bytes(address).await).unwrap();
            assert_eq!((read.width(), read.height()), (side, side), "{address}");
        }
        assert_eq!(seen(world, "ajo.localhost", "/media/touch-icon").await.header("location"), "/brands/ajo-icon-touch-180.png");
    }
}
