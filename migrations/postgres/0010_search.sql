-- The index of words. It keeps no text: a document's words are written by the program, and its row
-- is found by its number (messages from 0, tickets from 2^52, contacts from 2^53).
create table fulltext (
    id bigint primary key,
    words tsvector not null
);
create index fulltext_words on fulltext using gin (words) with (gin_pending_list_limit = 512);

-- What was there before the index and is being indexed, from `from_id` down to the first row.
create table fulltext_parts (
    name text primary key,
    -- The order in which they are taken.
    place bigint not null,
    from_id bigint not null,
    at_id bigint not null,
    finished_at bigint
);
insert into fulltext_parts (name, place, from_id, at_id)
select 'contacts', 1, id + 1, id + 1 from contacts order by id desc limit 1;
insert into fulltext_parts (name, place, from_id, at_id)
select 'tickets', 2, id + 1, id + 1 from tickets order by id desc limit 1;
insert into fulltext_parts (name, place, from_id, at_id)
select 'messages', 3, id + 1, id + 1 from messages order by id desc limit 1;

create index contacts_by_client on contacts (client_id, id);
