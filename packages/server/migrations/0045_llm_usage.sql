-- expands
CREATE TABLE "llm_usage" (
	"day" date PRIMARY KEY NOT NULL,
	"tokens" bigint NOT NULL,
	"cost_micro" bigint NOT NULL,
	"refused" integer NOT NULL
);
