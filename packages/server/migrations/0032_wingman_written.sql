-- expands
ALTER TABLE "wingman_model_calls" ADD COLUMN "written" "bytea";