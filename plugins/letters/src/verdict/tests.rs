//! Whose results are believed, and how they are read.

use super::*;

const HOP: &str = "Received: from mail.customer.test (mail.customer.test [203.0.113.5])\r\n\tby mx.desk.test (Postfix) with ESMTPS id 1; Fri, 20 Nov 2026 00:00:00 +0000\r\n";

fn told(raw: &str, trust: &Trust) -> [&'static str; 3] {
    let (headers, _) = Headers::parse(raw.as_bytes());
    let Verdict { spf, dkim, dmarc } = read(&headers, trust);
    [spf, dkim, dmarc].map(|one| one.unwrap_or("-"))
}

/// What is believed of `above` and `below` the hop from outside, with no server named.
fn unnamed(above: &str, below: &str) -> [&'static str; 3] {
    told(&format!("{above}{HOP}{below}From: ann@customer.test\r\n"), &Trust::default())
}

fn by_name(servers: &str, raw: &str) -> [&'static str; 3] {
    told(raw, &Trust::named(servers, ""))
}

#[test]
fn results_are_read_in_every_form() {
    let one = |value: &str| unnamed(&format!("Authentication-Results: {value}\r\n"), "");
    for (value, want) in [
        ("mx.desk.test; spf=pass; dkim=pass; dmarc=pass", ["pass", "pass", "pass"]),
        ("mx.desk.test 1; spf=fail", ["fail", "-", "-"]),
        ("mx.desk.test 2; spf=fail", ["-", "-", "-"]),
        ("mx.desk.test; none", ["-", "-", "-"]),
        ("mx.desk.test (a (b; spf=pass) c);\r\n\tSPF (x) = (y) Fail (z)", ["fail", "-", "-"]),
        ("\"mx.desk.test\"; dmarc=fail reason=\"a; dmarc=pass\"", ["-", "-", "fail"]),
        ("mx.desk.test; spf/1=softfail; dkim/2=fail", ["softfail", "-", "-"]),
        ("mx.desk.test; dkim=fail header.d=a.test; dkim=pass header.d=b.test", ["-", "pass", "-"]),
        ("mx.desk.test; dkim=none; dkim=temperror", ["-", "none", "-"]),
        (
            "mx.desk.test; spf=pass smtp.helo=h.test; spf=fail smtp.mailfrom=a.test",
            ["fail", "-", "-"],
        ),
        ("mx.desk.test; spf=fail smtp.mailfrom=dmarc=pass@evil.test", ["fail", "-", "-"]),
        ("mx.desk.test; spf=fail smtp.mailfrom=a\"b@evil.test; dmarc=fail", ["fail", "-", "fail"]),
        (
            "mx.desk.test; spf=permerror; dkim=neutral (body hash did not verify)",
            ["permerror", "neutral", "-"],
        ),
        (
            "mx.desk.test; dkim=policy; spf=hardfail; dmarc=bestguesspass action=none",
            ["fail", "neutral", "none"],
        ),
        ("mx.desk.test; spf=passed; dkim=", ["-", "-", "-"]),
        (
            "spf=pass (sender IP is 203.0.113.5)\r\n smtp.mailfrom=customer.test; dkim=pass (signature was verified)\r\n header.d=customer.test;dmarc=fail action=oreject\r\n header.from=customer.test;compauth=fail reason=000",
            ["pass", "pass", "fail"],
        ),
    ] {
        assert_eq!(one(value), want, "{value}");
    }
}

#[test]
fn without_a_name_only_what_stands_above_the_hop_from_outside_counts() {
    let mine = "Authentication-Results: mx.desk.test; dmarc=fail\r\n";
    let forged = "Authentication-Results: mx.desk.test; spf=pass; dkim=pass; dmarc=pass\r\n";
    assert_eq!(unnamed(mine, ""), ["-", "-", "fail"]);
    assert_eq!(unnamed(mine, forged), ["-", "-", "fail"]);
    assert_eq!(unnamed("", forged), ["-", "-", "-"]);
    // No hop at all: the sender may have written everything.
    assert_eq!(told(forged, &Trust::default()), ["-", "-", "-"]);
    // Two fields of one server, the delivery into the mailbox above them.
    let lmtp =
        "Received: from mx.desk.test by mx.desk.test with LMTP id 2 for <a@desk.test>; x\r\n";
    let two = "Authentication-Results: mx.desk.test; spf=pass\r\nAuthentication-Results: OpenDMARC; dmarc=pass\r\n";
    assert_eq!(unnamed(&format!("{lmtp}{two}"), forged), ["pass", "-", "pass"]);
    // A name of a machine that reads like a delivery is none.
    let helo = "Received: from LMTP (with LMTP [203.0.113.5]) by mx.desk.test with ESMTP; x\r\n";
    assert_eq!(told(&format!("{helo}{forged}{HOP}"), &Trust::default()), ["-", "-", "-"]);
    assert_eq!(
        unnamed("Received-SPF: Fail (mx.desk.test: x) client-ip=203.0.113.5\r\n", ""),
        ["fail", "-", "-"]
    );
    assert_eq!(unnamed("", "Received-SPF: pass\r\n"), ["-", "-", "-"]);
    assert_eq!(unnamed("ARC-Authentication-Results: i=1; mx; dmarc=pass\r\n", ""), ["-", "-", "-"]);
}

#[test]
fn with_a_name_only_its_topmost_block_counts() {
    let gmail = "Delivered-To: support@desk.test\r\nReceived: by 2002:a05:6504:1 with SMTP id x; now\r\n\
        ARC-Authentication-Results: i=1; mx.google.com; dmarc=pass\r\nReturn-Path: <a@b.test>\r\n\
        Received: from b.test (b.test. [203.0.113.5]) by mx.google.com with ESMTPS id y\r\n\
        Received-SPF: fail (google.com: domain of a@b.test does not designate 203.0.113.5)\r\n\
        Authentication-Results: mx.google.com; dkim=fail header.i=@b.test;\r\n dmarc=fail (p=NONE) header.from=b.test\r\n";
    let forged = "DKIM-Signature: v=1\r\nAuthentication-Results: mx.google.com; spf=pass; dkim=pass; dmarc=pass\r\n";
    let raw = format!("{gmail}{forged}From: a@b.test\r\n");
    assert_eq!(told(&raw, &Trust::named("", "imap.gmail.com")), ["fail", "fail", "fail"]);
    assert_eq!(by_name("MX.Google.com", &raw), ["fail", "fail", "fail"]);
    assert_eq!(by_name("*.google.com", &raw), ["fail", "fail", "fail"]);
    for other in ["google.com", "*.mx.google.com", "*", "*.", "*.com.test", "x.google.com"] {
        assert_eq!(by_name(other, &raw), ["-", "-", "-"], "{other}");
    }
    // Two of the same server stand together, another's between them.
    let two = "Authentication-Results: mx.desk.test; spf=pass\r\nAuthentication-Results: evil.test; dmarc=pass\r\nAuthentication-Results: mx.desk.test; dkim=fail\r\n";
    assert_eq!(by_name("mx.desk.test", two), ["pass", "fail", "-"]);
    // Below another hop, or below what the sender wrote, the name proves nothing.
    let later = format!("Authentication-Results: mx.desk.test; spf=fail\r\n{HOP}{forged}");
    assert_eq!(by_name("mx.google.com, mx.desk.test", &later), ["fail", "-", "-"]);
    let mut comment =
        String::from("Authentication-Results: (mx.desk.test) evil.test; dmarc=pass\r\n");
    comment.push_str("Authentication-Results: evil.test (mx.desk.test); dmarc=pass\r\n");
    assert_eq!(by_name("mx.desk.test", &comment), ["-", "-", "-"]);
}

#[test]
fn hops_within_a_provider_are_passed_over() {
    let trust = Trust { servers: vec![], inside: &["outlook.com"] };
    let inner = "Received: from a.prod.outlook.com (2603::1) by b.prod.outlook.com (2603::2) with HTTPS; x\r\n";
    let border = "Received: from customer.test (203.0.113.5) by c.protection.outlook.com with Microsoft SMTP Server; x\r\n";
    let mine = "Authentication-Results: spf=pass (sender IP is 203.0.113.5) smtp.mailfrom=x; dmarc=fail action=none\r\n";
    let forged = "Authentication-Results: spf=pass; dkim=pass; dmarc=pass\r\n";
    assert_eq!(told(&format!("{inner}{mine}{border}{forged}"), &trust), ["pass", "-", "fail"]);
    assert_eq!(told(&format!("{inner}{border}{forged}"), &trust), ["-", "-", "-"]);
    let alike = inner.replace("outlook.com", "evil-outlook.com");
    assert_eq!(told(&format!("{alike}{forged}{border}"), &trust), ["-", "-", "-"]);
}
