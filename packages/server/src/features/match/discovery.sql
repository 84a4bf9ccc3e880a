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
