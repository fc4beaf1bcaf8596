-- The authentication of a bank with its own core (docs/decisions/0109).
alter table challenge drop constraint challenge_form_check;
alter table challenge add constraint challenge_form_check check (form in ('notification', 'deviceLink', 'redirect')) not valid;
-- What the bank's page or app shows: the language of the challenge, and the provider that asked for it.
alter table challenge add column locale text;
alter table challenge add column provider text;
-- When the customer came back from the bank's page, in the browser that asked.
alter table challenge add column returned_at timestamptz;
-- What the bank's authentication says of its result.
alter table challenge add column evidence jsonb;
