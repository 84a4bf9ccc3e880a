import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { ApiError } from '../../lib/api/api-error.ts';

const OPENAPI_PATH = '/api/openapi.json';

const operationSchema = z.looseObject({
  summary: z.string().optional(),
  tags: z.array(z.string()).optional(),
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        in: z.string(),
        required: z.boolean().optional(),
        schema: z.unknown().optional(),
      }),
    )
    .optional(),
  requestBody: z
    .looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown().optional() })) })
    .optional(),
  responses: z
    .record(z.string(), z.looseObject({ description: z.string().optional(), content: z.unknown().optional() }))
    .optional(),
  security: z.array(z.unknown()).optional(),
});
const documentSchema = z.looseObject({
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});

export type Operation = z.infer<typeof operationSchema> & { method: string; path: string };
export interface ApiReference {
  version: string;
  groups: { name: string; operations: Operation[] }[];
}

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** Groups the operations of an OpenAPI document by tag, or by the first part of the path. */
function readReference(document: unknown): ApiReference {
  const { info, paths } = documentSchema.parse(document);
  const groups = new Map<string, Operation[]>();
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, raw] of Object.entries(item)) {
      if (!METHODS.has(method)) continue;
      const operation = { ...operationSchema.parse(raw), method: method.toUpperCase(), path };
      const group = operation.tags?.[0] ?? path.split('/')[2] ?? 'other';
      groups.set(group, [...(groups.get(group) ?? []), operation]);
    }
  }
  return { version: info.version, groups: [...groups].map(([name, operations]) => ({ name, operations })) };
}

async function fetchReference(signal: AbortSignal): Promise<ApiReference> {
  const response = await fetch(OPENAPI_PATH, { signal }).catch((cause: unknown) => {
    throw new ApiError({ kind: 'network', status: 0, path: OPENAPI_PATH, cause });
  });
  if (!response.ok) throw new ApiError({ kind: 'http', status: response.status, path: OPENAPI_PATH });
  return readReference(await response.json());
}

export function useApiReference() {
  return useQuery({
    queryKey: ['openapi'],
    queryFn: ({ signal }) => fetchReference(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
