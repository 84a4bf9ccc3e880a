ALTER TABLE "match_sides" ADD COLUMN "age_band" text;--> statement-breakpoint
ALTER TABLE "match_sides" ADD COLUMN "distance_band" text;--> statement-breakpoint
-- Matches from before are fixed as they were shown until now.
UPDATE "match_sides" s SET
  "age_band" = CASE WHEN a.band >= 15 THEN '93-99' ELSE (18 + 5 * a.band) || '-' || (22 + 5 * a.band) END,
  "distance_band" = CASE WHEN d.km IS NULL THEN NULL WHEN d.km <= 15 THEN 'very_near' WHEN d.km <= 50 THEN 'same_area'
    WHEN d.km <= 100 THEN 'within_100_km' ELSE 'farther' END
FROM "profiles" me, "profiles" other,
  LATERAL (SELECT greatest(0, floor((extract(year FROM age(current_date, coalesce(other.birth_date, current_date))) - 18) / 5))::int AS band) a,
  LATERAL (SELECT 2 * 6371.0088 * asin(least(1, sqrt(sin(radians(other.lat - me.lat) / 2) ^ 2
    + cos(radians(me.lat)) * cos(radians(other.lat)) * sin(radians(other.lon - me.lon) / 2) ^ 2))) AS km) d
WHERE me.user_id = s.user_id AND other.user_id = s.other_id;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "place_changes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "search_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reveals" ADD COLUMN "stepped_back_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reveals" ADD COLUMN "stepped_back_by" uuid;