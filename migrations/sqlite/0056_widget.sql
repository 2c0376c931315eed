-- The live chat widget that a client's own sites embed, one for each page.
create table livechat_widgets (
    client_id bigint not null references clients (id),
    channel_id bigint not null references channels (id) on delete cascade,
    enabled boolean not null,
    -- Origins that may embed it, as JSON.
    sites text not null,
    -- 'left' or 'right'.
    position text not null,
    -- '#' and six hex digits; empty for the page's.
    accent text not null,
    -- By language, as JSON.
    texts text not null,
    -- As JSON; none for no greeting.
    greeting text,
    fresh_on_reload boolean not null,
    -- Sealed: what a site signs identities with.
    identity_secret blob,
    updated_at bigint not null,
    primary key (client_id, channel_id)
);

-- Where a visitor came from, and who a site says it is (as JSON).
alter table livechat_sessions add column page_url text not null default '';
alter table livechat_sessions add column page_title text not null default '';
alter table livechat_sessions add column identity text;
