//! Decisions of accounts.

use super::{
    Accounts, AccountsGround, CreateUser, LoginError, LoginRequest, create_user, login,
    login::tfa_context,
    may_change,
    model::{
        Kind, Limit, Permission, Permissions, RefreshDecision, RefreshFacts, Typed, judge_refresh,
        password_problem, username_problem, wait_s,
    },
    reset::{self, ResetError},
    store,
    tokens::{Signer, TokenPair, TokenSubject, clear_cookie, set_cookie, split_cookie},
    totp,
};
use crate::{clock::Clock, config::Config, crypto::Keys, db::Db, ids::Ids};

#[test]
fn names_are_read_both_ways() {
    let check = |text: &str, whole: &str, split: Option<(&str, &str)>| {
        let split = split.map(|(user, client)| (user.to_owned(), client.to_owned()));
        assert_eq!(Typed::parse(text), Typed { whole: whole.to_owned(), split });
    };
    check(" Agent1 ", "agent1", None);
    check("Agent1@Acme Ltd", "agent1@acme ltd", Some(("agent1", "acme ltd")));
    check("a@b.example@Acme", "a@b.example@acme", Some(("a@b.example", "acme")));
    check("@acme", "@acme", None);
    check("agent1@", "agent1@", None);
    check("ÉLODIE", "élodie", None);
}

#[test]
fn permissions_decide_by_kind() {
    use Permission::{HideChat, HideKanban, HideKnowledgebase, ViewReport};
    let check = |json: &str, kind: Kind, what: Permission, expected: bool| {
        assert_eq!(
            Permissions::parse(json).allow(kind, what),
            expected,
            "{json} {kind:?} {what:?}"
        );
    };
    check("[]", Kind::Agent, ViewReport, false);
    check(r#"["view_report"]"#, Kind::Agent, ViewReport, true);
    check("[]", Kind::Admin, ViewReport, true);
    check("[]", Kind::Agent, HideChat, true);
    check(r#"["hide_chat"]"#, Kind::Agent, HideChat, false);
    check(r#"["hide_chat"]"#, Kind::Admin, HideChat, true);
    check(r#"["hide_kanban"]"#, Kind::Admin, HideKanban, false);
    check(r#"["hide_knowledgebase"]"#, Kind::Agent, HideKnowledgebase, false);
    check("not json", Kind::Agent, ViewReport, false);
    assert_eq!(Kind::parse("supervisor"), Kind::Agent);
}

#[test]
fn the_limit_holds_until_its_window_ends() {
    let limit = Limit { failures: 3, window_ms: 60_000 };
    assert_eq!(wait_s(3, 1000, limit, 2000), None);
    assert_eq!(wait_s(4, 1000, limit, 2000), Some(60));
    assert_eq!(wait_s(9, 1000, limit, 60_999), Some(1));
}

#[test]
fn refresh_tokens_are_judged() {
    let good = RefreshFacts {
        replaced_at: None,
        session_revoked: false,
        session_expires_at: 10_000,
        user_disabled: false,
    };
    let check = |facts, expected| assert_eq!(judge_refresh(facts, 5000, 1000), expected);
    check(good, RefreshDecision::Renew);
    check(RefreshFacts { replaced_at: Some(4000), ..good }, RefreshDecision::Renew);
    check(RefreshFacts { replaced_at: Some(3999), ..good }, RefreshDecision::EndSession);
    check(RefreshFacts { session_revoked: true, ..good }, RefreshDecision::Refuse);
    check(RefreshFacts { session_expires_at: 5000, ..good }, RefreshDecision::Refuse);
    check(RefreshFacts { user_disabled: true, ..good }, RefreshDecision::Refuse);
    let old = RefreshFacts { replaced_at: Some(1), session_revoked: true, ..good };
    check(old, RefreshDecision::Refuse);
}

#[test]
fn new_names_and_passwords_are_checked() {
    for good in ["agent1", "a@b.example", "小明", "o'neil-1.x"] {
        assert_eq!(username_problem(good), None, "{good}");
    }
    for bad in ["", "a b", "a,b", "a~b", "Visitor", "server", "-", &"x".repeat(65)] {
        assert!(username_problem(bad).is_some(), "{bad}");
    }
    assert_eq!(password_problem("patchbay-demo"), None);
    assert!(password_problem("").is_some() && password_problem("short").is_some());
    assert!(password_problem(&"x".repeat(1025)).is_some());
}

#[test]
fn access_tokens_expire_and_cannot_be_forged() {
    let signer = Signer::new(&Keys::from_bytes([1; 32]));
    let whose = TokenSubject { client_id: 1, user_id: 2, session_id: 3 };
    let token = signer.sign(whose, 1_000_000, 60_000).expect("signed");
    assert_eq!(signer.read(&token, 1_059_000).map(|c| c.whose()), Some(whose));
    assert!(signer.read(&token, 1_060_000).is_none(), "expired");
    assert!(signer.read_expired(&token).is_some(), "but ours");
    assert!(Signer::new(&Keys::from_bytes([2; 32])).read_expired(&token).is_none());
    let (head, rest) = token.split_once('.').expect("dots");
    let none = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0";
    for forged in
        [format!("{none}.{rest}"), format!("{head}.{rest}x"), String::new(), "a.b.c".into()]
    {
        assert!(signer.read_expired(&forged).is_none(), "{forged}");
    }
}

#[test]
fn cookies_have_their_attributes() {
    let pair = TokenPair { access: "a.b.c".into(), refresh: "r_1-".into() };
    assert_eq!(
        set_cookie(&pair, true),
        "auth=a.b.c~r_1-; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure"
    );
    assert_eq!(clear_cookie(false), "auth=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    assert_eq!(split_cookie("a.b.c~r"), ("a.b.c", Some("r")));
    assert_eq!(split_cookie("a.b.c"), ("a.b.c", None));
    assert_eq!(split_cookie("a.b.c~"), ("a.b.c", None));
    assert!(!format!("{pair:?}").contains("a.b.c"));
}

#[tokio::test]
async fn a_link_to_a_new_password_has_its_hour() {
    let folder = tempfile::tempdir().expect("folder");
    let config = Config::for_data(folder.path());
    let db = Db::open(&config.database_url()).await.expect("database");
    let clock = Clock::fake(1_700_000_000_000);
    let ground = AccountsGround {
        db: db.clone(),
        clock: clock.clone(),
        ids: Ids::seeded(1),
        keys: Keys::from_bytes([3; 32]),
        hub: None,
        network: None,
        egress: None,
        blobs: None,
        features: &[],
    };
    let accounts = Accounts::new(ground, &config, "");
    let new = CreateUser {
        client: "Acme",
        username: "agent1",
        name: "",
        kind: Kind::Agent,
        password: "patchbay-demo",
    };
    let made = create_user(&accounts, new).await.expect("made");
    let now = clock.now_ms();
    let mut tx = db.begin().await.expect("transaction");
    let user = (made.client_id, made.user_id);
    let times = (now, now + 3_600_000);
    let id = store::insert_reset(&mut tx, user, 0, times).await.expect("noted");
    tx.commit().await.expect("committed");
    let mut conn = db.read().await.expect("reading");
    let noted = store::reset(&mut conn, user.0, id).await.expect("read").expect("there");
    drop(conn);
    let link = reset::link(&accounts, &noted);
    clock.advance(3_599_999);
    assert!(reset::look(&accounts, &link).await.is_ok());
    clock.advance(1);
    assert!(matches!(reset::look(&accounts, &link).await, Err(ResetError::BadLink)));
    let late = reset::finish(&accounts, &link, "a new password").await;
    assert!(matches!(late, Err(ResetError::BadLink)), "an hour and no longer");
    assert!(matches!(
        reset::ask(&accounts, "a@b.example", [127, 0, 0, 1].into()).await,
        Err(ResetError::NoMail)
    ));
    db.close().await;
}

#[tokio::test]
async fn the_second_factor_is_asked_for_and_works_once() {
    let folder = tempfile::tempdir().expect("folder");
    let config = Config::for_data(folder.path());
    let db = Db::open(&config.database_url()).await.expect("database");
    let (clock, ids) = (Clock::fake(1_700_000_000_000), Ids::seeded(1));
    let keys = Keys::from_bytes([3; 32]);
    let ground = AccountsGround {
        db: db.clone(),
        clock: clock.clone(),
        ids: ids.clone(),
        keys: keys.clone(),
        hub: None,
        network: None,
        egress: None,
        blobs: None,
        features: &[],
    };
    let accounts = Accounts::new(ground, &config, "");
    let new = CreateUser {
        client: "Acme",
        username: "agent1",
        name: "",
        kind: Kind::Agent,
        password: "patchbay-demo",
    };
    let made = create_user(&accounts, new).await.expect("made");
    let secret = b"12345678901234567890";
    let sealed = keys.seal(&tfa_context(made.client_id, made.user_id), secret, &ids);
    let mut tx = db.begin().await.expect("transaction");
    let user = (made.client_id, made.user_id);
    assert!(store::set_pending(&mut tx, user.0, user.1, &sealed).await.expect("set"));
    assert!(store::confirm_pending(&mut tx, user, &sealed, 0).await.expect("confirmed"));
    tx.commit().await.expect("committed");

    let try_with = async |password: &str, tfa: &str| {
        let request = LoginRequest {
            username: "agent1",
            password,
            kind: Kind::Agent,
            tfa,
            address: [127, 0, 0, 1].into(),
            user_agent: "",
        };
        login(&accounts, request).await
    };
    for _ in 0..20 {
        let asked = try_with("patchbay-demo", "").await;
        assert!(matches!(asked, Err(LoginError::TfaRequired)), "asking is no failure");
        assert_eq!(asked.expect_err("asked").to_string(), "2FA required.");
    }
    let code = totp::code_for_test(secret, clock.now_ms());
    assert!(matches!(try_with("wrong password", &code).await, Err(LoginError::Refused)));
    assert!(matches!(try_with("patchbay-demo", "000000").await, Err(LoginError::TfaWrong)));
    assert!(try_with("patchbay-demo", &code).await.is_ok());
    assert!(matches!(try_with("patchbay-demo", &code).await, Err(LoginError::TfaWrong)), "used");
    db.close().await;
}

#[tokio::test]
async fn a_hash_is_made_anew_as_its_user_signs_in() {
    let folder = tempfile::tempdir().expect("folder");
    let mut config = Config::for_data(folder.path());
    let db = Db::open(&config.database_url()).await.expect("database");
    let mut hashes = vec![];
    for (turn, kib) in [2048, 4096, 4096].into_iter().enumerate() {
        config.auth.password_memory_kib = kib;
        let (clock, keys) = (Clock::fake(1_700_000_000_000), Keys::from_bytes([3; 32]));
        let ids = Ids::seeded(turn as u64);
        let ground = AccountsGround::offline(db.clone(), clock, ids, keys, &[]);
        let accounts = Accounts::new(ground, &config, "");
        let (username, password) = ("agent1", "patchbay-demo");
        if turn == 0 {
            let kind = Kind::Agent;
            let new = CreateUser { client: "Acme", username, name: "", kind, password };
            create_user(&accounts, new).await.expect("made");
        }
        let sign_in = async |password: &str| {
            let address = [127, 0, 0, 1].into();
            let kind = Kind::Agent;
            let request =
                LoginRequest { username, password, kind, tfa: "", address, user_agent: "" };
            login(&accounts, request).await
        };
        assert!(matches!(sign_in("wrong password").await, Err(LoginError::Refused)));
        let pair = sign_in(password).await.expect("signed in");
        assert!(accounts.authenticate(&pair.access).await.is_ok());
        let mut conn = db.read().await.expect("a connection");
        let user = store::credential(&mut conn, 1, 1).await.expect("read").expect("a user");
        hashes.push((kib, user.password_hash));
    }
    for (kib, hash) in &hashes {
        assert!(hash.starts_with(&format!("$argon2id$v=19$m={kib},t=2,p=1$")), "{hash}");
    }
    assert_eq!(hashes[1], hashes[2], "what was made as is set stays");
    db.close().await;
}

/// The room on an empty database, and the folder that holds it.
async fn offline() -> (tempfile::TempDir, Db, Accounts) {
    let folder = tempfile::tempdir().expect("folder");
    let config = Config::for_data(folder.path());
    let db = Db::open(&config.database_url()).await.expect("database");
    let keys = Keys::from_bytes([3; 32]);
    let clock = Clock::fake(1_700_000_000_000);
    let ground = AccountsGround::offline(db.clone(), clock, Ids::seeded(1), keys, &[]);
    let accounts = Accounts::new(ground, &config, "");
    (folder, db, accounts)
}

#[tokio::test]
async fn a_name_that_many_share_takes_no_longer_than_any_other() {
    let (_folder, db, accounts) = offline().await;
    let clients =
        ["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel", "Ivy", "Juniper"];
    for (place, client) in clients.iter().enumerate() {
        let usernames: &[&str] = if place == 0 { &["shared", "alone"] } else { &["shared"] };
        for username in usernames {
            let password = format!("patchbay-{client}");
            let new =
                CreateUser { client, username, name: "", kind: Kind::Agent, password: &password };
            create_user(&accounts, new).await.expect("made");
        }
    }
    let compared = || accounts.0.hasher.compared.load(std::sync::atomic::Ordering::Relaxed);
    for (username, password, opens) in [
        ("nobody", "wrong", false),
        ("alone", "wrong", false),
        ("alone", "patchbay-Alder", true),
        ("shared", "wrong", false),
        ("shared", "patchbay-Alder", true),
        // Whoever shares a name with many says whose it is.
        ("shared", "patchbay-Juniper", false),
        ("shared@juniper", "patchbay-Juniper", true),
        ("shared@nowhere", "wrong", false),
    ] {
        let request = LoginRequest {
            username,
            password,
            kind: Kind::Agent,
            tfa: "",
            address: [127, 0, 0, 1].into(),
            user_agent: "",
        };
        let before = compared();
        let opened = login(&accounts, request).await.is_ok();
        assert_eq!(opened, opens, "{username} {password}");
        assert_eq!(compared() - before, store::CANDIDATES, "{username} {password}");
    }
    db.close().await;
}

#[tokio::test]
async fn no_client_is_called_like_another() {
    let (_folder, db, accounts) = offline().await;
    let make = async |client: &str, username: &str| {
        let password = "patchbay-demo";
        let new = CreateUser { client, username, name: "", kind: Kind::Agent, password };
        create_user(&accounts, new).await.map(|made| made.client_id).ok()
    };
    assert_eq!(make("Acme Lamps", "one").await, Some(1));
    assert_eq!(make("ACME lamps", "two").await, Some(1), "the same client");
    for alike in ["Acme  Lamps", "\u{410}cme Lamps", "Acme\u{200b} Lamps", "AcmeLamps"] {
        assert_eq!(make(alike, "three").await, None, "{alike:?}");
    }
    assert_eq!(make("Acme Lamps", "fo\u{200d}ur").await, None, "a username with an unseen sign");
    assert!(make("Borneo Lamps", "one").await.is_some());
    db.close().await;
}

#[test]
fn everybody_changes_their_own_and_admins_the_shared_ones() {
    for (admin, owner, expected) in
        [(false, 5, true), (false, 6, false), (false, 0, false), (true, 0, true), (true, 6, false)]
    {
        assert_eq!(may_change(admin, 5, owner), expected, "{admin} {owner}");
    }
}
