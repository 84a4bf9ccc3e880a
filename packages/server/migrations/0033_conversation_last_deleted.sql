-- expands
ALTER TABLE "conversations" ADD COLUMN "last_deleted_at" timestamp (3) with time zone;