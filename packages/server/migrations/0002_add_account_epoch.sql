ALTER TABLE "challenges" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "flow_states" ADD COLUMN "epoch" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "epoch" integer DEFAULT 0 NOT NULL;