ALTER TABLE "bgp_profiles" ADD COLUMN "behaviour_start" double precision[];--> statement-breakpoint
-- What the matching model has left out so far: the fallback profile's means, as far as evidence has not replaced them.
UPDATE "bgp_profiles" SET "behaviour_start" = ARRAY(
  SELECT coalesce(start.mean, 0) * start.variance
  FROM unnest(ARRAY[0.5449254294535086, 0.7416143171871155, 0.35828690924258305, 0.9538725524089393, -0.35828690924258333, 0.7416143171871155, 0.5449254294535086]::double precision[],
    "behaviour_variances") WITH ORDINALITY AS start (mean, variance, n)
  ORDER BY start.n
);--> statement-breakpoint
ALTER TABLE "bgp_profiles" ALTER COLUMN "behaviour_start" SET NOT NULL;
