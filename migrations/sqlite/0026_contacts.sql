-- Contacts: what is known of a person, and two contacts that turn out to be one person.

alter table contacts add column salutation text not null default '';
-- '', 'mykad', 'mykid', 'pr_mykad', 'passport', 'army', 'police' or 'baby_of'
alter table contacts add column identity_type text not null default '';
alter table contacts add column identity_number text not null default '';
-- Asked for the number, the person refused to give it.
alter table contacts add column identity_refused boolean not null default false;
-- A day as YYYY-MM-DD, or empty.
alter table contacts add column birth_date text not null default '';
alter table contacts add column notes text not null default '';
-- The contact that this one was merged into; until that is undone it is in no list.
alter table contacts add column merged_into bigint;

-- The identity whose message opened the ticket: the ticket goes where that goes.
alter table tickets add column identity_id bigint;
create index tickets_of_contact on tickets (client_id, contact_id, id);

create table contact_merges (
    client_id bigint not null references clients (id),
    id integer primary key autoincrement,
    survivor_id bigint not null references contacts (id),
    loser_id bigint not null references contacts (id),
    -- JSON: what the survivor had nothing of and got from the loser, by field.
    filled text not null default '{}',
    merged_by text not null,
    merged_at bigint not null,
    undone_by text,
    undone_at bigint
);
create unique index contact_merges_of_loser on contact_merges (client_id, loser_id)
    where undone_at is null;
create index contact_merges_of_survivor on contact_merges (client_id, survivor_id, id);

-- What was the loser's at that moment, row by row, so that undoing gives back exactly these.
create table contact_merge_rows (
    client_id bigint not null,
    merge_id bigint not null references contact_merges (id),
    -- 'identity', 'ticket', 'block' or 'invitation'
    kind text not null,
    row_id bigint not null,
    primary key (client_id, merge_id, kind, row_id)
);
