import { type Plugin, parseAst } from 'vite';

/** Only development and tests check requests and responses against the contract (`CHECK_RESPONSES` in lib/api/env.ts). */
const SCHEMAS: ReadonlySet<string> = new Set(['params', 'query', 'body', 'response']);
const CONTRACT = /\/packages\/contract\/src\/[^/]+\.ts$/;

interface Node {
  type: string;
  start: number;
  end: number;
}
interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Builds the application without the contract's schemas, and so mostly without zod: a third of the script of a signed-in page.
 * The schemas are taken out of `endpoint({ ... })`, and values that nothing uses any more are marked as free of side effects,
 * so that the bundler drops them. A schema that a form imports stays.
 */
export function leaveOutSchemas(): Plugin {
  return {
    name: 'leave-out-schemas',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: CONTRACT },
      handler: (code) => ({ code: leaveOut(code), map: null }),
    },
  };
}

function leaveOut(code: string): string {
  const edits: Edit[] = [];
  for (const statement of parseAst(code, { lang: 'ts' }).body as unknown as TopLevel[]) {
    const declaration = statement.declaration ?? statement;
    if (declaration.type !== 'VariableDeclaration') continue;
    for (const { init } of declaration.declarations ?? []) if (init) edits.push(...editsFor(init));
  }
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: replacement }) => text.slice(0, start) + replacement + text.slice(end), code);
}

interface TopLevel extends Node {
  declaration?: TopLevel | null;
  declarations?: { init: Expression | null }[];
}
interface Expression extends Node {
  /** The `x` of `x as T` and `x satisfies T`. */
  expression?: Expression;
  callee?: Node & { name?: string };
  arguments?: (Node & { properties?: (Node & { key?: { name?: string } })[] })[];
}

function editsFor(init: Expression): Edit[] {
  if (init.expression) return editsFor(init.expression);
  if (init.type !== 'CallExpression' && init.type !== 'ObjectExpression') return [];
  const pure: Edit[] = [
    { start: init.start, end: init.start, text: '/*#__PURE__*/ (() => (' },
    { start: init.end, end: init.end, text: '))()' },
  ];
  if (init.callee?.name !== 'endpoint') return pure;
  const schemas = (init.arguments?.[0]?.properties ?? []).filter(({ key }) => SCHEMAS.has(key?.name ?? ''));
  // The comma that follows a property stays, so a value replaces the schema.
  return [...pure, ...schemas.map(({ start, end, key }) => ({ start, end, text: `${key?.name}: undefined` }))];
}
