import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Sealed bytes: what `vault.seal` gives. */
export const sealed = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
});

/** An instant, as a Date. */
export function instant(name: string) {
  return timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
}

/** A uuid that the application or the database makes. */
export function id() {
  return uuid('id').primaryKey().defaultRandom();
}
