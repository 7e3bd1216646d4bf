-- Recordings that the operator took down: a submission asks whether it has one of them. Few deliveries are held.
create index deliveries_held on deliveries (account_id, release_id) where is_held;
