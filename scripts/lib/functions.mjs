import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

const SOURCES = '{packages,e2e,bench,scripts}/**/*.{ts,tsx,mjs}';
const NOT_SOURCES = /(^|\/)(node_modules|dist|test-results|\.cache)(\/|$)/;
const TESTS = /\.(test|spec)\.(ts|tsx|mjs)$/;
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const METHODS = new Set(['ClassMethod', 'PrivateMethod', 'Constructor', 'MethodProperty', 'GetterProperty']);
const NO_CODE = /^\s*($|\/\/|\/\*|\*|\{\/\*)/;

const FUNCTION_LINES_MAX = 80;
const COMPONENT_LINES_MAX = 120;

/** The repository's sources: `{ file, text }`, without tests, whose functions hold one test after another. */
export function readFunctionSources(root) {
  return globSync(SOURCES, { cwd: root, exclude: (path) => NOT_SOURCES.test(path) })
    .filter((file) => !TESTS.test(file) && !file.endsWith('.d.ts'))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

/**
 * The functions of one file that are too long: `{ file, line, name, lines, limit }`. A function has all lines from its first
 * to its last that are neither blank nor only a comment, those of the functions inside it included. A component is a function in a
 * `.tsx` file whose name begins with a capital letter.
 */
export function findLongFunctions({ file, text }) {
  const bytes = Buffer.from(text);
  const long = [];
  visit(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('.tsx'), decorators: true }), '', (node, name) => {
    // Spans count bytes from 1.
    const { start, end } = node.span;
    const lines = countCodeLines(bytes.subarray(start - 1, end - 1).toString());
    const limit = file.endsWith('.tsx') && /^[A-Z]/.test(name) ? COMPONENT_LINES_MAX : FUNCTION_LINES_MAX;
    const line = bytes
      .subarray(0, start - 1)
      .toString()
      .split('\n').length;
    if (lines > limit) long.push({ file, line, name: name || 'a function', lines, limit });
  });
  return long;
}

function countCodeLines(text) {
  return text.split('\n').filter((line) => !NO_CODE.test(line)).length;
}

/** Calls `found` with every function below `node`, and the name that it or its variable has. */
function visit(node, name, found) {
  if (Array.isArray(node)) for (const item of node) visit(item, name, found);
  else if (node !== null && typeof node === 'object') {
    const own = node.identifier?.value ?? node.id?.value ?? node.key?.value;
    if (FUNCTIONS.has(node.type) || METHODS.has(node.type)) found(node, own ?? name);
    // A function that is handed to another one, as to `memo(...)`, has the name of the result.
    const inside = FUNCTIONS.has(node.type) ? '' : (own ?? name);
    for (const [key, value] of Object.entries(node)) if (key !== 'span') visit(value, inside, found);
  }
}
