import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from './endpoints.ts';
import { ERRORS } from './errors.ts';

type Part = 'params' | 'query' | 'body';

/** Objects that take fields they do not know on purpose: the one-click unsubscribe of mail programs adds its own. */
const OPEN_QUERIES = ['postUnsubscribe'];

const inputs = ENDPOINTS.flatMap(({ name, endpoint }) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    return schema ? [{ name, part, schema }] : [];
  }),
);

/** JSON Schema keywords that an example is built from. */
interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  minLength?: number;
  minimum?: number;
  format?: string;
  pattern?: string;
}

const BY_FORMAT: Record<string, string> = {
  uuid: '6f1c1f0e-3b8e-4f3a-9d55-0a7f3ad3c2b1',
  'date-time': '2026-11-21T10:00:00Z',
  date: '1990-05-17',
  'idn-email': 'ann@example.org',
  uri: 'https://push.example.org/1',
};
/** Texts for the patterns that a length alone does not satisfy: a time of day, a card number, a security code, a push browser's keys, a hash. */
const BY_PATTERN = ['22:30', '4242 4242 4242 4242', '123', 'B'.repeat(87), 'A'.repeat(22), 'C'.repeat(43)];

function exampleString({ format, pattern, minLength = 1 }: JsonSchema): string {
  if (format && BY_FORMAT[format]) return BY_FORMAT[format];
  const fitting = pattern && BY_PATTERN.find((text) => new RegExp(pattern).test(text));
  return fitting || 'a'.repeat(Math.max(minLength, 8));
}

function example(schema: JsonSchema): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return example(schema.anyOf[0] ?? {});
  switch (schema.type) {
    case 'object':
      return Object.fromEntries((schema.required ?? []).map((key) => [key, example(schema.properties?.[key] ?? {})]));
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => example(schema.items ?? {}));
    case 'number':
    case 'integer':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return exampleString(schema);
  }
}

function buildExample(schema: z.ZodType): unknown {
  return example(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema);
}

function label({ name, part }: { name: string; part: Part }): string {
  return `${name} ${part}`;
}

describe('endpoints', () => {
  it('have unique names, and unique pairs of method and path', () => {
    const names = ENDPOINTS.map(({ name }) => name);
    const routes = ENDPOINTS.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('name their parameters in the path and in the schema alike', () => {
    for (const { name, endpoint } of ENDPOINTS) {
      const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, param]) => param);
      const inSchema = endpoint.params instanceof z.ZodObject ? Object.keys(endpoint.params.shape) : [];
      expect(inSchema.sort(), name).toEqual(inPath.sort());
    }
  });

  it('carry a body only with methods that have one', () => {
    for (const { name, endpoint } of ENDPOINTS) {
      if (endpoint.body) expect(['POST', 'PUT', 'PATCH'], name).toContain(endpoint.method);
    }
  });

  it('list only errors of the catalogue, each once', () => {
    for (const { name, endpoint } of ENDPOINTS) {
      const errors = endpoint.errors ?? [];
      expect(new Set(errors).size, name).toBe(errors.length);
      for (const code of errors) expect(ERRORS, name).toHaveProperty(code);
    }
  });

  it.each(inputs.map((input) => [label(input), input] as const))('%s accepts an example', (_, { schema }) => {
    expect(schema.safeParse(buildExample(schema)).error).toBeUndefined();
  });

  it.each(inputs.filter(({ name }) => !OPEN_QUERIES.includes(name)).map((input) => [label(input), input] as const))(
    '%s rejects an unknown field',
    (_, { schema }) => {
      const withUnknown = { ...(buildExample(schema) as object), no_such_field: 1 };
      expect(schema.safeParse(withUnknown).success).toBe(false);
    },
  );

  it('describe every response as a schema that has a JSON Schema', () => {
    for (const { name, endpoint } of ENDPOINTS) {
      expect(() => z.toJSONSchema(endpoint.response, { io: 'output', unrepresentable: 'any' }), name).not.toThrow();
    }
  });
});
