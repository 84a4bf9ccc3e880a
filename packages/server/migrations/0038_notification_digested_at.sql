-- expands
ALTER TABLE "notifications" ADD COLUMN "digested_at" timestamp (3) with time zone;