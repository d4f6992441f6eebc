-- Host and port of the callback URL: deliveries to one receiver do not wait for those to another.
alter table webhook_delivery add column receiver text not null
  generated always as (coalesce(lower(substring(url from '^[^:]*://(?:[^/?#@]*@)?([^/?#]*)')), '')) stored;

-- what is due, by receiver
drop index webhook_delivery_due;
create index webhook_delivery_due on webhook_delivery (receiver, next_attempt_at) where state = 'PENDING';
-- a task's deliveries, to be looked at and asked again
create index webhook_delivery_of_task on webhook_delivery (task_id);
