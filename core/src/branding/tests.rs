//! Variants: the files, the host names, and colours that can be read.

use super::model::{Listed, Mine, Variants};
use crate::config::{Branding, Config};
use std::path::Path;

fn config(hosts: &[&str]) -> Branding {
    let defaults = Config::for_data(Path::new("unused")).branding;
    Branding { hosts: hosts.iter().map(|&host| host.to_owned()).collect(), ..defaults }
}

#[test]
fn there_are_three_variants() {
    let variants = Variants::read(&config(&[])).expect("the files are good");
    let ids: Vec<_> = variants.all().iter().map(|variant| variant.id.as_str()).collect();
    assert_eq!(ids, crate::config::VARIANTS);
    for variant in variants.all() {
        assert!(variant.logo.starts_with("<svg") && variant.logo.ends_with("</svg>"));
        assert!(!variant.logo.contains("script"), "{}", variant.id);
        assert_eq!(variant.shades.len(), 10, "{}", variant.id);
    }
    assert!(super::features().iter().any(|name| name == "analyst"), "of the trading desk");
    let hidden: Vec<_> = variants.all().iter().map(|v| v.hidden_menu.len()).collect();
    assert_eq!(hidden, [0, 3, 3], "the phone desk hides nothing at first");
}

#[test]
fn the_host_name_chooses() {
    let hosts = ["Calls.Example.com=call-centre", "trade.example.com = trading"];
    let variants = Variants::read(&config(&hosts)).expect("known variants");
    for (host, id) in [
        ("calls.example.com", "call-centre"),
        ("CALLS.example.com:8443", "call-centre"),
        ("trade.example.com.", "trading"),
        ("other.example.com", "all-in-one"),
        ("calls.example.com.evil.example", "all-in-one"),
        ("[::1]:8080", "all-in-one"),
        ("127.0.0.1:8080", "all-in-one"),
        ("", "all-in-one"),
    ] {
        assert_eq!(variants.of(host).id, id, "{host}");
    }
    assert!(Variants::read(&config(&["a.example=shop"])).is_err());
}

#[test]
fn every_host_leads_to_the_form_that_is_configured() {
    assert_eq!(Variants::read(&config(&[])).expect("the files are good").of("").contact_form, "");
    let form =
        Branding { contact_form: "a-form".into(), ..config(&["calls.example.com=call-centre"]) };
    let variants = Variants::read(&form).expect("the files are good");
    for host in ["", "calls.example.com"] {
        assert_eq!(variants.of(host).contact_form, "a-form");
    }
}

#[test]
fn lists_are_by_client_and_user() {
    let mut lists = config(&[]);
    lists.restore_ticket_clients = vec!["7".into()];
    lists.dashboard_users = vec!["3".into()];
    let listed = Listed::read(&lists);
    let some = Mine { restore_ticket: true, customer_analysis: false, dashboard: true };
    assert_eq!(listed.of(7, 3), some);
    let none = Mine { restore_ticket: false, customer_analysis: false, dashboard: false };
    assert_eq!(listed.of(8, 4), none);
    for client in [2, 273, 408] {
        assert!(listed.of(client, 1).customer_analysis, "client {client}");
    }
}

/// How light a colour is, by the formula of the accessibility guidelines.
fn luminance(colour: &str) -> f64 {
    let part = |at: usize| {
        let byte = u8::from_str_radix(&colour[at..at + 2], 16).expect("six hex digits");
        let share = f64::from(byte) / 255.0;
        if share <= 0.039_28 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    0.2126f64.mul_add(part(1), 0.7152f64.mul_add(part(3), 0.0722 * part(5)))
}

#[test]
fn colours_can_be_read() {
    let contrast = |a: &str, b: &str| {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    };
    for v in Variants::read(&config(&[])).expect("the files are good").all() {
        for (text, ground) in [
            (v.shades[7].as_str(), "#ffffff"),
            (&v.shades[7], "#faf9f7"),
            (&v.shades[7], &v.selected_light),
            (&v.shades[4], "#1b1a18"),
            (&v.shades[4], &v.selected_dark),
            (&v.on_dark, &v.shades[4]),
            (&v.on_dark, &v.shades[3]),
        ] {
            let found = contrast(text, ground);
            assert!(found >= 4.5, "{}: {text} on {ground} has {found:.2}", v.id);
        }
    }
}
