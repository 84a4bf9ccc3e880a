CREATE TABLE "sealed_columns" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "place_salt" uuid DEFAULT gen_random_uuid() NOT NULL;
--> statement-breakpoint
-- A number from 0 to 1 that only the key tells.
CREATE FUNCTION discovery_share(key text, n int) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
  SELECT (hashtextextended(key, n) & 2147483647)::float8 / 2147483648
$$;
--> statement-breakpoint
-- The point of the search lies 7 to 14 km from the place, in a direction of its own: whoever finds it has not found the place.
CREATE OR REPLACE FUNCTION discovery_profile() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  genders CONSTANT text[] := '{woman,man,nonbinary}';
  intents CONSTANT text[] := '{long_term,open_to_long_term,figuring_out,friendship}';
  radius CONSTANT float8 := 6371;
  nearest CONSTANT float8 := 7;
  farthest CONSTANT float8 := 14;
  key text := NEW.place_salt || ' ' || NEW.lat || ' ' || NEW.lon;
  away float8 := sqrt(nearest ^ 2 + (farthest ^ 2 - nearest ^ 2) * discovery_share(key, 1)) / radius;
  course float8 := 2 * pi() * discovery_share(key, 2);
  lat float8 := radians(NEW.lat);
  lon float8 := radians(NEW.lon);
  north float8 := radius * sin(away) * cos(course);
  east float8 := radius * sin(away) * sin(course);
  ahead float8 := radius * cos(away);
BEGIN
  INSERT INTO discovery (user_id, listed, gender, wants_genders, intent, wants_intents, born, wants_age_min, wants_age_max,
    x, y, z, reach, shown_on)
  VALUES (NEW.user_id, NEW.discoverable, discovery_bits(ARRAY[NEW.gender], genders), discovery_bits(NEW.wants_genders, genders),
    discovery_bits(ARRAY[NEW.intent], intents), discovery_bits(NEW.wants_intents, intents),
    NEW.birth_date, NEW.wants_age_min, NEW.wants_age_max,
    ahead * cos(lat) * cos(lon) - north * sin(lat) * cos(lon) - east * sin(lon),
    ahead * cos(lat) * sin(lon) - north * sin(lat) * sin(lon) + east * cos(lon),
    ahead * sin(lat) + north * cos(lat),
    CASE WHEN NEW.wants_distance_km IS NULL THEN 'Infinity'
      ELSE (2 * radius * sin(least(greatest(NEW.wants_distance_km, 2 * farthest) / (2 * radius), pi() / 2))) ^ 2 END,
    (NEW.created_at AT TIME ZONE 'UTC')::date)
  ON CONFLICT (user_id) DO UPDATE SET listed = excluded.listed, gender = excluded.gender, wants_genders = excluded.wants_genders,
    intent = excluded.intent, wants_intents = excluded.wants_intents, born = excluded.born, wants_age_min = excluded.wants_age_min,
    wants_age_max = excluded.wants_age_max, x = excluded.x, y = excluded.y, z = excluded.z, reach = excluded.reach;
  RETURN NULL;
END $$;
--> statement-breakpoint
UPDATE "profiles" SET "lat" = "lat";
