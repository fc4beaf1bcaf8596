-- Every method of authenticating: by what each finds its customer, and what a challenge of it shows.

-- A phone with Mobile-ID, and the user number of eParaksts mobile; both unique in the installation, like personal codes. The numbers
-- belong to nobody: no Estonian or Lithuanian number begins with 0 after the country code.
alter table customer add column phone_number text unique check (phone_number ~ '^\+[0-9]{8,15}$');
alter table customer add column user_number text unique check (user_number ~ '^[0-9]{8}$');

-- Of the customers that are there already, as `seed-identity.ts` gives them to new ones.
with numbered as (
  select customer.id, lpad((sandbox.number * 16 + coalesce(own_index, split_part(seed_key, '-', 2)::integer - 1))::text, 7, '0') as digits
  from customer join sandbox on sandbox.id = customer.sandbox_id
  where own_index is not null or seed_key is not null
)
update customer set
  phone_number = case when 'MOBILE_ID' = any (auth_methods) then case country when 'ee' then '+3720' else '+3700' end || numbered.digits end,
  user_number = case when 'EPARAKSTS_MOBILE' = any (auth_methods) then '9' || numbered.digits end
from numbered where numbered.id = customer.id;

alter table challenge drop constraint challenge_state_check;
alter table challenge add constraint challenge_state_check
  check (state in ('started', 'approved', 'refused', 'timedOut', 'wrongCode', 'unreachable'));
-- What the customer's device knows itself by: phone number, user number, personal code, name in the certificate.
alter table challenge add column identity text;
-- The parts of the number that is keyed into a calculator. The response is never stored: it is computed from the calculator's key.
alter table challenge add column calculator_number jsonb;
