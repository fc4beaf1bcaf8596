-- The person whom the bank names for this challenge: of a company the representative. Null: the challenge of an older server; then
-- customer_name is that person.
alter table challenge add column signatory_name text;
