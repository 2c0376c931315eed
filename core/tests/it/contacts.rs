//! Contacts that turn out to be one person and are two again, and what is known of them.

use crate::harness::{Agent, Answer, Bot, Ground, Socket, Start, Whole, World, eventually};
use patchbay::db::{Conn, Db, Raw};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    two_contacts_become_one_and_two_again,
    what_came_since_goes_with_its_identity,
    what_cannot_be_merged_says_why,
    a_later_merge_is_undone_first,
    of_two_who_merge_at_once_one_is_told,
    messages_that_come_meanwhile_find_their_contact,
    an_answer_goes_to_the_person_of_its_ticket,
    what_is_known_is_changed_and_told,
    gaps_are_filled_and_given_back,
    earlier_conversations_come_by_the_page,
);

/// Two customers with a ticket each: their tickets and their contacts.
async fn open(ground: Ground) -> (World, Bot, [i64; 2], [i64; 2]) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    let mut tickets = [0; 2];
    let mut contacts = [0; 2];
    for (n, user) in [81, 82].into_iter().enumerate() {
        let text = format!("Hello from {user}");
        bot.write(user, &text).await;
        tickets[n] = id(&world.ticket_saying(&text).await["id"]);
        contacts[n] = id(&info(&world.one, tickets[n]).await["contact_id"]);
    }
    (world, bot, tickets, contacts)
}

fn id(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("an id: {value}"))
}

async fn info(who: &Agent, ticket: i64) -> Value {
    who.get(&format!("/api/ticket/info/-/{ticket}")).await.ok()["data"].clone()
}

async fn merge(who: &Agent, loser: i64, into: i64) -> Answer {
    let path = format!("/api/contacts/{loser}/merge");
    who.call(Method::PUT, &path, Some(&json!({ "into": into }))).await
}

async fn undo(who: &Agent, loser: i64) -> Answer {
    who.call(Method::DELETE, &format!("/api/contacts/{loser}/merge"), None).await
}

async fn change(who: &Agent, contact: i64, body: Value) -> Answer {
    who.call(Method::PUT, &format!("/api/contacts/{contact}"), Some(&body)).await
}

async fn profile(who: &Agent, contact: i64) -> Value {
    who.get(&format!("/api/contacts/{contact}")).await.ok()["data"].clone()
}

/// The ids by which channels know a contact.
async fn known(who: &Agent, contact: i64) -> Vec<String> {
    let view = profile(who, contact).await;
    let list = view["identities"].as_array().expect("a list").iter();
    list.map(|one| one["external_id"].as_str().expect("a text").to_owned()).collect()
}

/// Tickets of a contact, the newest first.
async fn tickets_of(who: &Agent, contact: i64) -> Vec<i64> {
    let page = who.get(&format!("/api/contacts/{contact}/tickets")).await.ok();
    page["data"].as_array().expect("a list").iter().map(|ticket| id(&ticket["id"])).collect()
}

/// Names of the contacts that the list has.
async fn listed(who: &Agent, words: &str) -> Vec<String> {
    let page = who.get(&format!("/api/contacts/list?keyword={words}")).await.ok();
    let list = page["data"].as_array().expect("a list");
    assert_eq!(page["total"], list.len());
    list.iter().map(|one| one["name"].as_str().expect("a name").to_owned()).collect()
}

async fn set(who: &Agent, ticket: i64, status: i64) {
    let body = json!({ "ticket_id": ticket, "status": status, "sender": "server" });
    who.post("/api/ticket/message", &body).await.ok();
}

async fn told(socket: &mut Socket, merged: bool) -> Value {
    socket.wait("contactMerged", |data| data["merged"] == merged).await
}

async fn run(conn: &mut Conn, sql: String) {
    let sql = sqlx::AssertSqlSafe(sql);
    match conn.raw() {
        Raw::Sqlite(c) => sqlx::raw_sql(sql).execute(c).await.map(drop),
        Raw::Postgres(c) => sqlx::raw_sql(sql).execute(c).await.map(drop),
    }
    .expect("the statement works");
}

/// Invitations of a contact, as the table has them.
async fn invitations(world: &World, contact: i64) -> i64 {
    let db = Db::open(&world.ground.url()).await.expect("opened");
    let mut conn = db.read().await.expect("a connection");
    let sql = format!("select count(*) from survey_invitations where contact_id = {contact}");
    let sql = sqlx::AssertSqlSafe(sql);
    let count: (i64,) = match conn.raw() {
        Raw::Sqlite(c) => sqlx::query_as(sql).fetch_one(c).await,
        Raw::Postgres(c) => sqlx::query_as(sql).fetch_one(c).await,
    }
    .expect("a count");
    drop(conn);
    db.close().await;
    count.0
}

async fn invite(world: &World, ticket: i64, contact: i64) {
    let db = Db::open(&world.ground.url()).await.expect("opened");
    let mut tx = db.begin().await.expect("begun");
    let sql = format!(
        "insert into survey_invitations (client_id, survey_id, ticket_id, contact_id, key, state,
                                         created_at)
         select client_id, 1, id, {contact}, 'story-' || id, 'sent', 1
           from tickets where id = {ticket}"
    );
    run(&mut tx, sql).await;
    tx.commit().await.expect("committed");
    db.close().await;
}

async fn two_contacts_become_one_and_two_again(ground: Ground) {
    let (world, bot, [one, other], [mei, tan]) = open(ground).await;
    invite(&world, other, tan).await;
    let block = format!("/api/tickets/{other}/block");
    world.one.call(Method::PUT, &block, Some(&json!({}))).await.ok();
    bot.write(82, "Held back").await;
    let mut colleague = world.two.live().await;

    let preview = world.one.get(&format!("/api/contacts/{tan}/merge?into={mei}")).await.ok();
    let expected = json!({
        "identities": 1, "tickets": 1, "blocks": 1, "invitations": 1, "filled": [],
        "kept": ["name"],
    });
    assert_eq!(preview["data"], expected);
    let done = merge(&world.one, tan, mei).await.ok();
    assert_eq!((&done["data"]["id"], &done["tickets"]), (&json!(mei), &json!(1)));
    let moved = colleague.event("ticketContactChanged").await;
    assert_eq!((&moved["ticket_id"], &moved["contact_id"]), (&json!(other), &json!(mei)));
    assert_eq!(moved["ticket"]["name"], "Guest 81");
    let event = told(&mut colleague, true).await;
    assert_eq!((&event["survivor"]["id"], &event["loser"]["id"]), (&json!(mei), &json!(tan)));

    assert_eq!(known(&world.two, mei).await, ["81", "82"]);
    assert_eq!(tickets_of(&world.two, mei).await, [other, one]);
    let shown = info(&world.two, other).await;
    assert_eq!((&shown["contact"]["id"], &shown["name"]), (&json!(mei), &json!("Guest 81")));
    assert_eq!(world.admin.get("/api/blocks").await.ok()["data"][0]["contact_id"], mei);
    assert_eq!((invitations(&world, mei).await, invitations(&world, tan).await), (1, 0));
    // The other one is nowhere but at its own address.
    assert_eq!(listed(&world.two, "").await, ["Guest 81"]);
    assert_eq!(listed(&world.two, "82").await, [""; 0]);
    let found = world.two.get("/api/search/data?q=82").await.ok();
    assert!(!found["contact"].to_string().contains("Guest 82"), "{found}");
    let gone = profile(&world.two, tan).await;
    assert_eq!((&gone["merged_into"]["id"], &gone["identities"]), (&json!(mei), &json!([])));
    let merges = &profile(&world.two, mei).await["merges"];
    assert_eq!((&merges[0]["name"], &merges[0]["by"]), (&json!("Guest 82"), &json!("agent1")));
    let steps = world.one.get(&format!("/api/tickets/{other}/history")).await.ok();
    let step = steps["data"].as_array().expect("a list").iter().find(|s| s["kind"] == "contact");
    let step = step.expect("a step");
    assert_eq!((&step["before"], &step["after"]), (&json!("Guest 82"), &json!("Guest 81")));

    // What was held back of the one comes to the other.
    let blocks = world.admin.get("/api/blocks").await.ok();
    world.one.call(Method::DELETE, &block, None).await.ok();
    let restore = format!("/api/blocks/{}/restore", blocks["data"][0]["id"]);
    set(&world.one, other, 3).await;
    world.admin.post(&restore, &json!({})).await.ok();
    let third = world.ticket_saying("Held back").await;
    assert_eq!(third["contact_id"], mei, "{third}");

    let back = undo(&world.two, tan).await.ok();
    assert_eq!((&back["data"]["id"], &back["tickets"]), (&json!(tan), &json!(2)));
    assert_eq!(told(&mut colleague, false).await["by"], "agent2");
    assert_eq!(
        (known(&world.one, mei).await, known(&world.one, tan).await),
        (vec!["81".into()], vec!["82".into()])
    );
    assert_eq!(tickets_of(&world.one, mei).await, [one]);
    assert_eq!(tickets_of(&world.one, tan).await, [id(&third["id"]), other]);
    assert_eq!((invitations(&world, mei).await, invitations(&world, tan).await), (0, 1));
    assert_eq!(listed(&world.one, "").await, ["Guest 82", "Guest 81"]);
    assert_eq!(listed(&world.one, "82").await, ["Guest 82"]);
    assert_eq!(profile(&world.one, mei).await["merges"], json!([]));
    undo(&world.two, tan).await.refused(409, "conflict");
    let log = world.admin.get("/api/audit").await.ok().to_string();
    for action in ["contact_merged", "contact_unmerged"] {
        assert_eq!(log.matches(&format!("\"{action}\"")).count(), 1, "{log}");
    }
}

async fn what_came_since_goes_with_its_identity(ground: Ground) {
    let (world, bot, [one, other], [mei, tan]) = open(ground).await;
    merge(&world.one, tan, mei).await.ok();
    // It goes on in the ticket that is the survivor's now, and a new one is the survivor's as well.
    bot.write(82, "More").await;
    let shown = world.ticket_saying("More").await;
    assert_eq!((&shown["id"], &shown["contact_id"]), (&json!(other), &json!(mei)));
    set(&world.one, other, 3).await;
    bot.write(82, "Again").await;
    let newer = world.ticket_saying("Again").await;
    assert_eq!((&newer["contact_id"], &newer["name"]), (&json!(mei), &json!("Guest 81")));
    bot.write(81, "And I").await;
    // What an agent writes down for the survivor stays its own; an old page may name the other one.
    let written = json!({ "contact_id": tan, "message": "By telephone", "title": "Call" });
    let entered = id(&world.one.post("/api/tickets", &written).await.ok()["id"]);
    assert_eq!(info(&world.one, entered).await["contact_id"], mei);
    let split = |from: i64| json!({ "message_id": from });
    let messages = world.one.messages(id(&newer["id"])).await;
    bot.write(82, "Another matter").await;
    let last = world.one.messages(id(&newer["id"])).await;
    assert!(last.len() > messages.len());
    let path = format!("/api/tickets/{}/split", newer["id"]);
    let apart = world.one.post(&path, &split(id(&last.last().expect("one")["id"]))).await.ok();

    undo(&world.one, tan).await.ok();
    let mut back = tickets_of(&world.one, tan).await;
    back.sort_unstable();
    assert_eq!(back, [other, id(&newer["id"]), id(&apart["ticket_id"])]);
    assert_eq!(tickets_of(&world.one, mei).await, [entered, one]);
    set(&world.one, id(&apart["ticket_id"]), 3).await;
    set(&world.one, id(&newer["id"]), 3).await;
    bot.write(82, "Last").await;
    assert_eq!(world.ticket_saying("Last").await["contact_id"], tan);
}

async fn what_cannot_be_merged_says_why(ground: Ground) {
    let (world, _, _, [mei, tan]) = open(ground).await;
    let unknown = 987_650_001;
    let preview = |one: i64, into: i64| format!("/api/contacts/{one}/merge?into={into}");
    for (who, loser, into, status, code) in [
        (&world.one, mei, mei, 422, "invalid"),
        (&world.one, mei, unknown, 404, "not_found"),
        (&world.one, unknown, mei, 404, "not_found"),
        (&world.outsider, mei, tan, 404, "not_found"),
    ] {
        merge(who, loser, into).await.refused(status, code);
        who.get(&preview(loser, into)).await.refused(status, code);
    }
    undo(&world.one, mei).await.refused(409, "conflict");
    undo(&world.one, unknown).await.refused(404, "not_found");
    undo(&world.outsider, mei).await.refused(404, "not_found");
    for path in ["", "/tickets"] {
        let foreign = world.outsider.get(&format!("/api/contacts/{mei}{path}")).await;
        foreign.refused(404, "not_found");
        assert_eq!(world.outsider.get(&format!("/api/contacts/{unknown}{path}")).await, foreign);
    }
    change(&world.outsider, mei, json!({ "name": "Mine" })).await.refused(404, "not_found");

    // Whoever may not look at contacts has no say about them.
    let found = world.admin.get("/api/users?search=agent2").await.ok();
    let path = format!("/api/users/{}", found["data"][0]["id"]);
    let hidden = json!({ "permissions": ["hide_contacts"] });
    world.admin.call(Method::PATCH, &path, Some(&hidden)).await.ok();
    let two = world.desk.sign_in("agent2", "agent").await;
    merge(&two, tan, mei).await.refused(403, "forbidden");
    undo(&two, tan).await.refused(403, "forbidden");
    change(&two, tan, json!({})).await.refused(403, "forbidden");
    for path in
        [preview(tan, mei), format!("/api/contacts/{tan}"), format!("/api/contacts/{tan}/tickets")]
    {
        two.get(&path).await.refused(403, "forbidden");
    }

    merge(&world.one, tan, mei).await.ok();
    let again = merge(&world.one, tan, mei).await;
    let text = again.refused(409, "conflict");
    assert!(text.contains("Guest 82 was merged into Guest 81 already"), "{text}");
    let late = change(&world.one, tan, json!({ "name": "Late" })).await;
    assert!(late.refused(409, "conflict").contains("Guest 81"), "{late:?}");
    assert_eq!(profile(&world.one, tan).await["name"], "Guest 82");
}

async fn a_later_merge_is_undone_first(ground: Ground) {
    let (world, bot, [_, other], [mei, tan]) = open(ground).await;
    bot.write(83, "Hello from 83").await;
    let third = id(&world.ticket_saying("Hello from 83").await["id"]);
    let ali = id(&info(&world.one, third).await["contact_id"]);
    merge(&world.one, tan, mei).await.ok();
    // A merged one neither goes elsewhere nor takes others in.
    merge(&world.one, tan, ali).await.refused(409, "conflict");
    merge(&world.one, ali, tan).await.refused(409, "conflict");
    merge(&world.two, mei, ali).await.ok();
    assert_eq!(known(&world.one, ali).await, ["81", "82", "83"]);
    assert_eq!(info(&world.one, other).await["contact_id"], ali);
    let early = undo(&world.one, tan).await;
    let text = early.refused(409, "conflict");
    assert!(text.contains("Guest 81 was merged into Guest 83 later, by agent2"), "{text}");
    // What comes in this time is the last one's, and goes back step by step.
    set(&world.one, other, 3).await;
    bot.write(82, "Between").await;
    let between = world.ticket_saying("Between").await;
    assert_eq!(between["contact_id"], ali);
    undo(&world.one, mei).await.ok();
    assert_eq!(known(&world.one, mei).await, ["81", "82"]);
    assert_eq!(info(&world.one, id(&between["id"])).await["contact_id"], mei);
    // Another one that came to the same survivor later goes first as well.
    merge(&world.one, ali, mei).await.ok();
    let text = undo(&world.one, tan).await;
    assert!(text.refused(409, "conflict").contains("Guest 83"), "{text:?}");
    undo(&world.one, ali).await.ok();
    undo(&world.one, tan).await.ok();
    assert_eq!(known(&world.one, mei).await, ["81"]);
    assert_eq!(known(&world.one, tan).await, ["82"]);
    assert_eq!(tickets_of(&world.one, tan).await, [id(&between["id"]), other]);
    merge(&world.one, mei, tan).await.ok();
    assert_eq!(known(&world.one, tan).await, ["81", "82"]);
}

async fn of_two_who_merge_at_once_one_is_told(ground: Ground) {
    let (world, _, _, [mei, tan]) = open(ground).await;
    let (there, back) = tokio::join!(merge(&world.one, mei, tan), merge(&world.two, tan, mei));
    let mut states = [there.status, back.status];
    states.sort_unstable();
    assert_eq!(states, [200, 409], "{there:?} {back:?}");
    let (loser, survivor) = if there.status == 200 { (mei, tan) } else { (tan, mei) };
    assert_eq!(known(&world.one, survivor).await, ["81", "82"]);
    let (first, second) = tokio::join!(undo(&world.one, loser), undo(&world.two, loser));
    let mut states = [first.status, second.status];
    states.sort_unstable();
    assert_eq!(states, [200, 409], "{first:?} {second:?}");
}

/// Whichever comes first, a new ticket is whose the identity is.
async fn messages_that_come_meanwhile_find_their_contact(ground: Ground) {
    let (world, bot, [_, mut last], [mei, tan]) = open(ground).await;
    for round in 0..8 {
        set(&world.one, last, 3).await;
        let text = format!("Round {round}");
        if round % 2 == 0 {
            let (done, ()) = tokio::join!(merge(&world.one, tan, mei), bot.write(82, &text));
            done.ok();
        } else {
            let (done, ()) = tokio::join!(undo(&world.one, tan), bot.write(82, &text));
            done.ok();
        }
        let shown = world.ticket_saying(&text).await;
        last = id(&shown["id"]);
        let owner = if round % 2 == 0 { mei } else { tan };
        assert_eq!(info(&world.one, last).await["contact_id"], owner, "{text}");
    }
    assert_eq!(tickets_of(&world.one, mei).await.len(), 1);
    assert_eq!(tickets_of(&world.one, tan).await.len(), 9);
}

async fn an_answer_goes_to_the_person_of_its_ticket(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    for (person, thread) in [("77", "t1"), ("78", "t2")] {
        let message = json!({ "kind": "message", "id": person, "text": person, "person": person, "thread": thread });
        whole.says(json!({ "events": [message] })).await;
    }
    let ticket = |text: &'static str| {
        let admin = whole.admin.clone();
        async move {
            eventually("the ticket", || async {
                admin.tickets().await.into_iter().find(|ticket| ticket["snippet"] == text)
            })
            .await
        }
    };
    let (one, other) = (ticket("77").await, ticket("78").await);
    // As tickets are from before the desk noted by whom they came.
    let db = Db::open(&whole.ground.url()).await.expect("opened");
    let mut tx = db.begin().await.expect("begun");
    run(&mut tx, "update tickets set identity_id = null".into()).await;
    tx.commit().await.expect("committed");
    db.close().await;
    merge(&whole.one, id(&other["contact_id"]), id(&one["contact_id"])).await.ok();
    for (n, (ticket, person)) in [(&one, "77"), (&other, "78")].into_iter().enumerate() {
        whole.one.reply(id(&ticket["id"]), "Yes?").await;
        let sent = whole.provider.until_asked("send", n + 1).await;
        assert_eq!(sent[n]["recipient"], person, "{sent:?}");
    }
}

async fn what_is_known_is_changed_and_told(ground: Ground) {
    let (world, _, [one, _], [mei, tan]) = open(ground).await;
    let mut colleague = world.two.live().await;
    let body = json!({
        "name": " Mei Ling ", "salutation": "Puan", "email": "mei@shop.example",
        "phone": "+60 12-345 6789", "identity_type": "mykad", "identity_number": "900228-10-5566",
        "birth_date": "1990-02-28 00:00:00", "notes": "Calls on Mondays",
    });
    for _ in 0..2 {
        let now = change(&world.one, mei, body.clone()).await.ok();
        let now = &now["data"];
        assert_eq!((&now["name"], &now["salutation"]), (&json!("Mei Ling"), &json!("Puan")));
        let keys = ["identity_type", "identity_number", "identity_refused", "birth_date"];
        let kept = Value::from(keys.map(|key| now[key].clone()).to_vec());
        assert_eq!(kept, json!(["mykad", "900228105566", false, "1990-02-28"]));
    }
    let event = colleague.event("contactUpdated").await;
    let names = (&event["contact"]["id"], &event["contact"]["name"]);
    assert_eq!(names, (&json!(mei), &json!("Mei Ling")));
    let shown = event.to_string();
    assert!(!shown.contains("5566") && !shown.contains("Mondays"), "{shown}");
    assert_eq!(info(&world.two, one).await["name"], "Mei Ling");
    assert_eq!(listed(&world.two, "ling").await, ["Mei Ling"]);
    let page = world.two.get("/api/contacts/list?keyword=ling").await.ok();
    assert_eq!(page["data"][0]["salutation"], "Puan");

    let refused = json!({ "identity_refused": true });
    let now = change(&world.one, mei, refused).await.ok();
    assert_eq!(now["data"]["identity_number"], "", "it was taken back");
    assert_eq!(now["data"]["notes"], "Calls on Mondays", "what is not named stays");
    let wrong =
        json!({ "name": "", "email": "x", "identity_type": "army", "identity_refused": false });
    let answer = change(&world.one, tan, wrong).await;
    answer.refused(422, "invalid");
    let fields = answer.body["error"]["fields"].as_object().expect("fields").clone();
    let fields: Vec<&String> = fields.keys().collect();
    assert_eq!(fields, ["email", "identity_number", "name"]);
    assert_eq!(profile(&world.one, tan).await["name"], "Guest 82");
    change(&world.one, 987_650_001, json!({})).await.refused(404, "not_found");

    let log = world.admin.get("/api/audit?action=contact_changed").await.ok();
    let entries = log["data"].as_array().or_else(|| log["entries"].as_array()).expect("entries");
    assert_eq!(entries.len(), 2, "the same again is no change: {log}");
    let log = log.to_string();
    assert!(log.contains("Mei Ling") && !log.contains("5566") && !log.contains("Mondays"), "{log}");
}

async fn gaps_are_filled_and_given_back(ground: Ground) {
    let (world, _, _, [mei, tan]) = open(ground).await;
    let full = json!({ "email": "tan@shop.example", "phone": "+60 3 1234", "notes": "Tall" });
    change(&world.one, tan, full).await.ok();
    change(&world.one, mei, json!({ "notes": "Small" })).await.ok();
    let preview = world.one.get(&format!("/api/contacts/{tan}/merge?into={mei}")).await.ok();
    let gains = (&preview["data"]["filled"], &preview["data"]["kept"]);
    assert_eq!(gains, (&json!(["email", "phone"]), &json!(["name", "notes"])));
    merge(&world.one, tan, mei).await.ok();
    let both = profile(&world.one, mei).await;
    let keys = ["name", "email", "phone", "notes"];
    let values = |view: &Value| Value::from(keys.map(|key| view[key].clone()).to_vec());
    assert_eq!(values(&both), json!(["Guest 81", "tan@shop.example", "+60 3 1234", "Small"]));
    assert_eq!(listed(&world.one, "1234").await, ["Guest 81"]);
    // What somebody changed since is theirs.
    change(&world.one, mei, json!({ "phone": "+60 3 9999" })).await.ok();
    undo(&world.one, tan).await.ok();
    let (one, other) = (profile(&world.one, mei).await, profile(&world.one, tan).await);
    assert_eq!(values(&one), json!(["Guest 81", "", "+60 3 9999", "Small"]));
    assert_eq!(values(&other), json!(["Guest 82", "tan@shop.example", "+60 3 1234", "Tall"]));
    assert_eq!(listed(&world.one, "1234").await, ["Guest 82"]);
}

async fn earlier_conversations_come_by_the_page(ground: Ground) {
    let (world, bot, [first, _], [mei, _]) = open(ground).await;
    let mut all = vec![first];
    for n in 0..11 {
        set(&world.one, all[n], 3).await;
        let text = format!("Matter {n}");
        bot.write(81, &text).await;
        all.push(id(&world.ticket_saying(&text).await["id"]));
    }
    all.reverse();
    let path = format!("/api/contacts/{mei}/tickets");
    let page = world.two.get(&path).await.ok();
    let ids = |page: &Value| -> Vec<i64> {
        page["data"].as_array().expect("a list").iter().map(|ticket| id(&ticket["id"])).collect()
    };
    assert_eq!(ids(&page), all[..10]);
    let rest = world.two.get(&format!("{path}?before={}", page["before"])).await.ok();
    assert_eq!((ids(&rest), &rest["before"]), (all[10..].to_vec(), &Value::Null));
    // Of tickets that somebody took, others do not hear here either.
    let take = json!({ "participants": ["agent1"] });
    let people = format!("/api/tickets/{}/participants", all[0]);
    world.one.call(Method::PUT, &people, Some(&take)).await.ok();
    assert_eq!(ids(&world.two.get(&path).await.ok()), all[1..11]);
    assert_eq!(ids(&world.one.get(&path).await.ok()), all[..10]);
    assert_eq!(ids(&world.admin.get(&path).await.ok()), all[..10]);
}
