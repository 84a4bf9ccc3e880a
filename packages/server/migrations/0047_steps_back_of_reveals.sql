-- expands: older versions neither read nor change a request of this status
-- The wait after a step back that is under way goes on. Older versions stored only the last one of each match, in reveals.
INSERT INTO "reveal_requests" ("match_id", "requester_id", "stage", "status", "created_at", "decided_at")
SELECT "match_id", "stepped_back_by", "stage" + 1, 'stepped_back', "stepped_back_at", "stepped_back_at" FROM "reveals"
WHERE "stepped_back_at" IS NOT NULL AND "stepped_back_by" IS NOT NULL AND "stage" < 4;
