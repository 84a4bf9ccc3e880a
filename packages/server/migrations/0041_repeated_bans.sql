-- expands: an older node may derive a ban again; nothing breaks by that
-- A ban that follows a person was inserted again at every connection of their other account. One stays, with its appeal if it has one.
DELETE FROM "sanctions" WHERE "id" IN (
  SELECT "id" FROM (
    SELECT "id", row_number() OVER (
      PARTITION BY "user_id", "report_id"
      ORDER BY "appeal_status" IS NOT DISTINCT FROM 'granted' DESC, "appeal_status" IS NULL, "at", "id"
    ) AS n FROM "sanctions" WHERE "moderator_id" IS NULL
  ) repeated WHERE n > 1
);--> statement-breakpoint
UPDATE "sanctions" SET "appeal_status" = 'granted' FROM "sanctions" followed
WHERE followed."id" = "sanctions"."report_id" AND followed."appeal_status" = 'granted' AND "sanctions"."moderator_id" IS NULL;--> statement-breakpoint
-- Ends now, so that the hourly job for suspensions that have ended shows the account again.
UPDATE "users" SET "locked_until" = now() WHERE "locked_until" > now()
  AND EXISTS (SELECT 1 FROM "sanctions" s WHERE s."user_id" = "users"."id" AND s."moderator_id" IS NULL AND s."appeal_status" = 'granted')
  AND NOT EXISTS (SELECT 1 FROM "sanctions" s WHERE s."user_id" = "users"."id" AND s."action" IN ('suspend', 'ban')
    AND s."appeal_status" IS DISTINCT FROM 'granted' AND (s."until" IS NULL OR s."until" > now()));
