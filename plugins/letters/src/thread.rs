//! What ties messages together: Message-IDs, signed reply addresses, subjects.

use crate::mime::{
    address::{self, Address},
    headers::Headers,
    words,
};

/// Ids that this plugin makes up for mail without one end in this; they never leave the desk.
pub const MADE_UP: &str = "@patchbay.invalid";

const MAX_ID: usize = 400;
const MAX_REFERENCES: usize = 40;

/// The `<…>` tokens of a header, without brackets. Everything else in it is noise.
pub fn ids(raw: &[u8]) -> Vec<String> {
    // Some programs write encoded words here, which the standard forbids; an id that only looks
    // like one stands within the brackets.
    let word = raw.windows(2).position(|w| w == b"=?");
    let bracket = raw.iter().position(|b| *b == b'<').unwrap_or(raw.len());
    let text = match word {
        Some(at) if at < bracket => words::decode(raw, None),
        _ => String::from_utf8_lossy(raw).into_owned(),
    };
    let mut found = Vec::new();
    let mut rest = text.as_str();
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        let Some(end) = rest.find(['<', '>']) else { break };
        if rest[end..].starts_with('>') {
            // Folding may leave white space inside an id.
            let id: String =
                rest[..end].chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
            if !id.is_empty() && id.len() <= MAX_ID {
                found.push(id);
            }
        }
        rest = &rest[end..];
    }
    found
}

/// The message's own id. None when it is missing, or when several contradict each other.
pub fn message_id(headers: &Headers) -> Option<String> {
    let mut all: Vec<String> = Vec::new();
    for raw in headers.raw_all("message-id") {
        let mut found = ids(raw);
        if found.is_empty() {
            // Some senders forget the brackets.
            let bare = words::decode(raw, None).trim().to_owned();
            if bare.contains('@') && bare.len() <= MAX_ID && !bare.contains(char::is_whitespace) {
                found.push(bare);
            }
        }
        all.extend(found);
    }
    let first = all.first()?.clone();
    (all.iter().all(|id| *id == first) && !first.ends_with(MADE_UP)).then_some(first)
}

/// Where earlier messages may be found, best first, and the id that names the whole thread.
pub fn references(headers: &Headers, own: &str) -> (Vec<String>, String) {
    let reply_to = headers.raw_all("in-reply-to").flat_map(ids).collect::<Vec<_>>();
    let chain = headers.raw_all("references").flat_map(ids).collect::<Vec<_>>();
    let root = chain.first().or(reply_to.first()).map_or(own, String::as_str);
    let thread = normal(root);
    let mut found: Vec<String> = Vec::new();
    let root_last = chain.first().cloned();
    for id in reply_to.into_iter().chain(chain.into_iter().rev()) {
        // A message that names itself is a loop, not an ancestor.
        if id != own && !found.contains(&id) {
            found.push(id);
        }
        if found.len() >= MAX_REFERENCES - 1 {
            break;
        }
    }
    if let Some(root) = root_last
        && root != own
        && !found.contains(&root)
    {
        found.push(root);
    }
    (found, thread)
}

/// Mailers keep the left side of an id and change the case of the right.
pub fn normal(id: &str) -> String {
    match id.rsplit_once('@') {
        Some((left, right)) => format!("{left}@{}", right.to_ascii_lowercase()),
        None => id.to_owned(),
    }
}

/// The part of an HMAC that an address carries.
fn short_mac(mac: &[u8]) -> String {
    mac.iter().take(8).map(|b| format!("{b:02x}")).collect()
}

/// What is signed for a reply address.
fn signed_text(ticket: &str, domain: &str) -> Vec<u8> {
    format!("{ticket}|{domain}").into_bytes()
}

/// A signing function: HMAC-SHA256 with the account's reply secret. None without a secret.
pub type Sign<'a> = &'a dyn Fn(&[u8]) -> Option<Vec<u8>>;

/// `reply+<ticket>.<hmac>@domain` for the address `reply@domain`. None when it cannot be made.
pub fn reply_address(base: &str, ticket: &str, sign: Sign<'_>) -> Option<String> {
    let (local, domain) = base.rsplit_once('@')?;
    let domain = domain.to_ascii_lowercase();
    let ticket_ok = !ticket.is_empty()
        && ticket.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if !ticket_ok {
        return None;
    }
    let mac = short_mac(&sign(&signed_text(ticket, &domain))?);
    let made = format!("{local}+{ticket}.{mac}");
    // 64 octets is all that a mail server must take before the `@`.
    (made.len() <= 64).then(|| format!("{made}@{domain}"))
}

/// The ticket in an address, if its signature is ours.
pub fn verified_ticket(address: &str, sign: Sign<'_>) -> Option<String> {
    let (local, domain) = address.rsplit_once('@')?;
    let (_, token) = local.rsplit_once('+')?;
    let (ticket, mac) = token.rsplit_once('.')?;
    if ticket.is_empty() || mac.len() != 16 {
        return None;
    }
    let domain = domain.to_ascii_lowercase();
    let mac = mac.to_ascii_lowercase();
    // Relays may change the case of what stands before the `@`.
    for ticket in [ticket.to_owned(), ticket.to_ascii_uppercase(), ticket.to_ascii_lowercase()] {
        let ours = short_mac(&sign(&signed_text(&ticket, &domain))?);
        if same(ours.as_bytes(), mac.as_bytes()) {
            return Some(ticket);
        }
    }
    None
}

/// Takes the same time wherever the difference is.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |diff, (x, y)| diff | (x ^ y)) == 0
}

/// Every address the message was sent or delivered to.
pub fn recipients(headers: &Headers) -> Vec<Address> {
    ["to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-forwarded-for"]
        .iter()
        .flat_map(|name| headers.raw_all(name))
        .flat_map(|raw| address::list(raw, headers.hint()))
        .collect()
}

/// What different languages and programs put before the subject of an answer or a forward.
const PREFIXES: &[&str] = &[
    "re",
    "fw",
    "fwd",
    "aw",
    "wg",
    "antw",
    "antwort",
    "sv",
    "vs",
    "vb",
    "ref",
    "rv",
    "res",
    "enc",
    "tr",
    "rif",
    "r",
    "i",
    "odp",
    "pd",
    "ynt",
    "vl",
    "bls",
    "trs",
    "atb",
    "σχετ",
    "απ",
    "πρθ",
    "ha",
    "továbbítás",
    "回复",
    "回覆",
    "答复",
    "答覆",
    "转发",
    "轉寄",
    "轉發",
    "返信",
    "転送",
    "ตอบ",
    "ตอบกลับ",
    "ส่งต่อ",
    "balas",
    "bls",
    "tr",
    "отв",
    "ответ",
    "пересл",
    "hồi âm",
    "trả lời",
    "ilt",
    "i\u{307}lt",
    "yanıt",
    "doorst",
    "회신",
    "답장",
    "전달",
    "chuyển tiếp",
    "إعادة توجيه",
    "השב",
    "הועבר",
    "رد",
    "تعليق",
];

/// The subject without its prefixes: `Re: AW: [2] Order` gives `[2] Order`.
pub fn base_subject(subject: &str) -> &str {
    let mut rest = subject.trim();
    for _ in 0..50 {
        let Some((at, colon)) = rest.char_indices().find(|(_, c)| matches!(c, ':' | '：')) else {
            return rest;
        };
        let mut head = rest[..at].trim().to_lowercase();
        // `Re[5]:` and `Re(2):` count as well.
        if let Some(open) = head.find(['[', '('])
            && head.ends_with([']', ')'])
            && head[open + 1..head.len() - 1].chars().all(|c| c.is_ascii_digit())
        {
            head.truncate(open);
        }
        if !PREFIXES.contains(&head.trim()) {
            return rest;
        }
        rest = rest[at + colon.len_utf8()..].trim_start();
    }
    rest
}

/// The subject of an answer: exactly one `Re: `.
pub fn reply_subject(subject: &str) -> String {
    format!("Re: {}", base_subject(subject)).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hmac::{Hmac, Mac as _};

    fn sign(data: &[u8]) -> Option<Vec<u8>> {
        let mut mac = Hmac::<sha2::Sha256>::new_from_slice(b"k3y").ok()?;
        mac.update(data);
        Some(mac.finalize().into_bytes().to_vec())
    }

    #[test]
    fn the_published_vector_holds() {
        let address = "reply+T-42.fdd3003a8ad5acc0@desk.example.com";
        assert_eq!(
            reply_address("reply@desk.example.com", "T-42", &sign).as_deref(),
            Some(address)
        );
        assert_eq!(verified_ticket(address, &sign).as_deref(), Some("T-42"));
        assert_eq!(verified_ticket(&address.to_lowercase(), &sign).as_deref(), Some("T-42"));
        assert_eq!(verified_ticket(&address.to_uppercase(), &sign).as_deref(), Some("T-42"));
    }

    #[test]
    fn ids_are_read_from_encoded_words() {
        for (raw, want) in [
            ("<a@x> noise <b@x>", vec!["a@x", "b@x"]),
            ("=?utf-8?q?=3Ca=2E1=40x=3E?=", vec!["a.1@x"]),
            ("=?utf-8?q?=3Ca=2E1=40desk=2Etes?= =?utf-8?q?t=3E?=", vec!["a.1@desk.test"]),
            ("=?us-ascii?Q?=3Ca@x=3E_=3Cb@x=3E?=", vec!["a@x", "b@x"]),
            ("=?utf-8?B?PGFAeD4=?=", vec!["a@x"]),
            ("<=?utf-8?q?a=40x?=>", vec!["=?utf-8?q?a=40x?="]),
            ("none", vec![]),
        ] {
            assert_eq!(ids(raw.as_bytes()), want, "{raw}");
        }
    }

    #[test]
    fn forged_tokens_are_refused() {
        for bad in [
            "reply+T-43.fdd3003a8ad5acc0@desk.example.com",
            "reply+T-42.fdd3003a8ad5acc1@desk.example.com",
            "reply+T-42.fdd3003a8ad5acc0@other.example.com",
            "reply+T-42.@desk.example.com",
            "reply+T-42.fdd3@desk.example.com",
            "reply+.fdd3003a8ad5acc0@desk.example.com",
            "T-42@desk.example.com",
            "",
        ] {
            assert_eq!(verified_ticket(bad, &sign), None, "{bad}");
        }
        assert_eq!(
            verified_ticket("reply+T-42.fdd3003a8ad5acc0@desk.example.com", &|_| None),
            None
        );
        assert_eq!(reply_address("reply@x.test", "4\r\n2", &sign), None);
        assert_eq!(reply_address(&format!("{}@x.test", "a".repeat(50)), "42", &sign), None);
    }

    #[test]
    fn ids_are_found_in_noise() {
        assert_eq!(ids(b"<a@x>\r\n <b@x> junk <c @x> <> <unfinished"), ["a@x", "b@x", "c@x"]);
        assert_eq!(ids(b"Message from Ann <<d@x>>"), ["d@x"]);
        assert!(ids(b"").is_empty());
    }

    #[test]
    fn the_nearest_ancestor_comes_first_and_the_root_stays() {
        let chain: String = (0..1000).map(|n| format!("<m{n}@X.test>\r\n ")).collect();
        let raw = format!("References: {chain}\r\nIn-Reply-To: <m999@X.test>\r\n\r\n");
        let (headers, _) = Headers::parse(raw.as_bytes());
        let (found, thread) = references(&headers, "own@x");
        assert_eq!(found.len(), MAX_REFERENCES);
        assert_eq!((found[0].as_str(), found[1].as_str()), ("m999@X.test", "m998@X.test"));
        assert_eq!(found.last().map(String::as_str), Some("m0@X.test"));
        assert_eq!(thread, "m0@x.test");
        let (headers, _) = Headers::parse(b"References: <own@x>\r\n\r\n");
        assert!(references(&headers, "own@x").0.is_empty());
    }

    #[test]
    fn subjects_get_one_prefix() {
        for (subject, want) in [
            ("Order 7", "Re: Order 7"),
            ("Re: Order 7", "Re: Order 7"),
            ("RE: Fwd: AW: Order 7", "Re: Order 7"),
            ("Re[5]: Order", "Re: Order"),
            ("回复：订单", "Re: 订单"),
            ("ตอบกลับ: คำสั่งซื้อ", "Re: คำสั่งซื้อ"),
            ("Note: please read", "Re: Note: please read"),
            ("Reminder: pay", "Re: Reminder: pay"),
            ("", "Re:"),
        ] {
            assert_eq!(reply_subject(subject), want, "{subject}");
        }
    }
}
