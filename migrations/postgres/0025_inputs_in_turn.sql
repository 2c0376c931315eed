-- Inputs that wait for their next attempt, by account: younger ones wait behind them.
create index receipts_waiting on receipts (channel_id, received_at) where state = 'retry';
create index receipts_in_turn on receipts (channel_id, id) where state = 'retry';
create index receipts_untried on receipts (channel_id) where state = 'retry' and attempts = 0;
