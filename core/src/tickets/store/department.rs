//! The SQL of a ticket's department.

use crate::{
    db::{Conn, DbResult},
    execute,
};

pub(in crate::tickets) async fn set_department(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    department: Option<i64>,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update tickets set department_id = $3, updated_at = $4 where client_id = $1 and id = $2",
        client_id,
        id,
        department,
        now,
    )
}
