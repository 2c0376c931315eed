-- Who was mentioned in a ticket's notes, and when last: the list of tickets in which somebody is wanted.
create table ticket_mentions (
    client_id bigint not null references clients (id),
    user_id bigint not null references users (id),
    ticket_id bigint not null references tickets (id) on delete cascade,
    mentioned_at bigint not null,
    primary key (client_id, user_id, ticket_id)
);
create index ticket_mentions_newest on ticket_mentions (client_id, user_id, mentioned_at);
create index ticket_mentions_by_ticket on ticket_mentions (ticket_id);
create index tickets_snoozed on tickets (client_id, snoozed_until) where snoozed_until is not null;
