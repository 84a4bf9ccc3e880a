ALTER TABLE "subscriptions" ADD COLUMN "gateway_change" uuid;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "gateway_ended" text[] DEFAULT '{}' NOT NULL;