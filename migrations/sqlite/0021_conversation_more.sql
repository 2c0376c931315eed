-- More to do in a conversation: custom emoji, and tickets that are split.

create table custom_emoji (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    -- Between colons, as a reaction has it.
    name text not null,
    -- The unguessable part of the picture's address.
    picture_key text not null unique,
    -- JSON: where its bytes lie.
    picture_blob text not null,
    created_by text not null,
    created_at bigint not null,
    deleted_at bigint
);
create unique index custom_emoji_by_name on custom_emoji (client_id, name) where deleted_at is null;
create index custom_emoji_by_client on custom_emoji (client_id, deleted_at);

-- The ticket that this one was split off.
alter table tickets add column split_from bigint;
-- The channel's conversation in which this ticket answers, where new messages of it go to another.
alter table tickets add column sends_in text;
