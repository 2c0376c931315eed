-- Labels: marks on tickets that the admins of a client name, colour and rank.

create table labels (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    name text not null,
    -- '#' and six hex digits, for the light and for the dark theme.
    color text not null,
    color_dark text not null,
    -- Higher comes first.
    level bigint not null,
    -- Minutes until a first reply is due; 0 for no promise.
    sla bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    -- Tickets may still carry a label that was deleted, so its row stays.
    deleted_at bigint
);
create index labels_by_client on labels (client_id, level);
