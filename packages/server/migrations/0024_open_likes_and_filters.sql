CREATE TABLE "open_likes" (
	"match_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"excluded_at" timestamp (3) with time zone,
	CONSTRAINT "open_likes_match_id_user_id_pk" PRIMARY KEY("match_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "wants_photos_checked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "wants_recently_active" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "open_likes" ADD CONSTRAINT "open_likes_match_id_matches_id_fk" FOREIGN KEY ("match_id") REFERENCES "public"."matches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_likes" ADD CONSTRAINT "open_likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "open_likes_user" ON "open_likes" USING btree ("user_id","told_at");--> statement-breakpoint
CREATE INDEX "open_likes_other" ON "open_likes" USING btree ("other_id","told_at");