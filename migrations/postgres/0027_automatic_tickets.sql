-- Few tickets were opened by machines; a list of them begins with these.
create index tickets_automatic on tickets (client_id, id) where automatic = true;
