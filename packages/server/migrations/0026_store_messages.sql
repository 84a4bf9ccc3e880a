-- Stores a batch of messages in one statement: locks the conversations, numbers and inserts the messages that they take, moves the
-- last numbers, and writes the outbox row. A function, because its plan is kept for each connection: planning the statement each time
-- took longer than running it, and named statements do not work through every pooler. A change is a new function with another
-- name, because nodes of two versions share the database for a while.
CREATE FUNCTION store_messages_1(
  ids uuid[], conversation_ids uuid[], sender_ids uuid[],
  -- Where the content of each message is in `contents`, from 1, and its length.
  starts int4[], sizes int4[], contents bytea,
  outbox_events bytea, sent_at timestamptz,
  -- Null when no message was stored.
  OUT outbox_id bigint,
  -- As they were before: id, isActive, isPaused, lastSeq, userA, userB.
  OUT locked_conversations json,
  -- The positions of the stored messages in the batch, from 1, and their numbers.
  OUT positions json, OUT seqs json
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  WITH sent AS (
    SELECT * FROM unnest(ids, conversation_ids, sender_ids, starts, sizes)
      WITH ORDINALITY AS s (id, conversation_id, sender_id, start, size, position)),
  locked AS (
    SELECT c.id, (c.status = 'active' AND m.state = 'mutual') AS "isActive",
      (one.locked_until > sent_at OR other.locked_until > sent_at) IS TRUE AS "isPaused",
      c.last_seq AS "lastSeq", m.lo AS "userA", m.hi AS "userB"
    FROM conversations c JOIN matches m ON m.id = c.match_id JOIN users one ON one.id = m.lo JOIN users other ON other.id = m.hi
    WHERE c.id = ANY (conversation_ids) ORDER BY c.id FOR UPDATE OF c),
  numbered AS (
    SELECT s.*, l."lastSeq" + row_number() OVER (PARTITION BY s.conversation_id ORDER BY s.position) AS seq
    FROM sent s JOIN locked l ON l.id = s.conversation_id
    WHERE l."isActive" AND NOT l."isPaused" AND s.sender_id IN (l."userA", l."userB")),
  stored AS (
    INSERT INTO messages (id, conversation_id, seq, sender_id, content, created_at)
    SELECT id, conversation_id, seq, sender_id, substring(contents FROM start FOR size), sent_at FROM numbered),
  moved AS (
    UPDATE conversations c SET last_seq = v.seq, updated_at = sent_at
    FROM (SELECT conversation_id, max(seq) AS seq FROM numbered GROUP BY conversation_id) v WHERE c.id = v.conversation_id),
  event AS (
    INSERT INTO outbox (events, created_at)
    SELECT outbox_events, sent_at WHERE EXISTS (SELECT 1 FROM numbered) RETURNING id)
  SELECT (SELECT id FROM event), (SELECT json_agg(locked) FROM locked), json_agg(position), json_agg(seq)
  INTO outbox_id, locked_conversations, positions, seqs FROM numbered;
END $$;
