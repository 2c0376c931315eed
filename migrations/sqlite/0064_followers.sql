-- Tickets that users follow: the list of what somebody keeps an eye on without taking part.
create table ticket_followers (
    client_id bigint not null references clients (id),
    user_id bigint not null references users (id),
    ticket_id bigint not null references tickets (id) on delete cascade,
    followed_at bigint not null,
    primary key (client_id, user_id, ticket_id)
);
create index ticket_followers_newest on ticket_followers (client_id, user_id, followed_at);
create index ticket_followers_by_ticket on ticket_followers (ticket_id);
