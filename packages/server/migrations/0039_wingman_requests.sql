-- expands
ALTER TABLE "wingman_suggestions" ADD COLUMN "request_id" uuid;