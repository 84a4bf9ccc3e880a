import { type EndpointSpec, REQUEST_KEY_HEADER, uuidSchema } from '@soulsight/contract/endpoint';
import { ENDPOINTS } from '@soulsight/contract/endpoints';
import { errorBodySchema } from '@soulsight/contract/error-body';
import { ERRORS, type ErrorCode } from '@soulsight/contract/errors';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

type Json = Record<string, unknown>;

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return rest;
}

/** The errors that follow from an endpoint's access and input, and its own. */
function listErrorCodes(endpoint: EndpointSpec): ErrorCode[] {
  const codes = new Set<ErrorCode>(endpoint.errors ?? []);
  if (endpoint.params || endpoint.query || endpoint.body) codes.add('validation_failed');
  if (endpoint.access !== 'public') codes.add('not_signed_in').add('session_expired');
  if (endpoint.access !== 'public' && endpoint.access !== 'signed_in') codes.add('email_not_verified');
  if (endpoint.access === 'moderator' || endpoint.access === 'operator') codes.add('forbidden');
  // The last two at any endpoint: too many calls at once, or no database.
  return [...codes.add('rate_limited').add('overloaded').add('unavailable')];
}

function toParameters(endpoint: EndpointSpec): Json[] {
  const toList = (schema: z.ZodType | undefined, place: 'path' | 'query') => {
    if (!schema) return [];
    const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
      properties?: Json;
      required?: string[];
    };
    return Object.entries(properties).map(([name, s]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: s,
    }));
  };
  const key = { name: REQUEST_KEY_HEADER, in: 'header', required: false, schema: toJsonSchema(uuidSchema, 'input') };
  return [
    ...toList(endpoint.params, 'path'),
    ...toList(endpoint.query, 'query'),
    ...(endpoint.createsOnce ? [key] : []),
  ];
}

function toRequestBody(endpoint: EndpointSpec): Json {
  if (endpoint.upload) {
    const schema = { type: 'object', properties: { photo: { type: 'string', format: 'binary' } } };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!endpoint.body) return {};
  const content = { 'application/json': { schema: toJsonSchema(endpoint.body, 'input') } };
  return { requestBody: { required: !endpoint.body.safeParse(undefined).success, content } };
}

function toResponses(endpoint: EndpointSpec): Json {
  const byStatus = new Map<number, string[]>();
  for (const code of listErrorCodes(endpoint)) {
    const { status, detail } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`: ${detail}`]);
  }
  const refusal = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  const refusals = [...byStatus].map(([status, lines]) => [
    String(status),
    { description: lines.join('\n\n'), content: refusal },
  ]);
  const nothing = endpoint.response instanceof z.ZodUndefined;
  const success = nothing
    ? { 204: { description: 'Done' } }
    : {
        200: {
          description: 'Done',
          content: { 'application/json': { schema: toJsonSchema(endpoint.response, 'output') } },
        },
      };
  return { ...success, ...Object.fromEntries(refusals) };
}

/** The API as an OpenAPI 3.1 document, made from the contract. Decision 0013 says why without a library. */
export function openApiDocument(publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const { feature, name, endpoint } of ENDPOINTS) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: {
        operationId: name,
        tags: [feature],
        summary: endpoint.summary,
        ...(endpoint.access === 'public' ? { security: [] } : {}),
        'x-access': endpoint.access,
        parameters: toParameters(endpoint),
        ...toRequestBody(endpoint),
        responses: toResponses(endpoint),
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${PRODUCT_NAME} API`, version: '1' },
    servers: [{ url: publicUrl }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: toJsonSchema(errorBodySchema, 'output') },
    },
  };
}

export function registerOpenApi(app: FastifyInstance, publicUrl: string): void {
  let document: Json | undefined;
  app.get('/api/openapi.json', (_request, reply) => {
    document ??= openApiDocument(publicUrl);
    return reply.header('cache-control', 'no-cache').send(document);
  });
}
