-- Dashboards that are shown to whoever has a link.
create table dashboard_shares (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    name text not null,
    -- SHA-256 of the word in the link, which is kept nowhere.
    token_hash text not null unique,
    -- It shows so many days, today among them.
    days bigint not null,
    timezone text not null,
    created_by text not null,
    created_at bigint not null,
    expires_at bigint not null,
    last_used_at bigint,
    uses bigint not null default 0
);
create index dashboard_shares_by_client on dashboard_shares (client_id, id);

-- When tickets were resolved or closed, for reports of ranges.
create index ticket_history_ended on ticket_history (client_id, created_at, ticket_id)
    where kind = 'status' and became in ('2', '3');
