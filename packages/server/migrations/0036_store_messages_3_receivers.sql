-- expands: same signature; older versions get the right receivers, too
-- As before, with the receivers at the places of their messages: when the first message of up to three was refused, each
-- receiver stood one place too early, and a message was announced to the receiver of the next one.
CREATE OR REPLACE FUNCTION store_messages_3(
  ids uuid[], conversation_ids uuid[], sender_ids uuid[],
  -- Where the content of each message is in `contents`, from 1, and its length.
  starts int4[], sizes int4[], contents bytea,
  outbox_events bytea, sent_at timestamptz,
  -- Null when no message was stored.
  OUT outbox_id bigint,
  -- The number of each message; 0 where its conversation is not the sender's or is closed, -1 where it is paused.
  OUT seqs text,
  -- The other user of each message's conversation; only for messages that were stored.
  OUT receivers text
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  place int;
  next_seq bigint;
  receiver uuid;
  -- Filled first: in an empty array the first assignment decides where it starts, so that places before it would be missing.
  verdicts bigint[] := array_fill(0::bigint, ARRAY[cardinality(ids)]);
  others uuid[] := array_fill(NULL::uuid, ARRAY[cardinality(ids)]);
  is_stored boolean := false;
BEGIN
  IF cardinality(ids) <= 3 THEN
    FOR place IN SELECT s.position FROM unnest(conversation_ids) WITH ORDINALITY AS s (id, position) ORDER BY s.id, s.position LOOP
      UPDATE conversations c SET last_seq = c.last_seq + 1, updated_at = sent_at
      FROM matches m, users one, users other
      WHERE c.id = conversation_ids[place] AND c.status = 'active' AND m.id = c.match_id AND m.state = 'mutual'
        AND sender_ids[place] IN (m.lo, m.hi) AND one.id = m.lo AND other.id = m.hi
        AND (one.locked_until > sent_at OR other.locked_until > sent_at) IS NOT TRUE
      RETURNING c.last_seq, CASE sender_ids[place] WHEN m.lo THEN m.hi ELSE m.lo END INTO next_seq, receiver;
      IF FOUND THEN
        INSERT INTO messages (id, conversation_id, seq, sender_id, content, created_at)
        VALUES (ids[place], conversation_ids[place], next_seq, sender_ids[place], substring(contents FROM starts[place] FOR sizes[place]), sent_at);
        verdicts[place] := next_seq;
        others[place] := receiver;
        is_stored := true;
      ELSE
        verdicts[place] := CASE WHEN EXISTS (
          SELECT 1 FROM conversations c JOIN matches m ON m.id = c.match_id
          WHERE c.id = conversation_ids[place] AND c.status = 'active' AND m.state = 'mutual' AND sender_ids[place] IN (m.lo, m.hi)
        ) THEN -1 ELSE 0 END;
      END IF;
    END LOOP;
    IF is_stored THEN
      INSERT INTO outbox (events, created_at) VALUES (outbox_events, sent_at) RETURNING id INTO outbox_id;
    END IF;
    seqs := array_to_string(verdicts, ',');
    receivers := array_to_string(others, ',', '');
    RETURN;
  END IF;
  WITH locked AS (
    SELECT c.id, (c.status = 'active' AND m.state = 'mutual') AS active,
      (one.locked_until > sent_at OR other.locked_until > sent_at) IS TRUE AS paused, c.last_seq, m.lo, m.hi
    FROM conversations c JOIN matches m ON m.id = c.match_id JOIN users one ON one.id = m.lo JOIN users other ON other.id = m.hi
    WHERE c.id = ANY (conversation_ids) ORDER BY c.id FOR UPDATE OF c),
  judged AS (
    SELECT s.*, l.last_seq, l.lo, l.hi,
      CASE WHEN (l.active AND s.sender_id IN (l.lo, l.hi)) IS NOT TRUE THEN 0 WHEN l.paused THEN -1 ELSE 1 END AS verdict
    FROM unnest(ids, conversation_ids, sender_ids, starts, sizes)
      WITH ORDINALITY AS s (id, conversation_id, sender_id, start, size, position)
    LEFT JOIN locked l ON l.id = s.conversation_id),
  numbered AS (
    SELECT *, CASE verdict WHEN 1 THEN last_seq + row_number() OVER (PARTITION BY conversation_id, verdict ORDER BY position) ELSE verdict END AS seq
    FROM judged),
  stored AS (
    INSERT INTO messages (id, conversation_id, seq, sender_id, content, created_at)
    SELECT id, conversation_id, seq, sender_id, substring(contents FROM start FOR size), sent_at FROM numbered WHERE verdict = 1),
  moved AS (
    UPDATE conversations c SET last_seq = v.seq, updated_at = sent_at
    FROM (SELECT conversation_id, max(seq) AS seq FROM numbered WHERE verdict = 1 GROUP BY conversation_id) v
    WHERE c.id = v.conversation_id),
  event AS (
    INSERT INTO outbox (events, created_at)
    SELECT outbox_events, sent_at WHERE EXISTS (SELECT 1 FROM numbered WHERE verdict = 1) RETURNING id)
  SELECT (SELECT id FROM event), string_agg(seq::text, ',' ORDER BY position),
    string_agg(coalesce((CASE sender_id WHEN lo THEN hi ELSE lo END)::text, ''), ',' ORDER BY position)
  INTO outbox_id, seqs, receivers FROM numbered;
END $$;
