-- Tidying up: spam, senders whose messages are held back, merged and related tickets.

-- The status that a ticket had before it was marked as spam, which is status 5.
alter table tickets add column spam_was bigint;
-- Until when it was put aside then.
alter table tickets add column spam_snoozed bigint;

-- Identities whose messages are held back. A row without `unblocked_at` blocks; one with it is kept
-- for as long as messages of its time are held.
create table blocked_senders (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    -- The identity, as in `identities`.
    scope text not null,
    external_id text not null,
    contact_id bigint not null,
    name text not null,
    channel text not null,
    channel_id bigint,
    reason text not null default '',
    blocked_by text not null,
    blocked_at bigint not null,
    unblocked_at bigint,
    held bigint not null default 0,
    held_at bigint,
    unique (client_id, scope, external_id)
);
create index blocked_senders_newest on blocked_senders (client_id, id);
create index blocked_senders_by_contact on blocked_senders (client_id, contact_id);

create table held_messages (
    id integer primary key autoincrement,
    client_id bigint not null,
    block_id bigint not null references blocked_senders (id),
    channel_id bigint not null references channels (id),
    external_id text not null,
    -- JSON: the message as the channel handed it in.
    inbound text not null,
    held_at bigint not null,
    unique (channel_id, external_id)
);
create index held_messages_by_sender on held_messages (client_id, block_id, id);
create index held_messages_by_age on held_messages (held_at);

-- The ticket that shows this one's messages as well; its messages stay its own.
alter table tickets add column merged_into bigint;
create index tickets_merged on tickets (client_id, merged_into) where merged_into is not null;
create index tickets_merged_thread on tickets (channel_id, thread, id) where merged_into is not null;

create table ticket_merges (
    id integer primary key autoincrement,
    client_id bigint not null,
    source_id bigint not null references tickets (id),
    target_id bigint not null references tickets (id),
    -- The source's status before, and until when it was put aside.
    status bigint not null,
    snoozed_until bigint,
    why text not null default '',
    merged_by text not null,
    merged_at bigint not null,
    undone_at bigint
);
create index ticket_merges_by_source on ticket_merges (client_id, source_id, id);

-- The lower id stands first, so that a pair is there once.
create table ticket_links (
    client_id bigint not null,
    one_id bigint not null references tickets (id),
    other_id bigint not null references tickets (id),
    linked_by text not null,
    linked_at bigint not null,
    primary key (client_id, one_id, other_id)
);
create index ticket_links_back on ticket_links (client_id, other_id, one_id);
