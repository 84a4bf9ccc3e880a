-- expands: the trigger does only what this version does itself, where a node of an older version deletes a message
-- A device drops what it kept of a conversation if a message was deleted there since. Nodes of versions before 0033 do not say so.
CREATE FUNCTION mark_last_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE conversations SET last_deleted_at = NEW.deleted_at
  WHERE id = NEW.conversation_id AND (last_deleted_at IS NULL OR last_deleted_at < NEW.deleted_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER messages_mark_last_deleted AFTER UPDATE OF deleted_at ON messages
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION mark_last_deleted();
