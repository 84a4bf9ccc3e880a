-- Optional: distributes the tables that grow with use over the servers of a Citus cluster. Run it once as the owner of the database, after the server has
-- migrated it and while no node runs: psql --single-transaction --set ON_ERROR_STOP=1 --file deploy/citus/distribute.sql "$DATABASE_URL"
-- docs/scale.md says what fits Citus and what does not. app/distribution.test.ts checks it against the schema.

-- A key of a distributed table contains the column by which the table is distributed.
alter table messages drop constraint messages_pkey, add primary key (conversation_id, id);
alter table bgp_events drop constraint bgp_events_pkey, add primary key (user_id, id);
alter table bgp_evolution drop constraint bgp_evolution_pkey, add primary key (user_id, id);
alter table notifications drop constraint notifications_pkey, add primary key (user_id, id);
alter table trust_changes drop constraint trust_changes_pkey, add primary key (user_id, id);

-- Messages are deleted with their conversation by a trigger, which tables with a copy on every server cannot have: there a foreign key does it.
drop trigger conversations_delete_messages on conversations;
alter table messages add foreign key (conversation_id) references conversations on delete cascade;

-- What nodes of older versions delete. None of them runs here.
drop trigger messages_mark_last_deleted on messages;

-- A copy on every server: what the distributed tables refer to.
select create_reference_table('users');
select create_reference_table('matches');
select create_reference_table('conversations');

-- By conversation.
select create_distributed_table('messages', 'conversation_id');

-- By user.
select create_distributed_table('bgp_answers', 'user_id');
select create_distributed_table('bgp_events', 'user_id', colocate_with => 'bgp_answers');
select create_distributed_table('bgp_evolution', 'user_id', colocate_with => 'bgp_answers');
select create_distributed_table('daily_usage', 'user_id', colocate_with => 'bgp_answers');
select create_distributed_table('notifications', 'user_id', colocate_with => 'bgp_answers');
select create_distributed_table('trust_changes', 'user_id', colocate_with => 'bgp_answers');

-- All other tables stay on the coordinator. They are small, or have a key or a trigger that spans users.
