-- What the team keeps at messages: notes, and which of them are pinned.

-- JSON: who noted what, when.
alter table messages add column notes text not null default '[]';
alter table messages add column pinned_at bigint;
create index messages_pinned on messages (client_id, ticket_id, pinned_at) where pinned_at is not null;
