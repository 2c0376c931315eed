//! Tables of contacts and tickets: brought, checked, imported, stopped, imported again, and written.

use crate::harness::{Agent, Answer, Ground, Socket, Start, World, eventually};
use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::{Value, json};

on_both_engines!(
    contacts_come_out_of_a_table,
    a_check_counts_what_the_import_will_do,
    tickets_come_silently_and_as_they_were,
    an_import_that_was_stopped_goes_on_and_makes_nothing_twice,
    what_was_exported_is_known_again,
    what_is_no_table_or_not_theirs_is_refused,
);

async fn bring(who: &Agent, kind: &str, name: &str, bytes: &[u8]) -> Answer {
    let file = Part::bytes(bytes.to_vec()).file_name(name.to_owned());
    who.multipart(&format!("/api/imports?kind={kind}"), Form::new().part("file", file)).await
}

/// Brings a table whose columns are guessed; gives its path.
async fn brought(world: &World, kind: &str, table: &str) -> String {
    let detail = bring(&world.admin, kind, "table.csv", table.as_bytes()).await.ok();
    format!("/api/imports/{}", detail["import"]["id"])
}

async fn put(who: &Agent, path: &str, body: Value) -> Answer {
    who.call(Method::PUT, path, Some(&body)).await
}

/// Begins what runs in the background, and waits until it is over.
async fn ran(world: &World, socket: &mut Socket, path: &str, what: &str) -> Value {
    world.admin.post(&format!("{path}/{what}"), &json!({})).await.ok();
    let busy = if what == "check" { "checking" } else { "running" };
    let of = |data: &Value| path.ends_with(&format!("/{}", data["import"]["id"]));
    let begun = |data: &Value| of(data) && data["import"]["state"] == busy;
    socket.wait("importChanged", begun).await;
    let over = |data: &Value| of(data) && data["import"]["ended_at"].is_i64();
    socket.wait("importChanged", over).await["import"].clone()
}

/// Checks and imports a table; gives the counts of both.
async fn imported(world: &World, socket: &mut Socket, kind: &str, table: &str) -> [Value; 2] {
    let path = brought(world, kind, table).await;
    let checked = ran(world, socket, &path, "check").await;
    assert_eq!(checked["state"], "checked", "{checked}");
    let done = ran(world, socket, &path, "start").await;
    assert_eq!((&done["state"], &done["done"]), (&json!("done"), &done["rows"]), "{done}");
    [checked["counts"].clone(), done["counts"].clone()]
}

fn counts(created: i64, updated: i64, unchanged: i64, refused: i64) -> Value {
    json!({ "created": created, "updated": updated, "unchanged": unchanged, "refused": refused })
}

async fn contacts(world: &World, keyword: &str) -> Vec<Value> {
    let page = world.admin.get(&format!("/api/contacts/list?keyword={keyword}")).await.ok();
    page["data"].as_array().expect("contacts").clone()
}

async fn contacts_come_out_of_a_table(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut socket = world.admin.live().await;
    let mut agent = world.one.live().await;
    // As a spreadsheet program of Central Europe writes it: Windows-1252, semicolons, days before months.
    let table = b"Customer ID;Full name;E-mail address;Phone number;Birthday;Notes;Shoe size\r\n\
        7;Jos\xe9 Lima;Jose@Customer.example;+60 3 1234;31/01/1990;\"two\r\nlines\";44\r\n\
        8;;mei@customer.example;;;;\r\n\
        ;Nobody at all;;;;;\r\n\
        9;Bad day;bad@customer.example;;31/31/1990;;\r\n";
    let detail = bring(&world.admin, "contacts", "../people.csv", table).await;
    assert_eq!(detail.status, 201, "{detail:?}");
    let detail = detail.ok();
    let import = &detail["import"];
    assert_eq!(
        (&import["file_name"], &import["encoding"]),
        (&json!("people.csv"), &json!("windows-1252"))
    );
    assert_eq!((&import["state"], &import["rows"]), (&json!("mapping"), &json!(4)));
    let fields: Vec<&str> = detail["columns"]
        .as_array()
        .expect("columns")
        .iter()
        .map(|c| c["field"].as_str().expect("a field"))
        .collect();
    assert_eq!(fields, ["external_id", "name", "email", "phone", "birth_date", "notes", ""]);
    assert_eq!(detail["columns"][1]["samples"], json!(["José Lima", "Nobody at all", "Bad day"]));
    assert_eq!(import["date_order"], "dmy", "a month has no 31");
    let path = format!("/api/imports/{}", import["id"]);
    let settings = json!({ "fields": fields, "known": "fill", "date_order": "dmy", "timezone": "Asia/Kuala_Lumpur" });
    put(&world.admin, &path, settings).await.ok();

    let checked = ran(&world, &mut socket, &path, "check").await;
    assert_eq!((&checked["state"], &checked["counts"]), (&json!("checked"), &counts(2, 0, 0, 2)));
    assert!(contacts(&world, "customer.example").await.is_empty(), "a check writes nothing");
    let refusals = world.admin.get(&format!("{path}/refusals")).await.ok();
    let cells: Vec<(i64, &str)> = refusals["refusals"]
        .as_array()
        .expect("refusals")
        .iter()
        .map(|r| (r["row"].as_i64().expect("a row"), r["field"].as_str().expect("a field")))
        .collect();
    assert_eq!(cells, [(4, ""), (5, "birth_date")], "as the spreadsheet counts rows");

    let done = ran(&world, &mut socket, &path, "start").await;
    assert_eq!((&done["state"], &done["counts"]), (&json!("done"), &counts(2, 0, 0, 2)));
    let found = contacts(&world, "lima").await;
    assert_eq!(
        (&found[0]["name"], &found[0]["phone"]),
        (&json!("José Lima"), &json!("+60 3 1234"))
    );
    let id = &found[0]["id"];
    let profile = world.admin.get(&format!("/api/contacts/{id}")).await.ok();
    assert!(profile.to_string().contains("1990-01-31"), "{profile}");
    let table = world.admin.bytes(&format!("{path}/refusals.csv")).await;
    let table = String::from_utf8(table).expect("a text");
    assert!(table.contains("\r\n5,birth_date,") && table.contains("31/31/1990"), "{table}");
    let log = world.admin.get("/api/audit?action=import_started").await.ok();
    assert_eq!(log["data"][0]["subject"], "people.csv", "{log}");

    // The same table again knows everybody; what is filled in stays, unless the table is to win.
    let again =
        bring(&world.admin, "contacts", "people.csv", b"id,name,email\n7,Jose Lima da Silva,\n")
            .await
            .ok();
    let path = format!("/api/imports/{}", again["import"]["id"]);
    assert_eq!(ran(&world, &mut socket, &path, "check").await["counts"], counts(0, 0, 1, 0));
    let fields = ["external_id", "name", "email"];
    put(&world.admin, &path, json!({ "fields": fields, "known": "overwrite" })).await.ok();
    world.admin.post(&format!("{path}/start"), &json!({})).await.refused(409, "conflict");
    assert_eq!(ran(&world, &mut socket, &path, "check").await["counts"], counts(0, 1, 0, 0));
    assert_eq!(ran(&world, &mut socket, &path, "start").await["counts"], counts(0, 1, 0, 0));
    assert_eq!(contacts(&world, "silva").await[0]["id"], *id);

    // Agents hear nothing of it.
    let heard = agent.drain(std::time::Duration::from_millis(200)).await;
    assert!(!heard.iter().any(|frame| frame["event"] == "importChanged"), "{heard:?}");
    // The mail of an imported contact is theirs.
    let ticket =
        json!({ "title": "Hi", "message": "Hello", "name": "J", "email": "jose@customer.example" });
    let ticket = world.admin.post("/api/tickets", &ticket).await.ok();
    assert_eq!(ticket["data"]["contact_id"], *id, "{ticket}");
}

async fn a_check_counts_what_the_import_will_do(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut socket = world.admin.live().await;
    let entered = json!({ "title": "Hi", "message": "Hello", "name": "Kim", "email": "kim@customer.example" });
    world.admin.post("/api/tickets", &entered).await.ok();
    // The same person several times, by one thing and by another; a known one; two that are one address.
    let table = "id,name,email,phone,notes\n\
        1,Ann,ann@customer.example,,\n\
        ,Ann,ann@customer.example,+60 111,\n\
        ,,,+60 111,first note\n\
        ,,,60111,second note\n\
        1,,,,\n\
        ,Kim Lee,kim@customer.example,+60 222,\n\
        ,,,+60 222,of Kim\n\
        2,Bob,bob@customer.example,,\n\
        3,Bob,bob@customer.example,,\n\
        2,Bob,ann@customer.example,,\n";
    let [checked, done] = imported(&world, &mut socket, "contacts", table).await;
    assert_eq!(done, counts(2, 4, 3, 1), "{done}");
    assert_eq!(checked, done);
    let [checked, done] = imported(&world, &mut socket, "contacts", table).await;
    assert_eq!(done, counts(0, 0, 9, 1), "nothing twice");
    assert_eq!(checked, done);
    assert_eq!(contacts(&world, "customer.example").await.len(), 3);
}

const TICKETS: &str = "Ticket ID,Subject,Description,Answer,Private note,Status,Priority,Tags,Group,Assignee,Requester,Requester email,Created at,Answered at,Solved at,Updated at\n\
    Z-1,Late parcel,Where is my parcel?,It is late.,Called the carrier,Solved,Urgent,VIP,Sales,agent1,Kim,kim@customer.example,2026-01-31T04:00:00Z,2026-01-31T04:30:00Z,2026-01-31T06:00:00Z,2026-02-01T04:00:00Z\n\
    Z-2,Wrong colour,,,,Open,,,,,Kim,,2026-01-30T04:00:00Z,,,\n\
    Z-3,No such label,,,,Open,,Gold,,,Kim,,,,,\n";

async fn tickets_come_silently_and_as_they_were(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let label =
        json!({ "name": "VIP", "color": "#aa0000", "color_dark": "#ff8888", "level": 1, "sla": 5 });
    world
        .admin
        .post("/api/label/update", &json!({ "labelArray": [label], "delete": [] }))
        .await
        .ok();
    world.admin.post("/api/departments", &json!({ "name": "Sales" })).await.ok();
    world.admin.post("/api/sla/policies", &json!({ "name": "Gold", "first_reply": 60 })).await.ok();
    let mut socket = world.admin.live().await;
    let mut agent = world.one.live().await;
    let [checked, done] = imported(&world, &mut socket, "tickets", TICKETS).await;
    assert_eq!((&checked, &done), (&counts(2, 0, 0, 1), &counts(2, 0, 0, 1)));

    let list = world.admin.get("/api/ticket/load/-/all/ticket/0").await.ok();
    let all = list["data"].as_array().expect("tickets");
    assert_eq!(all.len(), 2, "{list}");
    let late = all.iter().find(|t| t["title"] == "Late parcel").expect("the first");
    assert_eq!(
        (&late["closed"], &late["severity"], &late["assignee"]),
        (&json!(2), &json!("H"), &json!("agent1"))
    );
    let text = late.to_string();
    assert!(text.contains("2026-01-31 04:00:00") && text.contains("2026-02-01 04:00:00"), "{text}");
    assert!(!text.contains("first_reply"), "no promise is made for what is long ago: {text}");
    let id = late["id"].as_i64().expect("an id");
    let told: Vec<String> = world
        .admin
        .messages(id)
        .await
        .iter()
        .map(|m| {
            m["message"]
                .as_str()
                .or(m["text"].as_str())
                .or(m["body"].as_str())
                .unwrap_or_default()
                .to_owned()
        })
        .collect();
    assert!(told.iter().any(|text| text == "Where is my parcel?"), "{told:?}");
    assert!(told.iter().any(|text| text == "Called the carrier"), "{told:?}");
    assert!(
        told.iter().any(|text| text.ends_with("from table.csv. It was Z-1 there.")),
        "{told:?}"
    );
    // What was answered there is nobody's to send, and counts in the reports of its agent.
    let messages = world.admin.messages(id).await;
    let answer = messages.iter().find(|m| m["message"] == "It is late.").expect("the answer");
    assert_eq!(
        (&answer["direction"], &answer["sender"], &answer["state"]),
        (&json!("out"), &json!("agent1"), &json!("sent")),
        "{answer}"
    );
    let report = "/api/report/performance?startDate=2026-01-31&endDate=2026-01-31&group=agent";
    eventually("the facts of what was imported", || async {
        let row = world.admin.get(report).await.ok()["rows"][0].clone();
        let took =
            (&row["figures"]["first_reply"]["median"], &row["figures"]["resolution"]["median"]);
        (row["name"] == "agent1 of Acme" && took == (&json!(1_800), &json!(7_200))).then_some(())
    })
    .await;
    let found = world.admin.get("/api/search/data?q=parcel").await.ok();
    assert!(found.to_string().contains("Late parcel"), "{found}");

    // Nobody was told of a new ticket, and the agent who has it got no notification.
    let mut heard = agent.drain(std::time::Duration::from_millis(300)).await;
    heard.retain(|frame| frame["event"] != "presence");
    assert!(heard.is_empty(), "{heard:?}");
    let again = imported(&world, &mut socket, "tickets", TICKETS).await;
    assert_eq!(again, [counts(0, 0, 2, 1), counts(0, 0, 2, 1)], "nothing twice");
    // Of two rows that say the same, one becomes a ticket.
    let twice = "title,name\nSame,Kim\nSame,Kim\nOther,Kim\n";
    assert_eq!(
        imported(&world, &mut socket, "tickets", twice).await,
        [counts(2, 0, 1, 0), counts(2, 0, 1, 0)]
    );
    assert_eq!(contacts(&world, "kim").await.len(), 2, "one by address, one by name");
}

async fn an_import_that_was_stopped_goes_on_and_makes_nothing_twice(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut socket = world.admin.live().await;
    let rows: String =
        (0..1_500).map(|n| format!("{n},Person {n},p{n}@customer.example\n")).collect();
    let table = format!("id,name,email\n{rows}");
    let path = brought(&world, "contacts", &table).await;
    assert_eq!(ran(&world, &mut socket, &path, "check").await["counts"], counts(1_500, 0, 0, 0));
    world.admin.post(&format!("{path}/start"), &json!({})).await.ok();
    let second = brought(&world, "contacts", "email\nx@customer.example\n").await;
    let busy = world.admin.post(&format!("{second}/check"), &json!({})).await;
    busy.refused(409, "conflict");
    world.admin.call(Method::DELETE, &path, None).await.refused(409, "conflict");
    let stopped = world.admin.post(&format!("{path}/cancel"), &json!({})).await.ok();
    assert_eq!(stopped["state"], "cancelled", "{stopped}");
    let done = stopped["done"].as_i64().expect("a count");
    assert!(done < 1_500, "stopped in the middle: {done}");
    assert_eq!(stopped["counts"], counts(done, 0, 0, 0));
    // Once more changes nothing; and nothing goes on by itself.
    let again = world.admin.post(&format!("{path}/cancel"), &json!({})).await.ok();
    assert_eq!(again, stopped);
    assert_eq!(world.admin.get(&path).await.ok()["import"], stopped);
    socket.drain(std::time::Duration::from_millis(200)).await;
    let whole = ran(&world, &mut socket, &path, "start").await;
    assert_eq!((&whole["state"], &whole["counts"]), (&json!("done"), &counts(1_500, 0, 0, 0)));
    world.admin.post(&format!("{path}/start"), &json!({})).await.refused(409, "conflict");
    let [_, twice] = imported(&world, &mut socket, "contacts", &table).await;
    assert_eq!(twice, counts(0, 0, 1_500, 0));
    let exported = world.admin.bytes("/api/exports/contacts").await;
    let lines = String::from_utf8(exported).expect("a text");
    assert_eq!(lines.lines().count(), 1_501, "a head and everybody once");
    world.admin.call(Method::DELETE, &path, None).await.ok();
    world.admin.get(&path).await.refused(404, "not_found");
    assert_eq!(contacts(&world, "p1499").await.len(), 1, "what was imported stays");
}

/// Tickets whose first answer is a file, and is older than its ticket, which was split off.
async fn answered_strangely(world: &World) {
    let bot = world.bot().await;
    bot.write(81, "Do you have a picture?").await;
    let ticket = world.ticket_saying("Do you have a picture?").await["id"].as_i64().expect("an id");
    let part = Part::text("x").file_name("x.txt").mime_str("text/plain").expect("a type");
    let form = Form::new().text("ticket_id", ticket.to_string()).part("attachment[]", part);
    let file = world.admin.multipart("/api/upload", form).await.ok()["files"][0]["id"].clone();
    let answer = json!({ "ticket_id": ticket, "message": "", "upload_ids": [file] });
    world.admin.post("/api/ticket/message/reply", &answer).await.ok();
    bot.write(81, "And of the other one?").await;
    world.ticket_saying("And of the other one?").await;
    let second = world.admin.messages(ticket).await.last().expect("a message")["id"].clone();
    let sent = world.admin.reply(ticket, "Tomorrow.").await["id"].as_i64().expect("an id");
    // Nobody at the provider knows this customer. What is on its way could not be split off.
    world.admin.until_state(ticket, sent, "failed").await;
    // By the second in which a table writes its times.
    tokio::time::sleep(std::time::Duration::from_millis(1_100)).await;
    let path = format!("/api/tickets/{ticket}/split");
    world.admin.post(&path, &json!({ "message_id": second })).await.ok();
}

async fn what_was_exported_is_known_again(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut socket = world.admin.live().await;
    world.admin.post("/api/custom-fields", &json!({ "kind": "text", "label": "Order" })).await.ok();
    imported(&world, &mut socket, "tickets", TICKETS).await;
    let formula = json!({ "title": "=1+1", "message": "-2, \"quoted\"\nline", "name": "@risk", "phone": "+60 999" });
    world.admin.post("/api/tickets", &formula).await.ok();
    answered_strangely(&world).await;
    for kind in ["contacts", "tickets"] {
        let table = world.admin.bytes(&format!("/api/exports/{kind}")).await;
        let table = String::from_utf8(table).expect("a text");
        assert!(!table.contains(",=1+1") && !table.contains(",@risk"), "no formulas: {table}");
        let detail = bring(&world.admin, kind, "own.csv", table.as_bytes()).await.ok();
        assert!(
            detail["columns"].as_array().expect("columns").iter().all(|c| c["field"] != ""),
            "{detail}"
        );
        let path = format!("/api/imports/{}", detail["import"]["id"]);
        let checked = ran(&world, &mut socket, &path, "check").await;
        let rows = checked["rows"].as_i64().expect("rows");
        assert!(rows >= 2, "{checked}");
        assert_eq!(checked["counts"], counts(0, 0, rows, 0), "{kind}");
    }
    let template = world.one.bytes("/api/imports/templates/contacts").await;
    let [checked, _] =
        imported(&world, &mut socket, "contacts", &String::from_utf8(template).expect("a text"))
            .await;
    assert_eq!(checked, counts(2, 0, 0, 0));
    world.one.get("/api/exports/contacts").await.refused(403, "forbidden");
    world.admin.get("/api/exports/everything").await.refused(404, "not_found");
}

async fn what_is_no_table_or_not_theirs_is_refused(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    for (bytes, word) in [
        (&b"PK\x03\x04"[..], "Save the spreadsheet as CSV"),
        (b"", "empty"),
        (b"email\n", "no rows"),
        (b"email,email\na@b.example,\n", "twice"),
    ] {
        let answer = bring(&world.admin, "contacts", "x.csv", bytes).await;
        answer.refused(422, "invalid");
        assert!(answer.body.to_string().contains(word), "{answer:?}");
    }
    let large = vec![b'a'; 25_000_001];
    bring(&world.admin, "contacts", "x.csv", &large).await.refused(413, "too_large");
    bring(&world.one, "contacts", "x.csv", b"email\na@b.example\n").await.refused(403, "forbidden");
    assert_eq!(bring(&world.admin, "people", "x.csv", b"email\na@b.example\n").await.status, 422);
    let without = world.admin.multipart("/api/imports?kind=contacts", Form::new()).await;
    without.refused(422, "invalid");

    let path = brought(&world, "contacts", "email,name\na@b.example,A\n").await;
    for (settings, field) in [
        (json!({ "fields": ["email"] }), "fields"),
        (json!({ "fields": ["email", "email"] }), "fields"),
        (json!({ "fields": ["", "name"] }), "fields"),
        (json!({ "fields": ["email", "shoe"] }), "fields"),
        (json!({ "fields": ["email", "name"], "timezone": "Mars/Base" }), "timezone"),
    ] {
        let answer = put(&world.admin, &path, settings).await;
        answer.refused(422, "invalid");
        assert!(answer.body["error"]["fields"][field].is_string(), "{answer:?}");
    }
    world.admin.post(&format!("{path}/start"), &json!({})).await.refused(409, "conflict");
    world.admin.get("/api/imports/987654321").await.refused(404, "not_found");
    world.admin.post("/api/imports/x/check", &json!({})).await.refused(404, "not_found");
    for who in [&world.one, &world.outsider] {
        let status =
            if std::ptr::eq(who, &world.one) { (403, "forbidden") } else { (404, "not_found") };
        who.get(&path).await.refused(status.0, status.1);
        put(who, &path, json!({ "fields": ["email", "name"] })).await.refused(status.0, status.1);
        for act in ["check", "start", "cancel"] {
            who.post(&format!("{path}/{act}"), &json!({})).await.refused(status.0, status.1);
        }
        who.get(&format!("{path}/refusals")).await.refused(status.0, status.1);
        who.get(&format!("{path}/refusals.csv")).await.refused(status.0, status.1);
        who.call(Method::DELETE, &path, None).await.refused(status.0, status.1);
    }
    assert_eq!(world.outsider.get("/api/imports").await.ok()["imports"], json!([]));
    assert_eq!(
        world.admin.get("/api/imports").await.ok()["imports"].as_array().map(Vec::len),
        Some(1)
    );
}
