-- For programs of others: keys to the API, and webhooks that tell them what happened.

create table api_keys (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    -- Whom the key acts as.
    user_id bigint not null references users (id),
    name text not null,
    -- The first letters, by which people tell keys apart; of the rest only a hash is kept.
    prefix text not null,
    hash text not null unique,
    -- JSON: a list of "read", "write" and "admin".
    scopes text not null,
    created_at bigint not null,
    last_used_at bigint,
    revoked_at bigint
);
create index api_keys_by_client on api_keys (client_id, id);

create table webhooks (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    url text not null,
    -- JSON: the names of the events that are told.
    events text not null,
    -- What bodies are signed with, sealed.
    secret blob not null,
    enabled boolean not null,
    -- Since when nothing was taken; null while it is.
    failing_since bigint,
    -- Switched off by the program itself, and not by an admin.
    gave_up_at bigint,
    created_at bigint not null,
    updated_at bigint not null
);
create index webhooks_by_client on webhooks (client_id, id);

-- One event for one webhook, with what became of it.
create table webhook_deliveries (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    webhook_id bigint not null,
    event text not null,
    body text not null,
    -- waiting, delivered or failed
    state text not null,
    attempts bigint not null default 0,
    -- The last answer: its status, or why there was none.
    status bigint,
    error text not null default '',
    created_at bigint not null,
    attempted_at bigint
);
create index webhook_deliveries_by_webhook on webhook_deliveries (client_id, webhook_id, id);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
create index webhook_deliveries_waiting on webhook_deliveries (client_id, webhook_id) where state = 'waiting';

-- How far each client's log was read for webhooks.
create table webhook_places (
    client_id bigint primary key,
    seq bigint not null
) without rowid;
