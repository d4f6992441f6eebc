-- A queue is one priority of one tenant's work on a step: found by a loose scan, left from its head.
drop index step_execution_queued;
create index step_execution_queued on step_execution (step, tenant, priority, claimed_at) where status = 'QUEUED';

-- What is old enough to be forgotten; grows at its right edge alone.
create index step_execution_finished on step_execution (finished_at) where status in ('SUCCEEDED', 'FAILED');

-- What waits for an operator.
create index step_execution_held on step_execution (finished_at) where status = 'HELD';
