//! The SQL of calls.

use super::{
    extensions::Extension,
    model::CallRow,
    query::{CallFilter, CallsOf},
    voice::CallVoice,
};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// Newest calls of a span that a list looks through; those behind them are reached by days.
const LOOKED_AT_MAX: i64 = 50_000;

/// A call as a list shows it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct ListedCall {
    pub id: i64,
    pub ticket_id: i64,
    pub ticket_number: i64,
    pub contact_id: Option<i64>,
    pub name: String,
    pub number: String,
    pub direction: String,
    pub did: String,
    pub extension: String,
    pub user_id: Option<i64>,
    pub username: String,
    pub agent: String,
    pub began_at: i64,
    pub answered_at: Option<i64>,
    pub ended_at: Option<i64>,
    pub talk_ms: Option<i64>,
    pub recorded: bool,
    pub keypress: String,
    pub emotion: String,
    /// JSON.
    pub emotions: String,
    pub energy: Option<i64>,
    pub pace: Option<i64>,
    pub personality: String,
}

/// A statement about the newest calls `c` of a span, with the tickets `t` of their lines and those `s`
/// that show these now, at the end of a chain of merges: who sees that one sees the call. All up to `$20` but
/// `$12`, which is [`LOOKED_AT_MAX`], are those of [`CallFilter`]. The
/// oldest call that is looked at is found in the index; a list of them would have to be made before the
/// first is shown.
macro_rules! listed {
    ($columns:literal, $joins:literal, $tail:literal) => {
        concat!(
            "select ",
            $columns,
            " from calls c
              join messages m on m.client_id = $1 and m.id = c.message_id
              join tickets t on t.client_id = $1 and t.id = m.ticket_id
              left join tickets s on s.client_id = $1 and s.id =
                   case when t.merged_into is not null then
                        (with recursive way (id, next) as (
                            select w.id, w.merged_into from tickets w
                             where w.client_id = $1 and w.id = t.merged_into
                            union all
                            select w.id, w.merged_into from way
                              join tickets w on w.client_id = $1 and w.id = way.next)
                         select way.id from way where way.next is null limit 1) end ",
            $joins,
            " where c.client_id = $1 and c.began_at < $3
                and c.began_at >= coalesce((select began_at from calls
                                             where client_id = $1 and began_at >= $2 and began_at < $3
                                             order by began_at desc, id desc
                                             limit 1 offset $12), $2)
                and ($4 or coalesce(s.assignee_ids, t.assignee_ids) = ''
                     or replace(',' || coalesce(s.assignee_ids, t.assignee_ids) || ',',
                                ',' || cast($5 as bigint) || ',', '')
                        <> ',' || coalesce(s.assignee_ids, t.assignee_ids) || ',')
                and case when $6 < 0 then coalesce(s.status, t.status) in (0, 1, 2, 3)
                         else coalesce(s.status, t.status) = $6 end
                and ($7 = '' or c.direction = $7)
                and case $8 when 'ongoing' then c.ended_at is null
                            when 'answered' then c.answered_at is not null
                            when 'missed' then c.ended_at is not null and c.answered_at is null
                            else true end
                and ($9 = '' or replace(c.number, $9, '') <> c.number)
                and ($10 = '' or c.did = case when $10 = '-' then '' else $10 end)
                and ($11 < 0 or coalesce(c.user_id, 0) = $11)
                and ($13 = '' or (c.emotion <> '' and replace($13, ',' || c.emotion || ',', '') <> $13))
                and ($14 < 0 or c.energy between $14 and $15)
                and ($16 < 0 or c.pace between $16 and $17)
                and ($18 = '' or c.personality = $18)
                and ($19 = ''
                     or exists (select 1 from ticket_labels l
                                 where l.client_id = $1 and l.ticket_id = coalesce(s.id, t.id)
                                   and replace($19, ',' || l.label_id || ',', '') <> $19)
                     or (replace($19, ',0,', '') <> $19
                         and not exists (select 1 from ticket_labels l
                                          where l.client_id = $1
                                            and l.ticket_id = coalesce(s.id, t.id))))
                and ($20 = ''
                     or replace($20, ',' || case when s.id is null then coalesce(t.department_id, 0)
                                                 else coalesce(s.department_id, 0) end || ',', '')
                        <> $20) ",
            $tail
        )
    };
}

/// Runs such a statement; its own arguments begin at `$21`.
macro_rules! ask {
    ($run:ident, $conn:expr, $row:ty, $sql:expr, $of:expr $(, $arg:expr)* $(,)?) => {
        $run!(
            $conn, $row, $sql, $of.client_id, $of.between.0, $of.between.1, $of.sees_all, $of.user_id,
            $of.status, $of.direction, $of.outcome, $of.number.as_str(), $of.did.as_str(),
            whose($of.of), LOOKED_AT_MAX, $of.emotions.as_str(), $of.energy.0, $of.energy.1,
            $of.pace.0, $of.pace.1, $of.personality.as_str(), $of.labels.as_str(),
            $of.departments.as_str() $(, $arg)*
        )
    };
}

fn whose(of: CallsOf) -> i64 {
    match of {
        CallsOf::Everybody => -1,
        CallsOf::Nobody => 0,
        CallsOf::User(id) => id,
    }
}

/// How many calls a list has, up to `most`.
pub(super) async fn count(conn: &mut Conn, of: &CallFilter, most: i64) -> DbResult<i64> {
    let (count,) = ask!(
        fetch_one,
        conn,
        (i64,),
        concat!("select count(*) from (", listed!("c.id", "", "limit $21"), ") counted"),
        of,
        most,
    )?;
    Ok(count)
}

/// Some calls of a list, the newest first.
pub(super) async fn page(
    conn: &mut Conn,
    of: &CallFilter,
    (offset, size): (i64, i64),
) -> DbResult<Vec<ListedCall>> {
    ask!(
        fetch_all,
        conn,
        ListedCall,
        listed!(
            "c.id, coalesce(s.id, t.id) as ticket_id, coalesce(s.number, t.number) as ticket_number,
             p.id as contact_id, coalesce(p.name, '') as name, c.number, c.direction, c.did,
             c.extension, u.id as user_id, coalesce(u.username, '') as username,
             coalesce(u.name, '') as agent, c.began_at, c.answered_at, c.ended_at, c.talk_ms,
             c.recorded, c.keypress, c.emotion, c.emotions, c.energy, c.pace, c.personality",
            "left join contacts p on p.client_id = $1 and p.id = coalesce(s.contact_id, t.contact_id)
             left join users u on u.client_id = $1 and u.id = c.user_id",
            "order by c.began_at desc, c.id desc
             limit $21 offset $22"
        ),
        of,
        size,
        offset,
    )
}

/// The call that the exchange of an account calls so.
pub(super) async fn call_of(
    conn: &mut Conn,
    (client_id, channel_id): (i64, i64),
    external_id: &str,
) -> DbResult<Option<CallRow>> {
    fetch_optional!(
        conn,
        CallRow,
        "select id, message_id, number, direction, did, extension, user_id, keypress, began_at,
                answered_at, ended_at, talk_ms, recorded
           from calls
          where client_id = $1 and channel_id = $2 and external_id = $3",
        client_id,
        channel_id,
        external_id,
    )
}

/// Keeps a new call and gives its id.
pub(super) async fn insert(
    conn: &mut Conn,
    (client_id, channel_id): (i64, i64),
    external_id: &str,
    row: &CallRow,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into calls (client_id, channel_id, external_id, message_id, number, direction, did,
                            extension, user_id, keypress, began_at, answered_at, ended_at, talk_ms,
                            recorded)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
         returning id",
        client_id,
        channel_id,
        external_id,
        row.message_id,
        row.number.as_str(),
        row.direction.as_str(),
        row.did.as_str(),
        row.extension.as_str(),
        row.user_id,
        row.keypress.as_str(),
        row.began_at,
        row.answered_at,
        row.ended_at,
        row.talk_ms,
        row.recorded,
    )?;
    Ok(id)
}

/// Keeps what a stage changed.
pub(super) async fn change(conn: &mut Conn, client_id: i64, row: &CallRow) -> DbResult<()> {
    execute!(
        conn,
        "update calls
            set did = $3, extension = $4, user_id = $5, keypress = $6, began_at = $7,
                answered_at = $8, ended_at = $9, talk_ms = $10, recorded = $11
          where client_id = $1 and id = $2",
        client_id,
        row.id,
        row.did.as_str(),
        row.extension.as_str(),
        row.user_id,
        row.keypress.as_str(),
        row.began_at,
        row.answered_at,
        row.ended_at,
        row.talk_ms,
        row.recorded,
    )?;
    Ok(())
}

/// Notes that a line of a call brought a recording.
pub(super) async fn add_recording(
    conn: &mut Conn,
    client_id: i64,
    (call_id, message_id): (i64, i64),
) -> DbResult<()> {
    execute!(
        conn,
        "insert into call_recordings (client_id, call_id, message_id) values ($1, $2, $3)",
        client_id,
        call_id,
        message_id,
    )?;
    Ok(())
}

/// A recording that no helper has heard.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct UnheardRow {
    pub message_id: i64,
    pub ticket_id: i64,
    pub sha256: String,
    pub size: i64,
    pub mime: String,
    pub filename: String,
}

/// The newest sound that a call's recordings brought, where no helper heard it or a newer one.
pub(super) async fn unheard_recording(
    conn: &mut Conn,
    client_id: i64,
    call_id: i64,
) -> DbResult<Option<UnheardRow>> {
    fetch_optional!(
        conn,
        UnheardRow,
        "select m.id as message_id, m.ticket_id, a.sha256, a.size, a.mime, a.filename
           from calls c
           join call_recordings r on r.client_id = $1 and r.call_id = c.id
           join messages m on m.client_id = $1 and m.id = r.message_id
           join attachments a on a.client_id = $1 and a.ticket_id = m.ticket_id
                             and a.message_id = m.id and a.replaced_at is null
          where c.client_id = $1 and c.id = $2 and m.id > coalesce(c.voice_message_id, 0)
            and a.mime like 'audio/%'
          order by m.id desc, a.id desc
          limit 1",
        client_id,
        call_id,
    )
}

/// Keeps what was heard in the recording of a line, unless a newer one was heard.
pub(super) async fn keep_voice(
    conn: &mut Conn,
    (client_id, call_id): (i64, i64),
    message_id: i64,
    voice: &CallVoice,
) -> DbResult<u64> {
    let emotions = serde_json::to_string(&voice.emotions).unwrap_or_default();
    execute!(
        conn,
        "update calls
            set voice_message_id = $3, emotion = $4, emotions = $5, energy = $6, pace = $7,
                personality = $8
          where client_id = $1 and id = $2 and coalesce(voice_message_id, 0) < $3",
        client_id,
        call_id,
        message_id,
        voice.emotion.as_str(),
        emotions,
        voice.energy,
        voice.pace,
        voice.personality.as_str(),
    )
}

/// A recording as a list shows it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct ListedRecording {
    /// Of its file.
    pub id: i64,
    pub began_at: i64,
    pub talk_ms: Option<i64>,
    pub ticket_number: i64,
    pub name: String,
    pub number: String,
    pub direction: String,
    pub user_id: Option<i64>,
    pub username: String,
    pub agent: String,
    pub mime: String,
    pub emotion: String,
    pub energy: Option<i64>,
    pub pace: Option<i64>,
}

/// How many recordings the calls of a list have, up to `most`.
pub(super) async fn count_recordings(conn: &mut Conn, of: &CallFilter, most: i64) -> DbResult<i64> {
    let (count,) = ask!(
        fetch_one,
        conn,
        (i64,),
        concat!(
            "select count(*) from (",
            listed!(
                "a.id",
                "join call_recordings r on r.client_id = $1 and r.call_id = c.id
                 join messages rm on rm.client_id = $1 and rm.id = r.message_id
                 join attachments a on a.client_id = $1 and a.ticket_id = rm.ticket_id
                                   and a.message_id = rm.id and a.replaced_at is null",
                "limit $21"
            ),
            ") counted"
        ),
        of,
        most,
    )?;
    Ok(count)
}

/// Some recordings of a list's calls, those of the newest calls first.
pub(super) async fn recordings(
    conn: &mut Conn,
    of: &CallFilter,
    (offset, size): (i64, i64),
) -> DbResult<Vec<ListedRecording>> {
    ask!(
        fetch_all,
        conn,
        ListedRecording,
        listed!(
            "a.id, c.began_at, c.talk_ms, coalesce(s.number, t.number) as ticket_number,
             coalesce(p.name, '') as name, c.number, c.direction, u.id as user_id,
             coalesce(u.username, '') as username, coalesce(u.name, '') as agent, a.mime,
             c.emotion, c.energy, c.pace",
            "join call_recordings r on r.client_id = $1 and r.call_id = c.id
             join messages rm on rm.client_id = $1 and rm.id = r.message_id
             join attachments a on a.client_id = $1 and a.ticket_id = rm.ticket_id
                               and a.message_id = rm.id and a.replaced_at is null
             left join contacts p on p.client_id = $1 and p.id = coalesce(s.contact_id, t.contact_id)
             left join users u on u.client_id = $1 and u.id = c.user_id",
            "order by c.began_at desc, c.id desc, a.id desc
             limit $21 offset $22"
        ),
        of,
        size,
        offset,
    )
}

/// The numbers that were called, each with the name of the channel where it was last.
pub(super) async fn lines(conn: &mut Conn, client_id: i64) -> DbResult<Vec<(String, String)>> {
    fetch_all!(
        conn,
        (String, String),
        "select d.did, max(n.name)
           from (select did, channel_id, max(id) as id
                   from calls
                  where client_id = $1 and did <> '' and direction = 'inbound'
                  group by did, channel_id) d
           join channels n on n.client_id = $1 and n.id = d.channel_id
          group by d.did
          order by d.did
          limit 1000",
        client_id,
    )
}

/// Who used an extension last.
pub(super) async fn user_at(
    conn: &mut Conn,
    (client_id, channel_id): (i64, i64),
    extension: &str,
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select user_id from call_extensions
          where client_id = $1 and channel_id = $2 and extension = $3",
        client_id,
        channel_id,
        extension,
    )?;
    Ok(row.map(|row| row.0))
}

pub(super) async fn keep_extension(
    conn: &mut Conn,
    (client_id, channel_id): (i64, i64),
    (extension, user_id): (&str, i64),
    now: i64,
) -> DbResult<()> {
    execute!(
        conn,
        "insert into call_extensions (client_id, channel_id, extension, user_id, used_at)
         values ($1, $2, $3, $4, $5)
         on conflict (client_id, channel_id, extension)
         do update set user_id = excluded.user_id, used_at = excluded.used_at",
        client_id,
        channel_id,
        extension,
        user_id,
        now,
    )?;
    Ok(())
}

/// Extensions with the names of their users, by name. One that two exchanges have stands twice.
pub(super) async fn extensions(conn: &mut Conn, client_id: i64) -> DbResult<Vec<Extension>> {
    fetch_all!(
        conn,
        Extension,
        "select e.extension, u.name
           from call_extensions e
           join users u on u.client_id = $1 and u.id = e.user_id
          where e.client_id = $1
          order by u.name, e.extension
          limit 1000",
        client_id,
    )
}
