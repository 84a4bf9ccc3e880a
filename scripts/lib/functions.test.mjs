import { expect, it } from 'vitest';
import { findLongFunctions, readFunctionSources } from './functions.mjs';
import { ROOT } from './project.mjs';

const calls = (count) => '  call();\n'.repeat(count);
const find = (file, text) => findLongFunctions({ file, text }).map(({ name, line, lines }) => ({ name, line, lines }));

it('counts every line of code between the first and the last of a function', () => {
  expect(find('a.ts', `// é\n\nfunction short() {\n${calls(78)}}\n`)).toEqual([]);
  expect(find('a.ts', `// é\n\nfunction long() {\n${calls(79)}}\n`)).toEqual([{ name: 'long', line: 3, lines: 81 }]);
});

it.each([
  ['nested functions', `const long = () => {\n${'  run(() => {\n    call();\n  });\n'.repeat(30)}};\n`, 92],
  ['elements', `const long = () => {\n  return <p>\n${'    <a\n    >\n    </a>\n'.repeat(30)}  </p>;\n};\n`, 94],
  ['template strings', `const long = () => {\n  return \`\n${'a\n'.repeat(90)}\`;\n};\n`, 94],
  ['methods', `const made = {\n  long() {\n${calls(90)}  },\n};\n`, 92],
])('counts the lines of %s', (_what, text, lines) => {
  expect(find('a.tsx', text)).toEqual([expect.objectContaining({ name: 'long', lines })]);
});

it('does not count blank lines and comments', () => {
  expect(find('a.ts', `function f() {\n${'  // why\n\n  call();\n'.repeat(78)}}\n`)).toEqual([]);
});

it('allows components more lines, also those that are handed to memo', () => {
  const body = calls(118);
  expect(find('a.tsx', `export function View() {\n${body}}\nconst Row = memo(() => {\n${body}});\n`)).toEqual([]);
  expect(find('a.tsx', `export function useView() {\n${body}}\n`)).toHaveLength(1);
  expect(find('a.ts', `export function View() {\n${body}}\n`)).toHaveLength(1);
});

it('reads every package, and no tests', () => {
  const files = readFunctionSources(ROOT).map(({ file }) => file);
  for (const folder of ['packages/contract/', 'packages/server/', 'packages/web/', 'e2e/', 'bench/', 'scripts/'])
    expect(files.some((file) => file.startsWith(folder))).toBe(true);
  expect(files.some((file) => file.includes('node_modules') || file.includes('.test.'))).toBe(false);
});
