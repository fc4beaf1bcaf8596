-- X-Request-ID of the call that sent the payment: the bank's core gets it with the order. Null: sent before this column, or without such a call.
alter table payment add column request_id text;
