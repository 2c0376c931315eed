-- What the interfaces beyond webhook, poll, mail and outbound keep.

-- Times at which a plugin asked to be called. A lease is one worker's claim; its fence says whether
-- the claim is still the same when the call's batch commits.
create table channel_timers (
    channel_id bigint not null references channels (id),
    name text not null,
    client_id bigint not null,
    -- What the plugin asked for, and when it is tried next: later after a failure.
    fire_at bigint not null,
    next_at bigint not null,
    failures bigint not null default 0,
    fence bigint not null default 0,
    lease_owner text,
    lease_until bigint,
    primary key (channel_id, name)
);
create index channel_timers_due on channel_timers (next_at);

-- The state a push connection's plugin left at the last committed step.
create table channel_sockets (
    channel_id bigint primary key references channels (id),
    client_id bigint not null,
    state blob,
    updated_at bigint not null
);

-- Changes of messages that were sent: one row per change on its way to the customer.
create table message_edits (
    id integer primary key autoincrement,
    client_id bigint not null,
    channel_id bigint not null references channels (id),
    ticket_id bigint not null,
    message_id bigint not null references messages (id),
    user_id bigint not null,
    -- 'edit', 'delete' or 'react'.
    kind text not null,
    -- The new text, or the emoji; none takes our emoji away.
    body text,
    -- The message as it was, to be put back when the provider refuses.
    earlier text not null,
    -- 'queued', 'sending', 'sent', 'failed', 'unknown'.
    state text not null,
    attempt bigint not null default 0,
    op_id text not null,
    next_at bigint not null,
    lease_owner text,
    lease_until bigint,
    created_at bigint not null,
    finished_at bigint
);
create index message_edits_queued on message_edits (next_at, id) where state = 'queued';
create index message_edits_sending on message_edits (lease_until) where state = 'sending';
create index message_edits_by_message on message_edits (message_id, id);

-- JSON: who put which emoji on the message, and what becomes of its last change.
alter table messages add column reactions text not null default '[]';
alter table messages add column edit text;

-- When the provider was last asked who this is, and what it said.
alter table identities add column looked_up_at bigint;
alter table contacts add column avatar text;
alter table contacts add column facts text not null default '{}';

-- A sign-in at a provider that has begun. Only the digest of the state is kept; the row goes when
-- the provider comes back with it.
create table oauth_states (
    hash text primary key,
    client_id bigint not null,
    user_id bigint not null,
    channel_id bigint not null references channels (id),
    name text not null,
    verifier blob not null,
    expires_at bigint not null
);
create index oauth_states_by_age on oauth_states (expires_at);

-- Tokens a provider gave, without the tokens: those are among the account's secrets.
create table oauth_grants (
    channel_id bigint not null references channels (id),
    name text not null,
    client_id bigint not null,
    scopes text not null default '',
    expires_at bigint,
    renewed_at bigint not null,
    primary key (channel_id, name)
);
