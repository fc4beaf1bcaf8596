-- The authorisations of a payment and of its cancellation are its signing sessions. The column never changes, so no update of a
-- session touches this index.
create index signing_session_resource on signing_session (resource_id);
