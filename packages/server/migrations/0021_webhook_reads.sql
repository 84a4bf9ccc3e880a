CREATE SEQUENCE "public"."gateway_reads" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "gateway_subscription" text;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "gateway_read" bigint;--> statement-breakpoint
CREATE INDEX "webhook_events_read" ON "webhook_events" USING btree ("gateway_subscription","gateway_read");