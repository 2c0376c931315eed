//! The contents of an account as the tables have them.

use super::{
    effects::{Contents, Message, told_in},
    stand_in::Account,
    stock::Stock,
};
use serde_json::Value;

/// Stands between the columns of a row.
const BETWEEN: &str = "\u{1f}";

fn row(columns: &[&str]) -> String {
    let text = |column: &&str| format!("coalesce(cast({column} as text), '')");
    columns.iter().map(text).collect::<Vec<_>>().join(&format!(" || '{BETWEEN}' || "))
}

async fn rows(stock: &Stock, columns: &[&str], rest: &str) -> Vec<Vec<String>> {
    let lines = stock.lines(&format!("select {} from {rest}", row(columns))).await;
    lines.iter().map(|line| line.split(BETWEEN).map(str::to_owned).collect()).collect()
}

/// What an account has. Fails when a row of it belongs to another client or account as well.
pub async fn look(stock: &Stock, account: &Account, ground_is_sqlite: bool) -> Contents {
    let Account { id, client, .. } = account;
    let mut contents = Contents::default();
    let columns = [
        "coalesce(e.external_id, m.external_id)",
        "t.thread",
        "m.direction",
        "m.state",
        "m.body",
        "case when m.deleted_at is null then 0 else 1 end",
        "(select count(*) from attachments a where a.message_id = m.id)",
        "m.reactions",
        "t.channel_id",
        "m.client_id",
        "t.client_id",
        "c.client_id",
    ];
    let tables = format!(
        "messages m left join message_externals e on e.message_id = m.id
           join tickets t on t.id = m.ticket_id join contacts c on c.id = t.contact_id
          where m.channel_id = {id} and (m.external_id is not null or e.external_id is not null)"
    );
    for line in rows(stock, &columns, &tables).await {
        let owners = [id, client, client, client].map(ToString::to_string);
        assert_eq!(line[8..], owners, "a row of another account: {line:?}");
        let reactions: Value = serde_json::from_str(&line[7]).expect("JSON");
        let message = Message {
            thread: line[1].clone(),
            direction: line[2].clone(),
            state: line[3].clone(),
            text: Some(line[4].clone()),
            deleted: line[5] == "1",
            files: line[6].parse().expect("a number"),
            reactions: reactions
                .as_array()
                .expect("a list")
                .iter()
                .map(|r| (word(&r["person"]), word(&r["emoji"])))
                .collect(),
        };
        let id = match line[0].strip_prefix("custom:") {
            Some(_) => told_in(&contents.messages, &message.thread),
            None => line[0].clone(),
        };
        let twice = contents.messages.insert(id, message);
        assert!(twice.is_none(), "{} is there twice", line[0]);
    }
    for line in rows(stock, &["thread"], &format!("tickets where channel_id = {id}")).await {
        assert!(contents.threads.insert(line[0].clone()), "{} has two tickets", line[0]);
    }
    let people = format!(
        "identities i where exists (select 1 from tickets t
           where t.channel_id = {id} and t.client_id = i.client_id
             and (t.identity_id = i.id or i.scope = 'channel:{id}'))"
    );
    for line in rows(stock, &["i.external_id"], &people).await {
        contents.people.insert(line[0].clone());
    }
    let bytes = |column: &str| match ground_is_sqlite {
        true => format!("cast({column} as text)"),
        false => format!("convert_from({column}, 'UTF8')"),
    };
    let kv = format!("channel_kv where channel_id = {id}");
    for line in rows(stock, &["key", &bytes("value")], &kv).await {
        contents.kv.insert(line[0].clone(), line[1].clone());
    }
    let timers = format!("channel_timers where channel_id = {id}");
    for line in rows(stock, &["name", "fire_at"], &timers).await {
        contents.timers.insert(line[0].clone(), line[1].parse().expect("a time"));
    }
    let cursor = format!("channels where id = {id} and cursor is not null");
    contents.cursor =
        rows(stock, &[&bytes("cursor")], &cursor).await.pop().and_then(|mut line| line.pop());
    contents
}

fn word(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
