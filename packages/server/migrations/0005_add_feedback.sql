CREATE TABLE "feedback" (
	"match_id" uuid NOT NULL,
	"rater_id" uuid NOT NULL,
	"rated_id" uuid NOT NULL,
	"occasion" text NOT NULL,
	"answer" "bytea",
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "feedback_match_id_rater_id_occasion_pk" PRIMARY KEY("match_id","rater_id","occasion")
);
--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_match_id_matches_id_fk" FOREIGN KEY ("match_id") REFERENCES "public"."matches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_rater_id_users_id_fk" FOREIGN KEY ("rater_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_rated_id_users_id_fk" FOREIGN KEY ("rated_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feedback_rated" ON "feedback" USING btree ("rated_id","at");--> statement-breakpoint
CREATE INDEX "feedback_rater" ON "feedback" USING btree ("rater_id");