ALTER TABLE "bgp_profiles" ADD COLUMN "seen" real[];--> statement-breakpoint
ALTER TABLE "match_sides" ADD COLUMN "own_shift" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "match_sides" ADD COLUMN "own_variance" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The index vectors get 14 numbers at their end, for how others see a user: 0 until the next nightly fit. What depends on the columns
-- is dropped and created again.
DROP TRIGGER "discovery_behaviour" ON "bgp_profiles";--> statement-breakpoint
DROP INDEX "discovery_search";--> statement-breakpoint
ALTER TABLE "discovery" DROP COLUMN "findable";--> statement-breakpoint
ALTER TABLE "bgp_profiles"
  ALTER COLUMN "offer" SET DATA TYPE vector(71) USING ("offer"::real[] || array_fill(0::real, ARRAY[14]))::vector(71),
  ALTER COLUMN "seek" SET DATA TYPE vector(71) USING ("seek"::real[] || array_fill(0::real, ARRAY[14]))::vector(71);
--> statement-breakpoint
ALTER TABLE "discovery"
  ALTER COLUMN "offer" SET DATA TYPE halfvec(71) USING ("offer"::real[] || array_fill(0::real, ARRAY[14]))::halfvec(71);
--> statement-breakpoint
ALTER TABLE "discovery" ADD COLUMN "findable" boolean GENERATED ALWAYS AS
  (listed and num_nulls(gender, wants_genders, intent, wants_intents, born, wants_age_min, wants_age_max, x, offer) = 0) STORED;
--> statement-breakpoint
CREATE INDEX "discovery_search" ON "discovery" ("gender", "wants_genders", "intent", "wants_intents", "born", "wants_age_min",
  "wants_age_max", "x", "y", "z")
  INCLUDE ("user_id", "reach", "offer", "va", "vb", "shown_on", "shown", "log_before", "log_after") WHERE "findable";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION discovery_behaviour() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO discovery (user_id, listed, offer, va, vb, shown_on)
  VALUES (NEW.user_id, false, NEW.offer::halfvec(71), NEW.va, NEW.vb, (NEW.created_at AT TIME ZONE 'UTC')::date)
  ON CONFLICT (user_id) DO UPDATE SET offer = excluded.offer, va = excluded.va, vb = excluded.vb;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "discovery_behaviour" AFTER INSERT OR UPDATE OF offer, va, vb ON bgp_profiles
  FOR EACH ROW EXECUTE FUNCTION discovery_behaviour();
