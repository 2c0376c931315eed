-- What is offered to an agent, and who is offered something.
create index routing_items_by_agent on routing_items (client_id, offered_to, offer_until)
    where state = 'offered';
