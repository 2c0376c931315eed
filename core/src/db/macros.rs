//! The macros through which every statement runs.
//!
//! `fetch_one!(conn, Row, "sql", args…)`, `fetch_optional!`, `fetch_all!` give rows as any type with
//! `#[derive(sqlx::FromRow)]` or tuples; `execute!(conn, "sql", args…)` gives the number of rows.
//! Arguments are bound in order to `$1`, `$2`, …

/// Registers a statement for the prepare-everything test.
#[doc(hidden)]
#[macro_export]
macro_rules! register_statement {
    ($sql:expr) => {
        $crate::db::inventory::submit! {
            $crate::db::Statement { sql: $sql, file: file!(), line: line!(), only: None }
        }
    };
    ($sql:expr, $kind:ident) => {
        $crate::db::inventory::submit! {
            $crate::db::Statement {
                sql: $sql,
                file: file!(),
                line: line!(),
                only: Some($crate::db::Kind::$kind),
            }
        }
    };
}

/// All rows of a statement that must differ between the engines. For `db/dialect` only.
#[macro_export]
macro_rules! fetch_all_pair {
    ($conn:expr, $row:ty, sqlite: $sqlite:expr, postgres: $postgres:expr $(, $arg:expr)* $(,)?) => {{
        const SQLITE: &str = $sqlite;
        const POSTGRES: &str = $postgres;
        $crate::register_statement!(SQLITE, Sqlite);
        $crate::register_statement!(POSTGRES, Postgres);
        match $crate::db::Conn::raw($conn) {
            $crate::db::Raw::Sqlite(c) => {
                $crate::db::sqlx::query_as::<$crate::db::sqlx::Sqlite, $row>(SQLITE)
                    $(.bind($arg))*.fetch_all(c).await
            }
            $crate::db::Raw::Postgres(c) => {
                $crate::db::sqlx::query_as::<$crate::db::sqlx::Postgres, $row>(POSTGRES)
                    $(.bind($arg))*.fetch_all(c).await
            }
        }
        .map_err($crate::db::DbError::from)
    }};
}

#[doc(hidden)]
#[macro_export]
macro_rules! run_statement {
    ($method:ident, $conn:expr, $row:ty, $sql:expr $(, $arg:expr)*) => {{
        const SQL: &str = $sql;
        $crate::register_statement!(SQL);
        match $crate::db::Conn::raw($conn) {
            $crate::db::Raw::Sqlite(c) => {
                $crate::db::sqlx::query_as::<$crate::db::sqlx::Sqlite, $row>(SQL)
                    $(.bind($arg))*.$method(c).await
            }
            $crate::db::Raw::Postgres(c) => {
                $crate::db::sqlx::query_as::<$crate::db::sqlx::Postgres, $row>(SQL)
                    $(.bind($arg))*.$method(c).await
            }
        }
        .map_err($crate::db::DbError::from)
    }};
}

/// A statement that PostgreSQL plans anew each time, for the arguments it has: for statements most of
/// whose conditions some arguments turn off, as those of lists. SQLite's plans never depend on them.
#[doc(hidden)]
#[macro_export]
macro_rules! run_statement_anew {
    ($method:ident, $conn:expr, $row:ty, $sql:expr $(, $arg:expr)*) => {{
        const SQL: &str = $sql;
        $crate::register_statement!(SQL);
        match $crate::db::Conn::raw($conn) {
            $crate::db::Raw::Sqlite(c) => {
                $crate::db::sqlx::query_as::<$crate::db::sqlx::Sqlite, $row>(SQL)
                    $(.bind($arg))*.$method(c).await
            }
            $crate::db::Raw::Postgres(c) => {
                $crate::db::sqlx::query_as::<$crate::db::sqlx::Postgres, $row>(SQL)
                    $(.bind($arg))*.persistent(false).$method(c).await
            }
        }
        .map_err($crate::db::DbError::from)
    }};
}

/// As [`fetch_one!`], planned anew each time.
#[macro_export]
macro_rules! fetch_one_anew {
    ($conn:expr, $row:ty, $sql:expr $(, $arg:expr)* $(,)?) => {
        $crate::run_statement_anew!(fetch_one, $conn, $row, $sql $(, $arg)*)
    };
}

/// As [`fetch_all!`], planned anew each time.
#[macro_export]
macro_rules! fetch_all_anew {
    ($conn:expr, $row:ty, $sql:expr $(, $arg:expr)* $(,)?) => {
        $crate::run_statement_anew!(fetch_all, $conn, $row, $sql $(, $arg)*)
    };
}

/// Exactly one row; none is [`crate::db::DbError::NotFound`].
#[macro_export]
macro_rules! fetch_one {
    ($conn:expr, $row:ty, $sql:expr $(, $arg:expr)* $(,)?) => {
        $crate::run_statement!(fetch_one, $conn, $row, $sql $(, $arg)*)
    };
}

/// One row or none.
#[macro_export]
macro_rules! fetch_optional {
    ($conn:expr, $row:ty, $sql:expr $(, $arg:expr)* $(,)?) => {
        $crate::run_statement!(fetch_optional, $conn, $row, $sql $(, $arg)*)
    };
}

/// All rows. Give the statement a `limit`.
#[macro_export]
macro_rules! fetch_all {
    ($conn:expr, $row:ty, $sql:expr $(, $arg:expr)* $(,)?) => {
        $crate::run_statement!(fetch_all, $conn, $row, $sql $(, $arg)*)
    };
}

/// Runs a statement and gives the number of rows it touched.
#[macro_export]
macro_rules! execute {
    ($conn:expr, $sql:expr $(, $arg:expr)* $(,)?) => {{
        const SQL: &str = $sql;
        $crate::register_statement!(SQL);
        match $crate::db::Conn::raw($conn) {
            $crate::db::Raw::Sqlite(c) => {
                $crate::db::sqlx::query::<$crate::db::sqlx::Sqlite>(SQL)
                    $(.bind($arg))*.execute(c).await.map(|done| done.rows_affected())
            }
            $crate::db::Raw::Postgres(c) => {
                $crate::db::sqlx::query::<$crate::db::sqlx::Postgres>(SQL)
                    $(.bind($arg))*.execute(c).await.map(|done| done.rows_affected())
            }
        }
        .map_err($crate::db::DbError::from)
    }};
}
