//! What was written is found again, by those who may see it and by nobody else.

use crate::harness::{Agent, Answer, Bot, Desk, Ground, Start, Visitor, World, eventually};
use patchbay::db::{Conn, Db, Raw};
use serde_json::{Value, json};

on_both_engines!(
    everything_with_a_word_is_found,
    words_of_every_script_are_found,
    keys_combine,
    results_come_by_the_page,
    nobody_finds_what_they_may_not_see,
    changed_messages_are_found_as_they_are,
    hostile_questions_find_nothing,
    contacts_are_listed_and_found,
    an_existing_desk_is_indexed,
);

/// Asks with pairs of names and values.
async fn ask(who: &Agent, pairs: &[(&str, &str)]) -> Answer {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(pairs);
    who.get(&format!("/api/search/data?{}", query.finish())).await
}

/// What is found for what a person typed.
async fn find(who: &Agent, text: &str) -> Value {
    ask(who, &[("q", text)]).await.ok()
}

fn texts(found: &Value) -> Vec<&str> {
    let list = found["message"].as_array().expect("messages").iter();
    list.map(|message| message["message"].as_str().expect("a text")).collect()
}

fn titles(found: &Value) -> Vec<&str> {
    let list = found["post"].as_array().expect("posts").iter();
    list.map(|post| post["title"].as_str().expect("a title")).collect()
}

fn counts(found: &Value) -> (i64, i64) {
    let count = |name: &str| found[name].as_i64().expect("a count");
    (count("postCount"), count("messageCount"))
}

async fn open(ground: Ground) -> (World, Bot) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    (world, bot)
}

/// A label, and its id.
async fn label(world: &World, name: &str) -> Value {
    let label = json!({ "name": name, "color": "#000000", "colorDark": "#ffffff", "level": 1,
        "sla": 30, "isNew": true });
    let body = json!({ "labelArray": [label], "delete": [] });
    let list = world.admin.post("/api/label/update", &body).await.ok();
    let list = list.as_array().expect("a list");
    list.iter().find(|label| label["name"] == name).expect("saved")["id"].clone()
}

async fn put_label(world: &World, ticket: &Value, label: &Value) {
    let body = json!({ "ticket_id": ticket["id"], "label": [label] });
    world.one.post("/api/ticket/label", &body).await.ok();
}

async fn everything_with_a_word_is_found(ground: Ground) {
    let (world, bot) = open(ground).await;
    bot.write(81, "Where is my Lantern, please?").await;
    let ticket = world.ticket_saying("Where is my Lantern, please?").await;
    let found = find(&world.one, "LANTERN").await;
    assert_eq!(counts(&found), (1, 1), "{found}");
    let (post, message) = (&found["post"][0], &found["message"][0]);
    assert_eq!(post["id"], ticket["id"]);
    assert_eq!(post["ticket_number"], ticket["ticket_number"]);
    assert_eq!((&post["channel"], &post["name"]), (&ticket["channel"], &json!("Guest 81")));
    assert_eq!((&post["label"], &post["livechat"]), (&json!("[]"), &json!(false)));
    assert_eq!(post["marks"], json!([[12, 7]]));
    assert_eq!(message["message"], "Where is my Lantern, please?");
    assert_eq!(message["marks"], json!([[12, 7]]));
    assert_eq!(message["ticket_number"], ticket["ticket_number"]);
    assert_eq!(message["channel"], ticket["channel"]);
    assert_eq!((&found["postMore"], &found["indexing"]), (&json!(false), &Value::Null));
    // The same without /api, by the parameter, and again.
    let same = world.one.get("/search/data?message=lantern").await.ok();
    assert_eq!(same, found);
    assert_eq!(find(&world.one, "message:lantern").await, found);

    // A title's word may go on, a message's is whole unless it says so.
    assert_eq!(counts(&find(&world.one, "lant").await), (1, 0));
    assert_eq!(counts(&find(&world.one, "lant*").await), (1, 1));
    assert_eq!(counts(&find(&world.one, "lantern unheard").await), (0, 0));

    // A live chat, and what a colleague answered.
    let body = json!({ "plugin": "livechat", "name": "Website", "settings": {} });
    let channel = world.admin.post("/api/channels", &body).await.ok();
    let link = channel["public_link"].as_str().expect("an address");
    let mut agent = world.one.live().await;
    let mut visitor = Visitor::arrive(&world.desk.url, link).await;
    visitor.queue("Mei").await;
    agent.call("acceptLiveChat", json!({})).await.expect("taken");
    visitor.http.post("/api/livechat/register", &visitor.form("A lantern too")).await.ok();
    agent.event("createTicket").await;
    let found = find(&world.one, "order").await;
    assert_eq!(counts(&found), (1, 0), "{found}");
    assert_eq!(found["post"][0]["livechat"], true);
    let found = find(&world.one, "lantern").await;
    assert_eq!(texts(&found), ["A lantern too", "Where is my Lantern, please?"], "newest first");
    let id = ticket["id"].as_i64().expect("an id");
    world.one.reply(id, "It left our house today.").await;
    let found = find(&world.one, "left house").await;
    assert_eq!(texts(&found), ["It left our house today."]);
    assert_eq!(found["message"][0]["direction"], "out");
}

async fn words_of_every_script_are_found(ground: Ground) {
    let (world, bot) = open(ground).await;
    for (user, text) in [
        (81, "Boleh tukar alamat penghantaran?"),
        (82, "请问可以开发票吗？"),
        (83, "Où est ma théière à café"),
        (84, "أين طلبي من فضلك"),
        (85, "Order A-1042 is broken"),
    ] {
        bot.write(user, text).await;
        world.ticket_saying(text).await;
    }
    for (question, answer) in [
        ("ALAMAT tukar", "Boleh tukar alamat penghantaran?"),
        ("发票", "请问可以开发票吗？"),
        ("可以开发票", "请问可以开发票吗？"),
        ("吗", "请问可以开发票吗？"),
        ("票", "请问可以开发票吗？"),
        ("theiere CAFÉ", "Où est ma théière à café"),
        ("طلبي", "أين طلبي من فضلك"),
        ("a-1042", "Order A-1042 is broken"),
        ("\"is broken\"", "Order A-1042 is broken"),
    ] {
        let found = find(&world.one, question).await;
        assert_eq!(texts(&found), [answer], "{question}");
        assert!(!found["message"][0]["marks"].as_array().expect("marks").is_empty(), "{question}");
    }
    for question in ["\"broken is\"", "1042-a", "票发", "发 票吗可"] {
        assert_eq!(texts(&find(&world.one, question).await), [""; 0], "{question}");
    }
}

async fn keys_combine(ground: Ground) {
    let (world, bot) = open(ground).await;
    let (late, other) = (label(&world, "Second floor").await, label(&world, "Floor").await);
    for (user, text) in [(81, "The lamp hums"), (82, "The lamp flickers"), (83, "A quiet chair")] {
        bot.write(user, text).await;
        world.ticket_saying(text).await;
    }
    let hums = world.ticket_saying("The lamp hums").await;
    let chair = world.ticket_saying("A quiet chair").await;
    put_label(&world, &hums, &late).await;
    put_label(&world, &chair, &other).await;
    let id = hums["id"].as_i64().expect("an id");
    world.two.reply(id, "Which lamp is it?").await;
    let number = hums["ticket_number"].as_i64().expect("a number");

    for (question, posts, messages) in [
        (format!("number:{number}"), vec!["The lamp hums"], vec![]),
        (
            format!("ticket:#{number} lamp"),
            vec!["The lamp hums"],
            vec!["Which lamp is it?", "The lamp hums"],
        ),
        (format!("number:{number} chair"), vec![], vec![]),
        ("label:\"second floor\"".into(), vec!["The lamp hums"], vec![]),
        // A whole name stands for itself, a part for all that have it.
        ("label:floor".into(), vec!["A quiet chair"], vec![]),
        ("label:flo".into(), vec!["A quiet chair", "The lamp hums"], vec![]),
        (
            "label:second lamp".into(),
            vec!["The lamp hums"],
            vec!["Which lamp is it?", "The lamp hums"],
        ),
        ("label:unheard lamp".into(), vec![], vec![]),
        ("from:agent2".into(), vec![], vec!["Which lamp is it?"]),
        ("from:AGENT2 lamp".into(), vec![], vec!["Which lamp is it?"]),
        ("from:\"Guest 82\"".into(), vec!["The lamp flickers"], vec!["The lamp flickers"]),
        ("from:nobody lamp".into(), vec![], vec![]),
        ("contact:\"guest 82\" lamp".into(), vec!["The lamp flickers"], vec!["The lamp flickers"]),
        ("contact:guest chair".into(), vec!["A quiet chair"], vec!["A quiet chair"]),
        ("contact:82".into(), vec!["The lamp flickers"], vec![]),
        ("contact:nobody".into(), vec![], vec![]),
    ] {
        let found = find(&world.admin, &question).await;
        assert_eq!((titles(&found), texts(&found)), (posts, messages), "{question}");
    }
    let pairs = [("ticket", number.to_string()), ("message", "hums".to_owned())];
    let pairs = pairs.iter().map(|(name, value)| (*name, value.as_str())).collect::<Vec<_>>();
    assert_eq!(texts(&ask(&world.one, &pairs).await.ok()), ["The lamp hums"]);
    // Who takes part is found by name as well.
    let path = format!("/api/tickets/{id}/participants");
    let body = json!({ "participants": ["agent2"] });
    world.admin.call(reqwest::Method::PUT, &path, Some(&body)).await.ok();
    assert_eq!(titles(&find(&world.admin, "from:agent2").await), ["The lamp hums"]);
    put_label(&world, &chair, &late).await;
    let found = find(&world.admin, "label:\"second floor\"").await;
    assert_eq!(titles(&found), ["A quiet chair", "The lamp hums"], "as the labels are now");
    assert_eq!(titles(&find(&world.admin, "label:floor").await), [""; 0]);
}

async fn results_come_by_the_page(ground: Ground) {
    let (world, bot) = open(ground).await;
    for user in 81..88 {
        bot.write(user, &format!("Lamp {user}")).await;
    }
    world.ticket_saying("Lamp 87").await;
    let first = find(&world.one, "lamp").await;
    assert_eq!(counts(&first), (7, 7));
    assert_eq!(texts(&first), ["Lamp 87", "Lamp 86", "Lamp 85", "Lamp 84", "Lamp 83", "Lamp 82"]);
    assert_eq!(titles(&first), texts(&first));
    let pairs = [("message", "lamp"), ("search_index", "6"), ("search_message_index", "6")];
    let second = ask(&world.one, &pairs).await.ok();
    assert_eq!((titles(&second), texts(&second)), (vec!["Lamp 81"], vec!["Lamp 81"]));
    assert_eq!(counts(&second), (7, 7));
    let pairs = [("message", "lamp"), ("search_index", "12"), ("search_message_index", "x")];
    let third = ask(&world.one, &pairs).await.ok();
    assert_eq!((titles(&third).len(), texts(&third).len()), (0, 6));
}

async fn nobody_finds_what_they_may_not_see(ground: Ground) {
    let (world, bot) = open(ground).await;
    bot.write(81, "The hidden lamp").await;
    let ticket = world.ticket_saying("The hidden lamp").await;
    assert_eq!(counts(&find(&world.two, "lamp").await), (1, 1));
    let path = format!("/api/tickets/{}/participants", ticket["id"]);
    let body = json!({ "participants": ["agent1"] });
    world.admin.call(reqwest::Method::PUT, &path, Some(&body)).await.ok();
    let number = ticket["ticket_number"].as_i64().expect("a number");
    let nothing = find(&world.two, "unheard").await;
    for question in
        ["lamp".into(), "from:agent1".into(), format!("number:{number}"), "contact:81".into()]
    {
        assert_eq!(
            find(&world.two, &question).await,
            nothing,
            "{question}: neither found nor counted"
        );
        assert_eq!(find(&world.outsider, &question).await, nothing, "{question}: another client's");
        let found = counts(&find(&world.one, &question).await).0;
        assert_eq!(found, 1, "{question}: whoever takes part sees it");
        assert_eq!(find(&world.admin, &question).await["postCount"], 1, "{question}");
    }
    let foreign = world.outsider.get("/api/contacts/list?keyword=guest").await.ok();
    assert_eq!((&foreign["total"], &foreign["data"]), (&json!(0), &json!([])));
    ask(&Agent::nobody(&world.desk.url), &[("q", "lamp")]).await.refused(401, "unauthorized");
}

async fn changed_messages_are_found_as_they_are(ground: Ground) {
    let (world, bot) = open(ground).await;
    let mut update = bot.update(81, "The first wording");
    assert_eq!(bot.post(&update).await, 200);
    world.ticket_saying("The first wording").await;
    assert_eq!(counts(&find(&world.one, "wording").await).1, 1);
    let mut edited = update["message"].take();
    edited["text"] = json!("Another phrase");
    edited["edit_date"] = json!(1_760_000_100);
    let id = update["update_id"].as_i64().expect("a number");
    let update = json!({ "update_id": id + 500, "edited_message": edited });
    assert_eq!(bot.post(&update).await, 200);
    eventually("the edit is found", || async {
        let found = find(&world.one, "phrase").await;
        (texts(&found) == ["Another phrase"]).then_some(())
    })
    .await;
    assert_eq!(counts(&find(&world.one, "wording").await).1, 0, "the old words find nothing");
    // What Patchbay says by itself is no message of anybody.
    let ticket = world.admin.tickets().await[0]["id"].clone();
    let body = json!({ "ticket_id": ticket, "status": 1, "sender": "server" });
    world.one.post("/api/ticket/message", &body).await.ok();
    assert_eq!(counts(&find(&world.one, "pending").await), (0, 0));
}

async fn hostile_questions_find_nothing(ground: Ground) {
    let (world, bot) = open(ground).await;
    bot.write(81, "An ordinary lamp").await;
    world.ticket_saying("An ordinary lamp").await;
    let long = "x".repeat(6000);
    let many = "lamp ".repeat(1500);
    for question in [
        "",
        " ",
        "\"",
        "\"\"",
        "*",
        "***",
        "'",
        "';--",
        "(",
        ")",
        "()",
        "&",
        "|",
        "!",
        ":*",
        "<->",
        "%",
        "_",
        "\\",
        "\\'",
        "^",
        "{words}:",
        "-",
        "+",
        ":",
        "::",
        "from:",
        "label:\"\"",
        "number:x",
        "number:-1",
        "number:99999999999999999999",
        "\u{202e}\u{202d}",
        "\u{0}",
        "👍",
        "。！？",
        &long,
        "NEAR(x y)",
        "x OR y",
        "words:x",
        "1mlamp",
        "' or 1=1 --",
        "contact:***",
        "from:\"'\"",
    ] {
        let found = find(&world.one, question).await;
        assert_eq!(counts(&found), (0, 0), "{question:?}: {found}");
    }
    for question in ["lamp*", "LAMP!", "(lamp)", "\"lamp", "lamp\u{202e}", "la\u{ad}mp", &many] {
        assert_eq!(counts(&find(&world.one, question).await).1, 1, "{question:?}");
    }
}

async fn contacts_are_listed_and_found(ground: Ground) {
    let (world, bot) = open(ground).await;
    for user in 81..84 {
        bot.write(user, "Hello").await;
    }
    let list = |path: &str| {
        let (one, path) = (world.one.clone(), format!("/api/contacts/list{path}"));
        async move { one.get(&path).await.ok() }
    };
    let names = |page: &Value| -> Vec<String> {
        let rows = page["data"].as_array().expect("contacts").iter();
        rows.map(|row| row["name"].as_str().expect("a name").to_owned()).collect()
    };
    let all = eventually("three contacts", || async {
        Some(list("").await).filter(|page| page["total"] == 3)
    })
    .await;
    assert_eq!(names(&all), ["Guest 83", "Guest 82", "Guest 81"], "newest first");
    assert!(all["data"][0]["uid"].is_string() && all["data"][0]["salutation"] == "");
    let uid = all["data"][1]["uid"].as_str().expect("a uid").to_owned();
    let found = list(&format!("?uid={uid}")).await;
    assert_eq!((names(&found), &found["total"]), (vec!["Guest 82".to_owned()], &json!(1)));
    assert_eq!(list("?uid=nobody").await["data"], json!([]));
    let path = format!("/api/contacts/list?uid={uid}");
    assert_eq!(world.outsider.get(&path).await.ok()["data"], json!([]), "another client's");
    let second = list("?pagination=2&page=1").await;
    assert_eq!((names(&second), &second["total"]), (vec!["Guest 81".to_owned()], &json!(3)));
    for keyword in
        ["?keyword=gue%2082", "?searchBar=GUEST&keyword=82", "?searchBar=true&keyword=82"]
    {
        assert_eq!(names(&list(keyword).await), ["Guest 82"], "{keyword}");
    }
    assert_eq!(list("?keyword=%25%27%2A").await["total"], 0);
    assert_eq!(list("?keyword=guest&pagination=1&page=2").await["data"][0]["name"], "Guest 81");
    assert_eq!(names(&list("?keyword=guest&page=99999999999").await), [""; 0]);
}

async fn run(conn: &mut Conn, sqlite: &'static str, postgres: &'static str) {
    let done = match conn.raw() {
        Raw::Sqlite(c) => sqlx::raw_sql(sqlite).execute(c).await.map(drop),
        Raw::Postgres(c) => sqlx::raw_sql(postgres).execute(c).await.map(drop),
    };
    done.expect("the statement works");
}

/// A desk from before the index: it is indexed in the background, and a restart goes on.
async fn an_existing_desk_is_indexed(ground: Ground) {
    const PARTS: &str = "insert into fulltext_parts (name, place, from_id, at_id)
        select 'contacts', 1, max(id) + 1, max(id) + 1 from contacts
        union all select 'tickets', 2, max(id) + 1, max(id) + 1 from tickets
        union all select 'messages', 3, max(id) + 1, max(id) + 1 from messages";
    const NONE: &str = "insert into fulltext (fulltext) values ('delete-all')";
    let (mut world, bot) = open(ground).await;
    for user in 81..84 {
        bot.write(user, "The lamp hums").await;
    }
    eventually("three are found", || async {
        (counts(&find(&world.one, "lamp").await) == (3, 3)).then_some(())
    })
    .await;
    world.desk.kill();
    let db = Db::open(&world.ground.url()).await.expect("opened");
    let mut tx = db.begin().await.expect("begun");
    run(&mut tx, NONE, "delete from fulltext").await;
    run(&mut tx, PARTS, PARTS).await;
    tx.commit().await.expect("committed");
    db.close().await;

    let start = Start::default().set(
        "PATCHBAY_EGRESS_ALLOW_PRIVATE",
        crate::reach::plugins_reach(&world.simulator.address()),
    );
    let desk = Desk::start(&world.ground, &start);
    let one = desk.sign_in("agent1", "agent").await;
    eventually("all are found again", || async {
        let found = find(&one, "lamp").await;
        (counts(&found) == (3, 3) && found["indexing"].is_null()).then_some(())
    })
    .await;
    assert_eq!(counts(&find(&one, "contact:\"guest 82\" lamp").await), (1, 1));
}
