-- Where a ticket came from: the provider's reference, the address that was written to, and of a call its
-- direction and number. JSON; empty for tickets that were opened before.
alter table tickets add column origin text not null default '{}';

-- LINE's direct messages are called as those of other networks are, wherever a channel value is kept.
update tickets set channel = 'LINE_DM' where channel = 'LINE';
update blocked_senders set channel = 'LINE_DM' where channel = 'LINE';
update signatures set channel = 'LINE_DM' where channel = 'LINE';
update held_messages set inbound = replace(inbound, '"channel":"LINE"', '"channel":"LINE_DM"')
 where inbound like '%"channel":"LINE"%';
update surveys set channels = replace(channels, '"LINE"', '"LINE_DM"') where channels like '%"LINE"%';
update rules
   set tests = replace(replace(tests, '"field":"channel","is":"is","value":"LINE"',
                                      '"field":"channel","is":"is","value":"LINE_DM"'),
                       '"field":"channel","is":"is_not","value":"LINE"',
                       '"field":"channel","is":"is_not","value":"LINE_DM"')
 where tests like '%"field":"channel"%"value":"LINE"%';
