//! Law L6, the part about SQL: statements live in `store.rs` files and the ground's own logs and
//! queues.

use super::{Fault, Source, tokens::Kind};

/// The macros of `core/src/db/macros.rs` that hold a statement.
const MACROS: &[&str] = &["execute", "fetch_all", "fetch_one", "fetch_optional", "sql"];

/// How a string that is a statement begins.
const OPENINGS: &[&[&str]] = &[
    &["select", "*"],
    &["insert", "into"],
    &["delete", "from"],
    &["create", "table"],
    &["alter", "table"],
    &["drop", "table"],
];

pub fn check(source: &Source, faults: &mut Vec<Fault>) {
    let Some(path) = source.in_core().filter(|path| !may_hold_sql(path)) else { return };
    if source.is_test() {
        return;
    }
    let advice = format!("L6: SQL belongs in the room's store.rs, not in {path}");
    for (at, token) in source.tokens.iter().enumerate() {
        let next = |n: usize, what: &str| source.tokens.get(at + n).is_some_and(|t| t.is(what));
        let breach = match &token.kind {
            Kind::Text(text) => is_statement(text),
            // Deriving how a type is read from a row is no statement.
            Kind::Word(word) if word == "sqlx" => !next(2, "FromRow") && !next(2, "Type"),
            Kind::Word(word) => MACROS.contains(&word.as_str()) && next(1, "!"),
            Kind::Mark(_) | Kind::Other => false,
        };
        if breach {
            faults.push(source.fault(token.line, advice.clone()));
        }
    }
}

fn may_hold_sql(path: &str) -> bool {
    let ground = ["db/", "events/", "jobs/"].iter().any(|room| path.starts_with(room));
    ground || path.ends_with("/store.rs") || path.contains("/store/")
}

fn is_statement(text: &str) -> bool {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let opens = |opening: &&[&str]| {
        words.len() > opening.len() && opening.iter().zip(&words).all(|(o, w)| *o == "*" || o == w)
    };
    match words.first() {
        // English sentences select, update and delete as well; statements also say from or set.
        Some(&"select") => words.contains(&"from"),
        Some(&"update") => words.get(2) == Some(&"set"),
        _ => OPENINGS.iter().any(opens),
    }
}

#[cfg(test)]
mod tests {
    use super::super::said;

    #[test]
    fn statements_outside_stores_are_shown() {
        for code in [
            r#"execute!(tx, "x")"#,
            r#"let q = "select id from tickets where id = $1";"#,
            r#"let q = "UPDATE tickets SET a = 1";"#,
            r#"let q = r"insert into tickets (id) values (1)";"#,
            "use sqlx::Row;",
        ] {
            let found = said(super::check, "core/src/tickets/reply.rs", &format!("\n{code} ;"));
            assert_eq!(found.len(), 1, "{code}: {found:?}");
            assert!(found[0].starts_with("core/src/tickets/reply.rs:2: L6"), "{found:?}");
        }
    }

    #[test]
    fn stores_tests_and_sentences_pass() {
        let statement = r#"let q = "delete from tickets where id = $1";"#;
        for path in [
            "core/src/tickets/store.rs",
            "core/src/tickets/store/list.rs",
            "core/src/events/log.rs",
            "core/src/jobs/queue.rs",
            "core/src/db/migrate.rs",
            "core/src/tickets/tests.rs",
            "xtask/src/x.rs",
        ] {
            assert!(said(super::check, path, statement).is_empty(), "{path}");
        }
        for code in [
            "#[derive(sqlx::FromRow)] struct Row;",
            r#"let s = "select a channel";"#,
            r#"let s = "update the settings first";"#,
            "// select id from tickets\nlet execute = 1;",
            "#[cfg(test)]\nmod tests { use sqlx::Row; }",
        ] {
            assert!(said(super::check, "core/src/tickets/reply.rs", code).is_empty(), "{code}");
        }
    }
}
