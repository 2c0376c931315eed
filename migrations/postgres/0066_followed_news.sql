-- Followers are told of what happens from now on.
insert into log_offsets (consumer, client_id, seq)
select 'followed_news', client_id, seq from client_counters where seq > 0;
