-- A kind of outlet exists where its adapter is: the registry of the hub is the list, so the database only knows the form.
alter table deliveries drop constraint deliveries_outlet_kind_check;
alter table deliveries add constraint deliveries_outlet_kind_check check (outlet_kind ~ '^[a-z0-9_-]{1,20}$');
