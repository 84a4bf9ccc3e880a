-- expands: older versions neither read nor write passkey_id, which is all that the UPDATE fills
ALTER TABLE "sessions" ADD COLUMN "passkey_id" uuid;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "users_new_phone" ON "users" USING btree ("new_phone") WHERE new_phone is not null;--> statement-breakpoint
UPDATE "sessions" SET "passkey_id" = "factor_id" WHERE "factor_id" IN (SELECT "id" FROM "passkeys");
