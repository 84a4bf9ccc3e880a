-- expands
CREATE INDEX IF NOT EXISTS "bgp_events_waiting" ON "bgp_events" USING btree ("at","user_id") WHERE not applied and weighs;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "match_sides_undecided" ON "match_sides" USING btree ("shown_at") WHERE decision = 'undecided';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "match_sides_unlearned" ON "match_sides" USING btree ("decided_at") WHERE learned_at is null and decision in ('liked', 'passed');