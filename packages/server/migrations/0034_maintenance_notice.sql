-- expands
CREATE TABLE "maintenance" (
	"id" integer PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone,
	"detail" text NOT NULL
);
