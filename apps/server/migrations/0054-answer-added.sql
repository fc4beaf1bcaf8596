-- Members of the answer that a server of the version before refuses; it reads `answer` alone.
alter table signing_session add column answer_added text check (answer_added is null or answer is not null);
