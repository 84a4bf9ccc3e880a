-- expands
ALTER TABLE "conversation_features" ADD COLUMN "done_seq" bigint;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "messages_deleted" ON "messages" USING btree ("conversation_id","deleted_at") WHERE "messages"."deleted_at" is not null;