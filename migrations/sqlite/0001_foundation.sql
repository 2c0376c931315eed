-- Times are milliseconds since the Unix epoch in columns named *_at. JSON is kept as text.
-- Every table that belongs to a tenant starts with client_id, and every index that serves a lookup
-- starts with it too, except those behind secrets that name the tenant by themselves.

create table clients (
    id integer primary key autoincrement,
    name text not null,
    name_key text not null unique,
    timezone text not null default 'UTC',
    plan bigint not null default 0,
    settings text not null default '{}',
    created_at bigint not null
);

-- One row per client. `seq` is the last event's number, `ticket` the last ticket's.
-- Locked last in a transaction, so that commit order is sequence order.
create table client_counters (
    client_id bigint primary key references clients (id),
    seq bigint not null default 0,
    ticket bigint not null default 0
);

create table users (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    username text not null,
    username_key text not null,
    name text not null,
    kind text not null,
    password_hash text not null,
    rank bigint not null default 9999999,
    permissions text not null default '[]',
    photo text not null default '',
    tfa_secret blob,
    tfa_last_step bigint not null default 0,
    created_at bigint not null,
    disabled_at bigint,
    unique (client_id, username_key)
);
create index users_by_username on users (username_key);

create table sessions (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    user_id bigint not null references users (id),
    created_at bigint not null,
    last_seen_at bigint not null,
    expires_at bigint not null,
    revoked_at bigint,
    user_agent text not null default '',
    address text not null default ''
);
create index sessions_by_user on sessions (client_id, user_id, revoked_at);

-- Refresh tokens rotate; only their SHA-256 is kept. A replaced token that is used again after the
-- grace means that somebody copied it, and ends the session.
create table refresh_tokens (
    hash text primary key,
    session_id bigint not null references sessions (id),
    created_at bigint not null,
    replaced_at bigint
);
create index refresh_tokens_by_session on refresh_tokens (session_id);

create table login_failures (
    key text primary key,
    failures bigint not null,
    window_at bigint not null,
    blocked_until bigint not null default 0
);

create table events (
    client_id bigint not null,
    seq bigint not null,
    name text not null,
    ticket_id bigint,
    audience text not null,
    data text not null,
    created_at bigint not null,
    primary key (client_id, seq)
) ;
create index events_by_age on events (created_at);

create table jobs (
    id integer primary key autoincrement,
    client_id bigint not null,
    class text not null,
    kind text not null,
    -- At most one waiting job per kind and key; a second one is dropped.
    key text not null,
    payload text not null,
    state text not null,
    attempts bigint not null default 0,
    run_at bigint not null,
    lease_owner text,
    lease_until bigint,
    last_error text,
    created_at bigint not null,
    finished_at bigint
);
create index jobs_waiting on jobs (class, client_id, run_at, id) where state = 'waiting';
create index jobs_leased on jobs (lease_until) where state = 'running';
create index jobs_dead on jobs (client_id, id) where state = 'dead';
create unique index jobs_key on jobs (client_id, kind, key) where state = 'waiting';

-- Who does a thing of which there may be only one: polling an account, watching a mailbox.
create table leases (
    name text primary key,
    owner text not null,
    until_at bigint not null,
    fence bigint not null
);

create table channels (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    plugin text not null,
    name text not null,
    title text not null default '',
    settings text not null default '{}',
    secrets blob not null,
    -- The unguessable part of the webhook address.
    hook_key text not null unique,
    -- The public part of a live chat page's address.
    page_key text not null unique,
    enabled boolean not null default true,
    status text not null default 'connecting',
    status_reason text not null default '',
    status_at bigint not null,
    cursor blob,
    -- The breaker: calls wait until `resume_at` after `faults` faults in a row.
    faults bigint not null default 0,
    resume_at bigint not null default 0,
    last_inbound_at bigint,
    last_outbound_at bigint,
    created_at bigint not null,
    deleted_at bigint
);
create index channels_by_client on channels (client_id, id);

create table channel_kv (
    channel_id bigint not null references channels (id),
    key text not null,
    value blob not null,
    primary key (channel_id, key)
);

create table channel_log (
    id integer primary key autoincrement,
    client_id bigint not null,
    channel_id bigint not null,
    created_at bigint not null,
    level text not null,
    call text not null,
    message text not null,
    fields text not null default '{}'
);
create index channel_log_by_channel on channel_log (client_id, channel_id, id);
create index channel_log_by_age on channel_log (created_at);

-- One row per input a channel got. `provider_key` is the provider's own id of the input.
create table receipts (
    id integer primary key autoincrement,
    client_id bigint not null,
    channel_id bigint not null references channels (id),
    kind text not null,
    provider_key text not null,
    -- How to run the plugin again: the request, the mail's place, or the visitor's act.
    input text not null,
    body blob,
    body_blob text,
    state text not null,
    attempts bigint not null default 1,
    next_at bigint,
    error_code text,
    error_message text,
    received_at bigint not null,
    finished_at bigint,
    unique (channel_id, provider_key)
);
create index receipts_quarantined on receipts (client_id, id) where state = 'quarantined';
create index receipts_retry on receipts (next_at) where state = 'retry';
create index receipts_by_age on receipts (received_at);

create table contacts (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    uid text not null,
    name text not null,
    email text not null default '',
    phone text not null default '',
    language text not null default '',
    created_at bigint not null,
    updated_at bigint not null,
    unique (client_id, uid)
);

-- How a contact is known: a provider's id within one channel account, or a mail address.
create table identities (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    scope text not null,
    external_id text not null,
    contact_id bigint not null references contacts (id),
    display text not null default '',
    created_at bigint not null,
    unique (client_id, scope, external_id)
);
create index identities_by_contact on identities (client_id, contact_id);

create table tickets (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    number bigint not null,
    channel text not null,
    channel_id bigint references channels (id),
    -- 'ticket' or 'livechat': which list the ticket stands in.
    kind text not null,
    thread text not null,
    contact_id bigint references contacts (id),
    title text not null,
    -- 0 open, 1 pending, 2 resolved, 3 closed.
    status bigint not null default 0,
    severity text not null default '',
    -- Participants, kept here as well for lists: usernames and user ids, comma-separated.
    assignee text not null default '',
    assignee_ids text not null default '',
    department_id bigint,
    labels text not null default '[]',
    language text not null default '',
    snippet text not null default '',
    message_count bigint not null default 0,
    last_message_id bigint,
    -- The newest message from the customer; unread for whoever has not read up to it.
    last_in_id bigint,
    responded boolean not null default false,
    has_attachment boolean not null default false,
    session_id bigint,
    why text not null default '',
    created_at bigint not null,
    updated_at bigint not null,
    unique (client_id, number)
);
-- One open ticket per thread: two webhooks that race cannot open two.
create unique index tickets_open_thread on tickets (channel_id, thread) where status <> 3;
create index tickets_list on tickets (client_id, kind, status, updated_at desc, id desc);
create index tickets_list_all on tickets (client_id, kind, updated_at desc, id desc);
create index tickets_updated on tickets (client_id, updated_at);
create index tickets_by_contact on tickets (client_id, contact_id, updated_at desc);

-- Ticket ids start above every ticket number, because the API takes either in the same place.
insert into sqlite_sequence (name, seq) values ('tickets', 1000000000);

create table participants (
    client_id bigint not null,
    ticket_id bigint not null references tickets (id),
    user_id bigint not null references users (id),
    added_at bigint not null,
    primary key (ticket_id, user_id)
);
create index participants_by_user on participants (client_id, user_id, ticket_id);

create table messages (
    id integer primary key autoincrement,
    client_id bigint not null,
    ticket_id bigint not null references tickets (id),
    channel_id bigint,
    -- 'in' from the customer, 'out' from an agent, 'system' from Patchbay.
    direction text not null,
    -- 'text', 'text/html', 'system' or a media type.
    kind text not null,
    sender text not null,
    sender_name text not null,
    user_id bigint,
    body text not null,
    html text,
    external_id text,
    queue_id text,
    reply_id bigint,
    -- 'received', 'queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown'.
    state text not null,
    error_code text,
    error_message text,
    retry_at bigint,
    automatic boolean not null default false,
    edited_at bigint,
    deleted_at bigint,
    extras text not null default '{}',
    -- What happened to it, hop by hop.
    trace text not null default '[]',
    sent_at bigint not null,
    created_at bigint not null
);
create unique index messages_external on messages (channel_id, external_id) where external_id is not null;
create unique index messages_queue on messages (client_id, user_id, queue_id) where queue_id is not null;
create index messages_by_ticket on messages (client_id, ticket_id, id);

-- Further provider ids of a message: a long text goes out as several.
create table message_externals (
    channel_id bigint not null,
    external_id text not null,
    message_id bigint not null references messages (id),
    primary key (channel_id, external_id)
);
create index message_externals_by_message on message_externals (message_id);

create table attachments (
    id integer primary key autoincrement,
    client_id bigint not null,
    ticket_id bigint,
    message_id bigint references messages (id),
    user_id bigint,
    sha256 text not null,
    size bigint not null,
    mime text not null,
    filename text not null,
    kind text not null,
    content_id text,
    created_at bigint not null
);
create index attachments_by_ticket on attachments (client_id, ticket_id, message_id);
create index attachments_unsent on attachments (created_at) where message_id is null;

create table ticket_reads (
    client_id bigint not null,
    ticket_id bigint not null references tickets (id),
    user_id bigint not null references users (id),
    read_to bigint not null,
    read_at bigint not null,
    primary key (ticket_id, user_id)
);
create index ticket_reads_by_user on ticket_reads (client_id, user_id);

-- The outbox: one row per message on its way to a customer.
create table deliveries (
    id integer primary key autoincrement,
    client_id bigint not null,
    channel_id bigint not null references channels (id),
    ticket_id bigint not null,
    message_id bigint not null unique references messages (id),
    thread text not null,
    -- 'queued', 'sending', 'sent', 'failed', 'unknown'.
    state text not null,
    attempt bigint not null default 0,
    op_id text not null,
    prior_unknown boolean not null default false,
    next_at bigint not null,
    lease_owner text,
    lease_until bigint,
    created_at bigint not null,
    finished_at bigint
);
create index deliveries_queued on deliveries (channel_id, next_at, id) where state = 'queued';
create index deliveries_thread on deliveries (channel_id, thread, id) where state in ('queued', 'sending');
create index deliveries_sending on deliveries (lease_until) where state = 'sending';

-- Rate buckets, as the theoretical arrival time of the generic cell rate algorithm.
create table send_rates (
    channel_id bigint not null,
    thread text not null,
    arrival_us bigint not null,
    primary key (channel_id, thread)
);

create table livechat_sessions (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    channel_id bigint not null references channels (id),
    token text not null unique,
    -- 'new', 'queued', 'accepted', 'active', 'ended', 'converted'.
    state text not null,
    name text not null default '',
    email text not null default '',
    phone text not null default '',
    message text not null default '',
    language text not null default '',
    agent_id bigint references users (id),
    ticket_id bigint references tickets (id),
    queued_at bigint,
    accepted_at bigint,
    ended_at bigint,
    -- The visitor's socket was last seen; a queued visitor who stays away loses the place.
    seen_at bigint,
    rating bigint,
    rating_reason text,
    created_by bigint,
    created_at bigint not null
);
create index livechat_queue on livechat_sessions (client_id, queued_at, id) where state = 'queued';
create index livechat_by_ticket on livechat_sessions (client_id, ticket_id);
