-- Decisions of routing can be repeated, and made by other rules: what they were made from, and how long what was
-- given was held.

create table routing_journal (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    at bigint not null,
    -- Tells the desk whole; the others tell what is not as the line before left it.
    whole boolean not null,
    -- JSON.
    entry text not null
);
create index routing_journal_by_client on routing_journal (client_id, id);
create index routing_journal_whole on routing_journal (client_id, at) where whole;

-- A ticket that an agent held, and does no longer.
create table routing_holds (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    ticket_id bigint not null references tickets (id) on delete cascade,
    user_id bigint not null,
    since bigint not null,
    until bigint not null
);
create index routing_holds_by_end on routing_holds (client_id, until, id);
create index routing_holds_by_ticket on routing_holds (ticket_id);

create table routing_replays (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    user_id bigint not null,
    -- What was asked, JSON.
    draft text not null,
    -- running, done or failed.
    state text not null,
    -- In percent.
    progress bigint not null,
    failure text not null,
    -- JSON; none until it is done.
    result text,
    created_at bigint not null,
    ended_at bigint
);
create index routing_replays_by_client on routing_replays (client_id, id);
