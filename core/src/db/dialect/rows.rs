//! Many rows in one statement: they come as one JSON list of lists, which each engine unpacks in its
//! own way.

/// Runs `insert into … select …` over the rows of a JSON list, each of them `value`. The list is
/// `$1`; further arguments begin at `$2`.
#[macro_export]
macro_rules! insert_rows {
    ($conn:expr, $sql:literal, $rows:expr $(, $arg:expr)* $(,)?) => {{
        const SQLITE: &str = concat!($sql, " from json_each($1)");
        const POSTGRES: &str =
            concat!($sql, " from jsonb_array_elements(cast(cast($1 as text) as jsonb)) value");
        $crate::register_statement!(SQLITE, Sqlite);
        $crate::register_statement!(POSTGRES, Postgres);
        let rows = serde_json::Value::from($rows.to_vec()).to_string();
        match $crate::db::Conn::raw($conn) {
            $crate::db::Raw::Sqlite(c) => {
                $crate::db::sqlx::query::<$crate::db::sqlx::Sqlite>(SQLITE)
                    .bind(rows)$(.bind($arg))*.execute(c).await.map(drop)
            }
            $crate::db::Raw::Postgres(c) => {
                $crate::db::sqlx::query::<$crate::db::sqlx::Postgres>(POSTGRES)
                    .bind(rows)$(.bind($arg))*.execute(c).await.map(drop)
            }
        }
        .map_err($crate::db::DbError::from)
    }};
}

/// Fetches the rows whose number stands in a list: `$sql` up to the column, the numbers, and what comes
/// behind the list. The numbers are `$1`; further arguments begin at `$2`.
#[macro_export]
macro_rules! fetch_listed {
    ($conn:expr, $row:ty, $sql:literal, $numbers:expr, $rest:literal $(, $arg:expr)* $(,)?) => {
        $crate::fetch_all_pair!(
            $conn,
            $row,
            sqlite: concat!($sql, " in (select value from json_each($1))", $rest),
            postgres: concat!(
                $sql,
                " in (select cast(value as bigint)
                        from jsonb_array_elements_text(cast(cast($1 as text) as jsonb)) value)",
                $rest,
            ),
            serde_json::Value::from($numbers.to_vec()).to_string()
            $(, $arg)*
        )
    };
}
