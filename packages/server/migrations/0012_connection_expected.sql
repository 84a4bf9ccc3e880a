ALTER TABLE "matches" ALTER COLUMN "emotional_connection_expected" DROP NOT NULL;--> statement-breakpoint
-- The stored values were the guess of a head that was never fitted.
UPDATE "matches" SET "emotional_connection_expected" = NULL;
