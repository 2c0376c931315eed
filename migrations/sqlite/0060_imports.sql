-- Contacts and tickets out of tables that admins bring.
create table imports (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    -- 'contacts' or 'tickets'.
    kind text not null,
    -- 'mapping', 'checking', 'checked', 'running', 'done', 'cancelled' or 'failed'.
    state text not null,
    file_name text not null,
    -- Bytes of the file as it came.
    size bigint not null,
    -- In which encoding it came.
    encoding text not null,
    -- JSON: where the table lies, in UTF-8 with commas.
    blob text not null,
    -- JSON: the names of the columns, each with some of its cells.
    columns text not null,
    -- JSON: for each column the field that it fills; empty for none.
    fields text not null,
    -- What becomes of contacts that are known: 'fill', 'overwrite' or 'keep'.
    known text not null,
    -- 'ymd', 'dmy' or 'mdy'.
    date_order text not null,
    timezone text not null,
    row_count bigint not null,
    -- How many rows the last check or run has dealt with, and where the next one begins.
    done bigint not null default 0,
    next_byte bigint not null default 0,
    created bigint not null default 0,
    updated bigint not null default 0,
    unchanged bigint not null default 0,
    refused bigint not null default 0,
    -- Who brought it.
    user_id bigint not null references users (id),
    -- Why it failed; empty where it did not.
    failure text not null default '',
    created_at bigint not null,
    started_at bigint,
    ended_at bigint
);
create index imports_by_client on imports (client_id, id);
-- One at a time, so that two of them never make the same thing.
create unique index imports_busy on imports (client_id) where state in ('checking', 'running');

-- What is wrong with rows that the last check or run left out.
create table import_refusals (
    client_id bigint not null,
    import_id bigint not null references imports (id) on delete cascade,
    -- As spreadsheets count, the head being 1.
    row_number bigint not null,
    field text not null,
    reason text not null,
    value text not null,
    primary key (import_id, row_number, field)
);

-- Whom and what a check has met, so that it counts what the table has twice as the import will.
create table import_seen (
    client_id bigint not null,
    import_id bigint not null references imports (id) on delete cascade,
    key text not null,
    -- What it is, or another key that says so.
    value text not null,
    primary key (import_id, key)
);

-- Tickets that came by an import, by what they are known by where they come from.
create table imported_tickets (
    client_id bigint not null references clients (id),
    source_key text not null,
    ticket_id bigint not null references tickets (id) on delete cascade,
    primary key (client_id, source_key)
);
create index imported_tickets_by_ticket on imported_tickets (ticket_id);
