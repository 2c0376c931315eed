-- What holds a visit: the hash of the secret in the browser that opened it. Empty until then.
alter table livechat_sessions add column holder text not null default '';
-- A keyed hash of the network a waiting visitor comes from: places are counted by it.
alter table livechat_sessions add column address text not null default '';
-- Since when an ended visit's link leads nowhere and its row holds nothing personal.
alter table livechat_sessions add column retired_at bigint;
create index livechat_unused on livechat_sessions (created_at) where ticket_id is null;
create index livechat_running on livechat_sessions (seen_at) where state = 'active';
create index livechat_over on livechat_sessions (ended_at)
    where ended_at is not null and retired_at is null;

-- What visitors used up: bytes of a visit, and bytes and links of a day by address, page and client.
create table visitor_counts (
    -- 0 for what is counted over the whole installation, as addresses are.
    client_id bigint not null,
    -- 'bytes' or 'links', and of whom: 'bytes/visit', 'bytes/address', 'links/address', …
    what text not null,
    -- A number, or a keyed hash of an address.
    key text not null,
    -- The day since 1970; for a visit the one it was made on.
    day bigint not null,
    amount bigint not null,
    primary key (client_id, what, key, day)
);
create index visitor_counts_by_day on visitor_counts (day);
