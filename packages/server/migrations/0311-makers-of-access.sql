-- compatible-from: 0302-reports-of-accounts.sql
-- Who made a service client, and who gave a webhook its address: they keep working without the person, so they are
-- shown before a person is removed. The id of a person, key or client; null for the operator's command and for nodes of the version before.
alter table service_clients add column made_by text check (length(made_by) between 1 and 200);
alter table webhooks add column made_by text check (length(made_by) between 1 and 200);

update service_clients c set made_by = e.actor ->> 'id' from account_audit_events e
where e.account_id = c.account_id and e.type = 'service_client.created' and e.data ->> 'client' = c.id;
update webhooks w set made_by = e.actor ->> 'id' from account_audit_events e
where e.account_id = w.account_id and e.type = 'webhook.created' and e.data ->> 'webhook' = w.id;

create index service_clients_of_maker on service_clients (made_by);
create index webhooks_of_maker on webhooks (made_by);
create index api_keys_of_maker on api_keys (made_by);
