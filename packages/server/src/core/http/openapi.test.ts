import { ENDPOINTS } from '@soulsight/contract/endpoints';
import { expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  responses: Record<string, { description: string }>;
  security?: unknown[];
}
const document = openApiDocument('https://soulsight.example') as unknown as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

it('has every endpoint of the contract under a unique name', () => {
  expect(operations).toHaveLength(ENDPOINTS.length);
  expect(new Set(operations.map((o) => o.operationId)).size).toBe(ENDPOINTS.length);
});

it('is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
});

it('names each parameter of a path', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();
    for (const { parameters } of Object.values(methods)) {
      const inDocument = parameters.filter((p) => p.in === 'path');
      expect(inDocument.map((p) => p.name).sort()).toEqual(inPath);
      expect(inDocument.every((p) => p.required)).toBe(true);
    }
  }
});

it('describes the responses and errors of each endpoint', () => {
  for (const { responses } of operations) {
    expect(Object.keys(responses).some((status) => status.startsWith('2'))).toBe(true);
    expect(responses['429']?.description).toContain('`rate_limited`');
    expect(responses['503']?.description).toContain('`unavailable`');
  }
});
