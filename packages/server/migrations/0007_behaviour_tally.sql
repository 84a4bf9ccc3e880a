ALTER TABLE "bgp_profiles" ADD COLUMN "tally" "bytea";--> statement-breakpoint
-- The features are now counted by language, and not by the same rules: start again from the priors.
DELETE FROM "bgp_population";
