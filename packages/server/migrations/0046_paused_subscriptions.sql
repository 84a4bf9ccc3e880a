-- expands
ALTER TABLE "subscriptions" ADD COLUMN "paused_at" timestamp (3) with time zone;