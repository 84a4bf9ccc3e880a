CREATE TABLE "wingman_model_calls" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"match_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"day" text NOT NULL,
	"sent" "bytea" NOT NULL,
	"status" text NOT NULL,
	"tokens" integer NOT NULL,
	"cost_micro" double precision NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wingman_model_calls_user_id_request_id_unique" UNIQUE("user_id","request_id")
);
--> statement-breakpoint
ALTER TABLE "wingman_model_calls" ADD CONSTRAINT "wingman_model_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wingman_model_calls" ADD CONSTRAINT "wingman_model_calls_match_id_matches_id_fk" FOREIGN KEY ("match_id") REFERENCES "public"."matches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wingman_model_calls_user" ON "wingman_model_calls" USING btree ("user_id","day");