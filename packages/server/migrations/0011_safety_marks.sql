CREATE TABLE "account_marks" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"digest" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_marks_user_id_kind_digest_pk" PRIMARY KEY("user_id","kind","digest")
);
--> statement-breakpoint
CREATE TABLE "ban_marks" (
	"sanction_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"digest" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ban_marks_sanction_id_kind_digest_pk" PRIMARY KEY("sanction_id","kind","digest")
);
--> statement-breakpoint
CREATE TABLE "contact_blocks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"contact" "bytea" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "severity" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sanctions" ADD COLUMN "moderator_id" uuid;--> statement-breakpoint
ALTER TABLE "account_marks" ADD CONSTRAINT "account_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_blocks" ADD CONSTRAINT "contact_blocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_marks_digest" ON "account_marks" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "ban_marks_digest" ON "ban_marks" USING btree ("digest");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_blocks_user" ON "contact_blocks" USING btree ("user_id","digest");--> statement-breakpoint
CREATE INDEX "contact_blocks_digest" ON "contact_blocks" USING btree ("digest");--> statement-breakpoint
UPDATE "reports" SET "severity" = CASE "category" WHEN 'underage' THEN 3 WHEN 'threat' THEN 3 WHEN 'scam' THEN 2 WHEN 'explicit_content' THEN 2 WHEN 'harassment' THEN 2 WHEN 'fake_profile' THEN 1 ELSE 0 END;