//! Forms, signatures and the words that customers opt out with. Pure.
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha1::Sha1;

use super::Sms;
use crate::network::Happening;
use crate::network::model::Account;
use crate::posting::Job;

/// The fields of a form, in the order they are sent.
pub type Fields = Vec<(String, String)>;

/// An account's SID, made of its key.
pub fn sid(account: &Account) -> String {
    let sum = account.key.bytes();
    let sum = sum.fold(7_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    format!("AC{:032x}", u128::from(sum))
}

/// The SID of the account's number.
pub fn number_sid(account: &Account) -> String {
    sid(account).replacen("AC", "PN", 1)
}

/// The signature of a form posted to an address: address, then each field by name.
pub fn signature(token: &str, url: &str, fields: &Fields) -> String {
    let mut sorted = fields.clone();
    sorted.sort();
    sorted.dedup();
    let Ok(mut mac) = Hmac::<Sha1>::new_from_slice(token.as_bytes()) else {
        return String::new();
    };
    mac.update(url.as_bytes());
    for (name, value) in &sorted {
        mac.update(name.as_bytes());
        mac.update(value.as_bytes());
    }
    STANDARD.encode(mac.finalize().into_bytes())
}

/// What a repeat is known by.
pub fn token(job: &Job) -> String {
    let number = job.events.first().map_or(0, |(_, event)| *event);
    format!("{number:08x}-{}", job.kind)
}

pub fn fields(item: &Value) -> Fields {
    let fields = item.as_object().into_iter().flatten();
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    fields.map(|(name, value)| (name.clone(), text(value))).collect()
}

/// `Fri, 02 Jan 2026 03:04:05 +0000`
pub fn date(at_ms: i64) -> String {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let iso = crate::described::iso(at_ms);
    let day = usize::try_from(at_ms.div_euclid(86_400_000).rem_euclid(7)).unwrap_or(0);
    let month = iso[5..7].parse::<usize>().unwrap_or(1);
    let (day, month) = (DAYS[day], MONTHS[(month - 1) % 12]);
    format!("{day}, {} {month} {} {} +0000", &iso[8..10], &iso[..4], &iso[11..19])
}

/// Words by which customers leave and come back; carriers and provider obey them.
pub fn opt_out(text: &str) -> Option<&'static str> {
    match text.trim().to_ascii_uppercase().as_str() {
        "STOP" | "STOPALL" | "UNSUBSCRIBE" | "CANCEL" | "END" | "QUIT" => Some("STOP"),
        "START" | "YES" | "UNSTOP" => Some("START"),
        "HELP" | "INFO" => Some("HELP"),
        _ => None,
    }
}

/// A customer's message.
pub fn message(sms: &Sms, happening: &Happening, option: Option<&str>) -> Value {
    let Some(message) = &happening.message else { return json!({}) };
    let sid = sid(&happening.account);
    let mut fields = json!({
        "ToCountry": "US", "FromCountry": "US", "FromCity": "", "FromState": "", "FromZip": "",
        "ToCity": "", "ToState": "", "ToZip": "", "SmsMessageSid": message.id,
        "SmsSid": message.id, "MessageSid": message.id, "SmsStatus": "received",
        "AccountSid": sid, "ApiVersion": "2010-04-01", "To": happening.account.name,
        "From": sms.number(&happening.person), "Body": message.text.as_deref().unwrap_or(""),
        "NumMedia": message.files.len().to_string(), "NumSegments": "1",
    });
    for (place, file) in message.files.iter().enumerate() {
        let url = format!(
            "{}/2010-04-01/Accounts/{sid}/Messages/{}/Media/{}",
            sms.base, message.id, file.id
        );
        fields[format!("MediaUrl{place}")] = json!(url);
        fields[format!("MediaContentType{place}")] = json!(file.mime);
    }
    if let Some(option) = option {
        fields["OptOutType"] = json!(option);
    }
    fields
}

/// A delivery report.
pub fn report(
    sms: &Sms,
    happening: &Happening,
    id: &str,
    status: &str,
    code: Option<u64>,
) -> Value {
    let mut fields = json!({
        "SmsSid": id, "MessageSid": id, "SmsStatus": status, "MessageStatus": status,
        "AccountSid": sid(&happening.account), "ApiVersion": "2010-04-01",
        "To": sms.number(&happening.person), "From": happening.account.name,
    });
    if let Some(code) = code {
        fields["ErrorCode"] = json!(code.to_string());
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs: &[(&str, &str)]) -> Fields {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn signatures_as_the_providers_own_library_makes_them() {
        let call = of(&[
            ("CallSid", "CA1234567890ABCDE"),
            ("Caller", "+14158675310"),
            ("To", "+18005551212"),
            ("From", "+14158675310"),
            ("Digits", "1234"),
        ]);
        let url = "https://example.com/myapp.php?foo=1&bar=2";
        assert_eq!(signature("12345", url, &call), "L/OH5YylLD5NRKLltdqwSvS0BnU=");
        let text = of(&[
            ("AccountSid", "AC00000000000000000000000000000001"),
            ("Body", "café ok"),
            ("From", "+15005550006"),
            ("MessageSid", "SM00000000000000000000000000000001"),
            ("NumMedia", "0"),
            ("To", "+15005550001"),
            ("ToCountry", "US"),
        ]);
        let url = "https://desk.example.com/hooks/sms/7";
        assert_eq!(signature("12345", url, &text), "lsjSPPjqya9YbKkZQ8tut1cRawA=");
    }

    #[test]
    fn words_of_leaving_count_alone_only() {
        assert_eq!(super::date(1_767_323_045_000), "Fri, 02 Jan 2026 03:04:05 +0000");
        assert_eq!(opt_out(" stop "), Some("STOP"));
        assert_eq!(opt_out("Start"), Some("START"));
        assert_eq!(opt_out("please stop"), None);
    }
}
