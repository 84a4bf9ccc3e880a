CREATE TABLE "selfie_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"pose" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"picture" "bytea",
	"submitted_at" timestamp (3) with time zone,
	"refusal" text,
	CONSTRAINT "selfie_checks_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
ALTER TABLE "selfie_checks" ADD CONSTRAINT "selfie_checks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "selfie_checks_submitted" ON "selfie_checks" USING btree ("submitted_at");--> statement-breakpoint
ALTER TABLE "trust_profiles" DROP COLUMN "photo_requested_at";--> statement-breakpoint
-- The badge now says that photos were compared with a selfie. Those verified before were only looked at.
UPDATE "trust_profiles" SET "photo_verified" = false;
