-- Lists of tickets that somebody named.
create table saved_views (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    -- 0 for one that everybody of the client has.
    owner_id bigint not null,
    name text not null,
    -- Status, filter, order, columns and density, as JSON.
    settings text not null,
    position bigint not null,
    -- Grows with each change, so that one made from an older one is refused.
    version bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    unique (client_id, owner_id, name)
);
