-- A person with several roles: a private customer, and companies that this customer represents. A company's row repeats the numbers of its
-- representative, so only rows without a representative are unique by them.

alter table customer add column represented_by text references customer (id);
create index customer_represented_by on customer (represented_by) where represented_by is not null;

alter table customer drop constraint customer_country_national_identity_number_key;
create unique index customer_identity on customer (country, national_identity_number) where represented_by is null;
alter table customer drop constraint customer_phone_number_key;
create unique index customer_phone_number on customer (phone_number) where represented_by is null;
alter table customer drop constraint customer_user_number_key;
create unique index customer_user_number on customer (user_number) where represented_by is null;

-- Another role replaces the session of the sign-in, so a sign-in has one session at a time.
drop index bank_session_sign_in;
create unique index bank_session_sign_in on bank_session (sign_in_id) where ended_at is null;
create index bank_session_past_sign_in on bank_session (sign_in_id) where ended_at is not null;
