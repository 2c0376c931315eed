-- Statuses of a client's own, automatic away, and labels of tickets as rows of their own.

create table custom_statuses (
    id integer primary key autoincrement,
    client_id bigint not null references clients (id),
    -- Fixed for good, as recorded spans hold it; the alternate name may change.
    status_code text not null,
    alternate text not null,
    position bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    -- Spans may still name a status that was removed, so its row stays.
    removed_at bigint,
    unique (client_id, status_code)
);

-- Whether the status was set because nobody touched anything, and whether that may happen at all.
alter table presence add column automatic boolean not null default false;
alter table presence add column auto_away boolean not null default true;

-- Since when nobody touched anything in the sockets of this node; null while somebody does.
alter table presence_leases add column idle_since bigint;

-- Which tickets carry a label, for lists. What a ticket carries in which order stands in `tickets`.
create table ticket_labels (
    client_id bigint not null,
    label_id bigint not null,
    ticket_id bigint not null,
    primary key (client_id, label_id, ticket_id)
) without rowid;
create index ticket_labels_by_ticket on ticket_labels (client_id, ticket_id, label_id);

insert into ticket_labels (client_id, label_id, ticket_id)
select distinct t.client_id, cast(l.value as integer), t.id
  from tickets t, json_each(t.labels) l
 where t.labels <> '[]';
