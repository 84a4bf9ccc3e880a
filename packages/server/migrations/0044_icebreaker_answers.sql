-- expands
CREATE TABLE "icebreaker_answers" (
	"match_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"question" text NOT NULL,
	"choice" "bytea" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "icebreaker_answers_match_id_question_user_id_pk" PRIMARY KEY("match_id","question","user_id")
);
--> statement-breakpoint
ALTER TABLE "icebreaker_answers" ADD CONSTRAINT "icebreaker_answers_match_id_matches_id_fk" FOREIGN KEY ("match_id") REFERENCES "public"."matches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "icebreaker_answers" ADD CONSTRAINT "icebreaker_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "icebreaker_answers_user" ON "icebreaker_answers" USING btree ("user_id");