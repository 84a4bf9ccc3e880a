ALTER TABLE "users" ADD COLUMN "is_ready_account" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "users_ready_account" ON "users" USING btree ("id") WHERE is_ready_account;--> statement-breakpoint
-- The accounts that earlier versions made ready, by the address that they gave them.
UPDATE "users" SET "is_ready_account" = true WHERE "email" ~ '^(free|premium|moderator)-[0-9a-f]{8}@demo\.example$';
