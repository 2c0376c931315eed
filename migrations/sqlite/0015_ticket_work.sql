-- Work on a ticket: its history, severity by sender, time put aside, drafts, and answers for later.

alter table contacts add column severity text not null default '';
-- Until when a ticket was put aside.
alter table tickets add column snoozed_until bigint;

create table ticket_history (
    id integer primary key autoincrement,
    client_id bigint not null,
    ticket_id bigint not null references tickets (id),
    created_at bigint not null,
    -- A username, or 'server'.
    author text not null,
    -- 'status', 'participants', 'department', 'labels', 'severity', 'snooze'.
    kind text not null,
    was text not null,
    became text not null,
    why text not null default ''
);
create index ticket_history_by_ticket on ticket_history (client_id, ticket_id, id);

create table drafts (
    client_id bigint not null,
    user_id bigint not null references users (id),
    ticket_id bigint not null references tickets (id),
    body text not null,
    version bigint not null,
    primary key (client_id, user_id, ticket_id)
);

create table scheduled_replies (
    id integer primary key autoincrement,
    client_id bigint not null,
    ticket_id bigint not null references tickets (id),
    user_id bigint not null references users (id),
    -- JSON: who it is, and what is to be sent.
    author text not null,
    reply text not null,
    queue_id text not null,
    send_at bigint not null,
    -- Why it could not be sent; null while it waits.
    error text,
    created_at bigint not null,
    unique (client_id, user_id, queue_id)
);
create index scheduled_replies_by_ticket on scheduled_replies (client_id, ticket_id, send_at);
