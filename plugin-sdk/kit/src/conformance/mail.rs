//! Mail: whatever a server hands over, and ids that stay the same over attempts.

use super::{
    inbound,
    trial::{CheckResult, Trial, came, fine, not_here, wrong},
};
use crate::{content, stage::Twist};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

pub async fn check(trial: &mut Trial<'_>) {
    if trial.sample.input["receive"].is_null() {
        trial.note("complete events", wrong("the sample must have `receive`"));
        return;
    }
    let found = inbound::complete(trial);
    trial.note("complete events", found);
    let found = repeated(trial).await;
    trial.note("duplicates", found);
    let found = rubbish(trial).await;
    trial.note("truncated body", found);
    let found = large(trial).await;
    trial.note("5 MB media", found);
    let found = composed(trial).await;
    trial.note("composed mail", found);
}

fn with_raw(trial: &Trial<'_>, raw: &[u8]) -> Value {
    let mut input = trial.sample.input.clone();
    input["receive"]["raw"] = json!({ "$base64": STANDARD.encode(raw), "mime": "message/rfc822" });
    input
}

fn raw(trial: &Trial<'_>) -> anyhow::Result<Vec<u8>> {
    content::bytes(&trial.sample.input["receive"]["raw"], trial.sample.folder())
}

/// The same mail in another folder or under another number is the same mail.
async fn repeated(trial: &Trial<'_>) -> CheckResult {
    let mut input = trial.sample.input.clone();
    input["receive"]["uid"] = json!(4711);
    input["receive"]["uid_validity"] = json!(2);
    let ran = trial.with(input).await?;
    let (one, two) = (inbound::ids(trial.clean.batch.as_ref()), inbound::ids(ran.batch.as_ref()));
    if one == two { fine() } else { wrong(format!("{one:?} the first time, then {two:?}")) }
}

async fn rubbish(trial: &Trial<'_>) -> CheckResult {
    let whole = raw(trial)?;
    let half = whole[..whole.len() / 2].to_vec();
    for (what, bytes) in
        [("half a mail", half), ("an empty mail", vec![]), ("no mail at all", vec![0xff; 1000])]
    {
        let ran = trial.with(with_raw(trial, &bytes)).await?;
        if let Some(problem) = trial.bears(what, &ran) {
            return wrong(problem);
        }
    }
    fine()
}

async fn large(trial: &Trial<'_>) -> CheckResult {
    let encoded = STANDARD.encode(content::filler(5 << 20));
    let lines: Vec<&str> = encoded
        .as_bytes()
        .chunks(76)
        .map(|line| std::str::from_utf8(line).unwrap_or_default())
        .collect();
    let mail = format!(
        "From: Ann <ann@customer.example>\r\nTo: support@kit.example\r\nSubject: A file\r\n\
         Message-ID: <large@customer.example>\r\nDate: Fri, 02 Jan 2026 03:04:05 +0000\r\n\
         MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\
         Content-Type: text/plain\r\n\r\nHere it is.\r\n--x\r\n\
         Content-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\
         Content-Disposition: attachment; filename=a.pdf\r\n\r\n{}\r\n--x--\r\n",
        lines.join("\r\n")
    );
    let ran = trial.with(with_raw(trial, mail.as_bytes())).await?;
    let batch = ran.batch.clone().unwrap_or_default();
    let found = format!("{batch:?}").contains(&format!("size: {}", 5 << 20));
    if found { fine() } else { wrong(format!("a mail with 5 MB: {}", came(&ran))) }
}

async fn composed(trial: &Trial<'_>) -> CheckResult {
    let Some(sample) = trial.samples.further(trial.interface(), "compose") else {
        return not_here("no sample: [samples] \"mail.compose\" = \"mail/…\"");
    };
    let sample = sample?;
    let first = trial.stage.run(&sample, &Twist::default()).await?;
    let mut input = sample.input.clone();
    input["compose"]["attempt"] = json!(2);
    let twist = Twist { input: Some(input), ..Twist::default() };
    let second = trial.stage.run(&sample, &twist).await?;
    let (Ok(one), Ok(two)) = (&first.result, &second.result) else {
        return wrong(format!("{} and then {}", came(&first), came(&second)));
    };
    let id = one["message_id"].as_str().unwrap_or_default();
    if !id.contains('@') || id.starts_with('<') {
        return wrong(format!("the Message-ID `{id}` is none, or has its brackets on"));
    }
    if one["message_id"] != two["message_id"] {
        return wrong("a second attempt has another Message-ID, so no server can drop it");
    }
    if one["recipients"].as_array().is_none_or(Vec::is_empty) {
        return wrong("the envelope has no recipient");
    }
    fine()
}
