-- What users are told in their panel, in the browser and by web push.

create table notifications (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    user_id bigint not null,
    -- 'sla', 'trade' or 'system'.
    category text not null,
    kind text not null,
    -- Whom or what it is about: a colleague's or a channel's name, and what happened there.
    subject text not null,
    detail text not null,
    -- 'ticket' or 'livechat' with the ticket's number where there is something to open.
    channel text not null,
    ticket_number text not null,
    -- How many happenings are told at once, and what holds them together while nobody has read them.
    count bigint not null,
    fold text not null,
    read_at bigint,
    created_at bigint not null
);
create index notifications_by_user on notifications (client_id, user_id, id);
create index notifications_by_age on notifications (created_at);

-- How far a client's log was read.
create table notification_places (
    client_id bigint primary key references clients (id),
    seq bigint not null
);
-- What happened before there were notifications is no news.
insert into notification_places (client_id, seq) select client_id, seq from client_counters;

-- Kinds a user does not want to hear of, as a JSON list.
create table notification_preferences (
    client_id bigint not null references clients (id),
    user_id bigint not null,
    muted text not null,
    primary key (client_id, user_id)
);

-- Browsers that take web push, with the address the browser's maker gave them.
create table push_subscriptions (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    user_id bigint not null,
    -- The sign-in it was made in: with it ends the subscription.
    session_id bigint not null,
    endpoint text not null,
    -- SHA-256 of the endpoint in hex: the endpoint is too long for an index.
    endpoint_hash text not null,
    -- The browser's public key and its secret, as base64url.
    p256dh text not null,
    auth text not null,
    domain text not null,
    created_at bigint not null
);
create unique index push_subscriptions_by_endpoint on push_subscriptions (endpoint_hash);
create index push_subscriptions_by_user on push_subscriptions (client_id, user_id);

-- The installation's key pair for web push (VAPID): one row, the private half sealed.
create table push_keys (
    id bigint primary key,
    private_key blob not null,
    created_at bigint not null
);
