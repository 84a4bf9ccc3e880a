ALTER TABLE "photos" ADD COLUMN "upload_key" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "photos_upload" ON "photos" USING btree ("user_id","upload_key");