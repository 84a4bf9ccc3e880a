-- Since one answer to a prompt is enough, accounts that had stored one or two are complete. The rules are those of `isDiscoverable`.
UPDATE "profiles" SET "discoverable" = true FROM "users"
WHERE "users"."id" = "profiles"."user_id" AND NOT "discoverable" AND NOT "paused"
  AND num_nulls("first_name", "birth_date", "gender", "intent", "wants_genders", "wants_intents", "wants_age_min", "wants_age_max", "lat", "terms_version") = 0
  AND age("birth_date") >= interval '18 years' AND age("birth_date") < interval '121 years'
  AND "email_confirmed_at" IS NOT NULL AND "deleted_at" IS NULL
  AND coalesce("banned_until", '-infinity') <= now() AND coalesce("locked_until", '-infinity') <= now()
  AND (SELECT count(*) FROM "profile_prompts" WHERE "profile_prompts"."user_id" = "profiles"."user_id") BETWEEN 1 AND 2;
