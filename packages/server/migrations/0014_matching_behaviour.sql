ALTER TABLE "bgp_profiles" ADD COLUMN "matching_means" double precision[];--> statement-breakpoint
ALTER TABLE "bgp_profiles" ADD COLUMN "matching_variances" double precision[];--> statement-breakpoint
-- What the matching model has seen so far: the traits by behaviour less the share of the fallback profile's means that is left in them.
-- The next event of each user replaces it.
UPDATE "bgp_profiles" SET "matching_variances" = "behaviour_variances", "matching_means" = ARRAY(
  SELECT known.mean - known.variance * coalesce(known.fallback, 0)
  FROM unnest("behaviour_means", "behaviour_variances", ARRAY[0.5449254294535086, 0.7416143171871155, 0.35828690924258305,
    0.9538725524089393, -0.35828690924258333, 0.7416143171871155, 0.5449254294535086]::double precision[])
    WITH ORDINALITY AS known (mean, variance, fallback, n)
  ORDER BY known.n
);--> statement-breakpoint
ALTER TABLE "bgp_profiles" ALTER COLUMN "matching_means" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "bgp_profiles" ALTER COLUMN "matching_variances" SET NOT NULL;
