CREATE EXTENSION IF NOT EXISTS vector;
--> statement-breakpoint
CREATE TABLE "auth_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "challenges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"factor_id" uuid NOT NULL,
	"ip" text,
	"code_hash" text,
	"webauthn" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"verified_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "factors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"friendly_name" text,
	"factor_type" text NOT NULL,
	"status" text DEFAULT 'unverified' NOT NULL,
	"secret" "bytea",
	"phone" text,
	"webauthn" jsonb,
	"last_challenged_at" timestamp (3) with time zone,
	"last_step" integer,
	"failures" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flow_states" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"code_hash" text,
	"code_challenge" text,
	"code_challenge_method" text,
	"method" text NOT NULL,
	"provider" text,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"code_issued_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text NOT NULL,
	"email" text,
	"identity_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_sign_in_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_pauses" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"type" text NOT NULL,
	"relates_to" text NOT NULL,
	"token_hash" text NOT NULL,
	"code_hash" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"flow_state_id" uuid,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"factor_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"session_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"parent_id" uuid,
	"revoked" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"aal" text DEFAULT 'aal1' NOT NULL,
	"amr" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"factor_id" uuid,
	"user_agent" text,
	"ip" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"refreshed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text,
	"encrypted_password" text,
	"email_confirmed_at" timestamp (3) with time zone,
	"phone" text,
	"phone_confirmed_at" timestamp (3) with time zone,
	"new_email" text,
	"new_phone" text,
	"confirmation_sent_at" timestamp (3) with time zone,
	"recovery_sent_at" timestamp (3) with time zone,
	"email_change_sent_at" timestamp (3) with time zone,
	"email_change_agreed" text,
	"reauthentication_sent_at" timestamp (3) with time zone,
	"invited_at" timestamp (3) with time zone,
	"last_sign_in_at" timestamp (3) with time zone,
	"app_metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"user_metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"role" text DEFAULT 'authenticated' NOT NULL,
	"is_anonymous" boolean DEFAULT false NOT NULL,
	"is_moderator" boolean DEFAULT false NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"banned_until" timestamp (3) with time zone,
	"locked_until" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bgp_answers" (
	"user_id" uuid NOT NULL,
	"item_id" text NOT NULL,
	"answer" integer,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bgp_answers_user_id_item_id_pk" PRIMARY KEY("user_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "bgp_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"metadata" "bytea" NOT NULL,
	"weighs" boolean NOT NULL,
	"subject_id" uuid,
	"applied" boolean DEFAULT false NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bgp_evolution" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"trait" text NOT NULL,
	"from_value" real NOT NULL,
	"to_value" real NOT NULL,
	"because" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bgp_population" (
	"feature" text PRIMARY KEY NOT NULL,
	"n" double precision NOT NULL,
	"mean" double precision NOT NULL,
	"m2" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bgp_profiles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"means" double precision[] NOT NULL,
	"variances" double precision[] NOT NULL,
	"behaviour_means" double precision[] NOT NULL,
	"behaviour_variances" double precision[] NOT NULL,
	"analysis" "bytea",
	"analysed_at" timestamp (3) with time zone,
	"a" double precision DEFAULT 0 NOT NULL,
	"va" double precision NOT NULL,
	"b" double precision DEFAULT 0 NOT NULL,
	"vb" double precision NOT NULL,
	"preference" real[],
	"offer" vector(57),
	"seek" vector(57),
	"analysis_status" text DEFAULT 'fallback' NOT NULL,
	"fallback_reason" text,
	"needs_analysis" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"forgotten_at" timestamp (3) with time zone NOT NULL,
	"last_activity" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"weights" jsonb NOT NULL,
	"scores" jsonb NOT NULL,
	"adopted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_features" (
	"conversation_id" uuid PRIMARY KEY NOT NULL,
	"features" "bytea" NOT NULL,
	"upto_seq" integer DEFAULT 0 NOT NULL,
	"trust_level" real DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_members" (
	"conversation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"delivered_seq" bigint DEFAULT 0 NOT NULL,
	"read_seq" bigint DEFAULT 0 NOT NULL,
	"shown_read_seq" bigint DEFAULT 0 NOT NULL,
	"started_by_me" boolean DEFAULT false NOT NULL,
	CONSTRAINT "conversation_members_conversation_id_user_id_pk" PRIMARY KEY("conversation_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"match_id" uuid NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"last_seq" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"sender_id" uuid NOT NULL,
	"content" "bytea",
	"message_type" text DEFAULT 'text' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "data_keys" (
	"owner" text PRIMARY KEY NOT NULL,
	"wrapped" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_usage" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"matches" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_usage_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "discovery" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"listed" boolean NOT NULL,
	"findable" boolean GENERATED ALWAYS AS (listed and num_nulls(gender, wants_genders, intent, wants_intents, born, wants_age_min, wants_age_max, x, offer) = 0) STORED,
	"gender" smallint,
	"wants_genders" smallint,
	"intent" smallint,
	"wants_intents" smallint,
	"born" date,
	"wants_age_min" smallint,
	"wants_age_max" smallint,
	"x" double precision,
	"y" double precision,
	"z" double precision,
	"reach" double precision,
	"offer" halfvec(57),
	"va" real,
	"vb" real,
	"shown_on" date NOT NULL,
	"shown" integer DEFAULT 0 NOT NULL,
	"log_before" real,
	"log_after" real
);
--> statement-breakpoint
CREATE TABLE "match_sides" (
	"match_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"decision" text DEFAULT 'undecided' NOT NULL,
	"decision_ms" integer,
	"pass_reason" text,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"talking_points" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"propensity" double precision,
	"shown_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"learned_at" timestamp (3) with time zone,
	CONSTRAINT "match_sides_match_id_user_id_pk" PRIMARY KEY("match_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "matches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"lo" uuid NOT NULL,
	"hi" uuid NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"closed_because" text,
	"compatibility_score" real NOT NULL,
	"emotional_connection_score" real,
	"emotional_connection_expected" real NOT NULL,
	"mutual_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"href" text NOT NULL,
	"group_key" text NOT NULL,
	"in_app" boolean DEFAULT true NOT NULL,
	"read_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"keys" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"original" text NOT NULL,
	"glimpse" text NOT NULL,
	"silhouette" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profile_prompts" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"answer" "bytea" NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "profile_prompts_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"alias" text NOT NULL,
	"aura_seed" integer NOT NULL,
	"first_name" "bytea",
	"birth_date" date,
	"gender" text,
	"intent" text,
	"wants_genders" text[],
	"wants_age_min" integer,
	"wants_age_max" integer,
	"wants_distance_km" integer,
	"wants_intents" text[],
	"lat" double precision,
	"lon" double precision,
	"place_name" text,
	"work" "bytea",
	"interests" "bytea",
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"terms_version" text,
	"terms_at" timestamp (3) with time zone,
	"analysis_consent_at" timestamp (3) with time zone,
	"preferences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_active_at" timestamp (3) with time zone,
	"discoverable" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"events" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reveal_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"match_id" uuid NOT NULL,
	"requester_id" uuid NOT NULL,
	"stage" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reveals" (
	"match_id" uuid PRIMARY KEY NOT NULL,
	"stage" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"moderator_id" uuid NOT NULL,
	"action" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"user_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "blocks_user_id_blocked_id_pk" PRIMARY KEY("user_id","blocked_id")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reporter_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"category" text NOT NULL,
	"details" "bytea" NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sanctions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"action" text NOT NULL,
	"reason" text NOT NULL,
	"until" timestamp (3) with time zone,
	"appeal_text" text,
	"appeal_status" text,
	"appeal_answer" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"gateway_method" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"exp_month" integer NOT NULL,
	"exp_year" integer NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"offer" text NOT NULL,
	"next_offer" text,
	"status" text NOT NULL,
	"current_period_end" timestamp (3) with time zone NOT NULL,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"grace_until" timestamp (3) with time zone,
	"gateway" text NOT NULL,
	"gateway_customer" text,
	"gateway_subscription" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trust_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"subject_id" text DEFAULT '' NOT NULL,
	"points" double precision NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trust_profiles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"alpha" double precision NOT NULL,
	"beta" double precision NOT NULL,
	"is_new" boolean DEFAULT true NOT NULL,
	"photo_verified" boolean DEFAULT false NOT NULL,
	"photo_requested_at" timestamp (3) with time zone,
	"faded_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wingman_suggestions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"match_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" "bytea" NOT NULL,
	"because" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_factor_id_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_factor_id_factors_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."factors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bgp_answers" ADD CONSTRAINT "bgp_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bgp_events" ADD CONSTRAINT "bgp_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bgp_evolution" ADD CONSTRAINT "bgp_evolution_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bgp_profiles" ADD CONSTRAINT "bgp_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_features" ADD CONSTRAINT "conversation_features_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_match_id_matches_id_fk" FOREIGN KEY ("match_id") REFERENCES "public"."matches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_usage" ADD CONSTRAINT "daily_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discovery" ADD CONSTRAINT "discovery_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "match_sides" ADD CONSTRAINT "match_sides_match_id_matches_id_fk" FOREIGN KEY ("match_id") REFERENCES "public"."matches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "match_sides" ADD CONSTRAINT "match_sides_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matches" ADD CONSTRAINT "matches_lo_users_id_fk" FOREIGN KEY ("lo") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matches" ADD CONSTRAINT "matches_hi_users_id_fk" FOREIGN KEY ("hi") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_prompts" ADD CONSTRAINT "profile_prompts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reveal_requests" ADD CONSTRAINT "reveal_requests_match_id_matches_id_fk" FOREIGN KEY ("match_id") REFERENCES "public"."matches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reveals" ADD CONSTRAINT "reveals_match_id_matches_id_fk" FOREIGN KEY ("match_id") REFERENCES "public"."matches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sanctions" ADD CONSTRAINT "sanctions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trust_changes" ADD CONSTRAINT "trust_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trust_profiles" ADD CONSTRAINT "trust_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wingman_suggestions" ADD CONSTRAINT "wingman_suggestions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wingman_suggestions" ADD CONSTRAINT "wingman_suggestions_match_id_matches_id_fk" FOREIGN KEY ("match_id") REFERENCES "public"."matches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "challenges_factor" ON "challenges" USING btree ("factor_id");--> statement-breakpoint
CREATE INDEX "factors_user" ON "factors" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "flow_states_code" ON "flow_states" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "flow_states_created" ON "flow_states" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "identities_provider" ON "identities" USING btree ("provider","provider_id");--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_tokens_hash" ON "one_time_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "one_time_tokens_user" ON "one_time_tokens" USING btree ("user_id","type");--> statement-breakpoint
CREATE INDEX "one_time_tokens_address" ON "one_time_tokens" USING btree ("relates_to","type");--> statement-breakpoint
CREATE INDEX "one_time_tokens_expiry" ON "one_time_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "recovery_codes_factor" ON "recovery_codes" USING btree ("factor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refresh_tokens_hash" ON "refresh_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone" ON "users" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "users_deleted" ON "users" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "bgp_events_user" ON "bgp_events" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "bgp_events_unapplied" ON "bgp_events" USING btree ("user_id","applied");--> statement-breakpoint
CREATE INDEX "bgp_evolution_user" ON "bgp_evolution" USING btree ("user_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "bgp_profiles_user" ON "bgp_profiles" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "conversation_members_user" ON "conversation_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_match" ON "conversations" USING btree ("match_id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_seq" ON "messages" USING btree ("conversation_id","seq");--> statement-breakpoint
CREATE INDEX "match_sides_user" ON "match_sides" USING btree ("user_id","decision");--> statement-breakpoint
CREATE INDEX "match_sides_other" ON "match_sides" USING btree ("other_id","decision");--> statement-breakpoint
CREATE UNIQUE INDEX "matches_pair" ON "matches" USING btree ("lo","hi");--> statement-breakpoint
CREATE INDEX "matches_hi" ON "matches" USING btree ("hi");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint" ON "push_subscriptions" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "photos_user" ON "photos" USING btree ("user_id","position");--> statement-breakpoint
CREATE INDEX "profiles_discoverable" ON "profiles" USING btree ("discoverable","gender","lat");--> statement-breakpoint
CREATE INDEX "reveal_requests_match" ON "reveal_requests" USING btree ("match_id","status");--> statement-breakpoint
CREATE UNIQUE INDEX "reveal_requests_pending" ON "reveal_requests" USING btree ("match_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "blocks_blocked" ON "blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE INDEX "reports_status" ON "reports" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "reports_subject" ON "reports" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "sanctions_user" ON "sanctions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_key" ON "invoices" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "invoices_user" ON "invoices" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "payment_methods_user" ON "payment_methods" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "trust_changes_user" ON "trust_changes" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "wingman_suggestions_user" ON "wingman_suggestions" USING btree ("user_id","match_id");
--> statement-breakpoint
-- Everyone by what they are and want, then by age, with all that the search looks at: it reads this index alone, and of it only the
-- stretches of those who are wanted and want the seeker. What else can be compared as it stands is in the key too, where most people are
-- passed over before the rest of their row is looked at. Vacuumed often, so that the index is enough.
CREATE INDEX "discovery_search" ON "discovery" ("gender", "wants_genders", "intent", "wants_intents", "born", "wants_age_min",
  "wants_age_max", "x", "y", "z")
  INCLUDE ("user_id", "reach", "offer", "va", "vb", "shown_on", "shown", "log_before", "log_after") WHERE "findable";
--> statement-breakpoint
ALTER TABLE "discovery" SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
--> statement-breakpoint
CREATE FUNCTION discovery_bits(chosen text[], among text[]) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(sum(1 << (n::int - 1)), 0)::smallint FROM unnest(among) WITH ORDINALITY AS one (name, n) WHERE name = ANY (chosen)
$$;
--> statement-breakpoint
-- Each trigger writes its own columns alone: two changes of one person at once never undo one another.
CREATE FUNCTION discovery_profile() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  genders CONSTANT text[] := '{woman,man,nonbinary}';
  intents CONSTANT text[] := '{long_term,open_to_long_term,figuring_out,friendship}';
  radius CONSTANT float8 := 6371;
BEGIN
  INSERT INTO discovery (user_id, listed, gender, wants_genders, intent, wants_intents, born, wants_age_min, wants_age_max,
    x, y, z, reach, shown_on)
  VALUES (NEW.user_id, NEW.discoverable, discovery_bits(ARRAY[NEW.gender], genders), discovery_bits(NEW.wants_genders, genders),
    discovery_bits(ARRAY[NEW.intent], intents), discovery_bits(NEW.wants_intents, intents),
    NEW.birth_date, NEW.wants_age_min, NEW.wants_age_max, radius * cos(radians(NEW.lat)) * cos(radians(NEW.lon)),
    radius * cos(radians(NEW.lat)) * sin(radians(NEW.lon)), radius * sin(radians(NEW.lat)),
    coalesce((2 * radius * sin(least(NEW.wants_distance_km / (2 * radius), pi() / 2))) ^ 2, 'Infinity'),
    (NEW.created_at AT TIME ZONE 'UTC')::date)
  ON CONFLICT (user_id) DO UPDATE SET listed = excluded.listed, gender = excluded.gender, wants_genders = excluded.wants_genders,
    intent = excluded.intent, wants_intents = excluded.wants_intents, born = excluded.born, wants_age_min = excluded.wants_age_min,
    wants_age_max = excluded.wants_age_max, x = excluded.x, y = excluded.y, z = excluded.z, reach = excluded.reach;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION discovery_behaviour() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO discovery (user_id, listed, offer, va, vb, shown_on)
  VALUES (NEW.user_id, false, NEW.offer::halfvec(57), NEW.va, NEW.vb, (NEW.created_at AT TIME ZONE 'UTC')::date)
  ON CONFLICT (user_id) DO UPDATE SET offer = excluded.offer, va = excluded.va, vb = excluded.vb;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER discovery_profile AFTER INSERT OR UPDATE OF discoverable, gender, wants_genders, intent, wants_intents, birth_date,
  wants_age_min, wants_age_max, wants_distance_km, lat, lon ON profiles FOR EACH ROW EXECUTE FUNCTION discovery_profile();
--> statement-breakpoint
CREATE TRIGGER discovery_behaviour AFTER INSERT OR UPDATE OF offer, va, vb ON bgp_profiles
  FOR EACH ROW EXECUTE FUNCTION discovery_behaviour();
