import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import config from '../../.dependency-cruiser.mjs';
import { checkImports } from './imports.mjs';

/** One planted violation for each rule: the file that breaks it, and what it imports. */
const PLANTED = {
  'contract-imports-only-zod': ['packages/contract/src/a.ts', 'node:fs'],
  'affinity-imports-only-contract': ['packages/affinity/src/a.ts', 'node:fs'],
  'web-and-server-meet-in-the-contract': ['packages/web/src/lib/a.ts', '../../../server/src/config.ts'],
  'web-imports-only-contract': ['packages/web/src/lib/a.ts', '../../../affinity/src/score.ts'],
  'the-image-has-what-runs': ['packages/server/src/a.ts', 'helper'],
  'rules-are-pure': ['packages/server/src/features/chat/chat.rules.ts', './chat.store.ts'],
  'stores-own-the-sql': ['packages/server/src/features/chat/chat.service.ts', '../../core/db/database.ts'],
  'foundations-know-no-feature': ['packages/server/src/core/realtime/a.ts', '../../features/chat/chat.store.ts'],
  'features-meet-through-services': ['packages/server/src/features/match/match.service.ts', '../chat/chat.store.ts'],
  'features-import-only-types-of-services': ['packages/server/src/features/match/a.ts', '../chat/chat.service.ts'],
  'features-know-no-app': ['packages/server/src/features/chat/a.ts', '../../app/app.ts'],
  'web-foundations-stand-alone': ['packages/web/src/ui/a.tsx', '../features/chat/chat.api.ts'],
  'web-features-know-no-app': ['packages/web/src/features/chat/a.tsx', '../../app/router.tsx'],
  'web-features-stand-apart': ['packages/web/src/features/match/a.tsx', '../chat/chat.api.ts'],
  'journeys-see-the-product-from-outside': ['e2e/a.ts', '../packages/server/src/config.ts'],
  'no-cycles': ['packages/server/src/config.ts', './config.ts'],
  'every-import-resolves': ['packages/server/src/a.ts', './nowhere.ts'],
};
const CLEAN = {
  'packages/server/package.json': '{ "devDependencies": { "helper": "1.0.0" } }',
  'packages/server/node_modules/helper/package.json': '{ "name": "helper", "exports": "./index.js" }',
  'packages/server/node_modules/helper/index.js': '',
  'packages/affinity/src/score.ts': '',
  'packages/server/src/config.ts': '',
  'packages/server/src/app/app.ts': '',
  'packages/server/src/features/chat/chat.service.ts': '',
  'packages/server/src/core/db/database.ts': '',
  'packages/server/src/features/chat/chat.store.ts':
    "import type { Db } from '../../core/db/database.ts';\nimport '../../core/db/database.ts';\n",
  'packages/web/src/app/router.tsx': "import './chat/chat-screen.tsx';\n",
  'packages/web/src/app/chat/chat-screen.tsx': "import '../../features/chat/chat.api.ts';\n",
  'packages/web/src/features/chat/chat.api.ts': '',
};

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'imports-'));
  for (const [path, text] of Object.entries(CLEAN)) plant(path, text);
});
afterEach(() => rmSync(root, { recursive: true }));

function plant(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe('the import rules', () => {
  it('pass a tree without violations, and count what they read', async () => {
    const { modules, imports, unseen, violations } = await checkImports(root);
    expect({ modules, imports, unseen, violations }).toEqual({ modules: 9, imports: 4, unseen: [], violations: [] });
  });

  it.each(Object.entries(PLANTED))('report a violation of %s', async (rule, [path, imported]) => {
    plant(path, `import { thing } from '${imported}';\nexport const used = thing;\n`);
    const { violations } = await checkImports(root);
    expect(violations.map((violation) => violation.rule.name)).toContain(rule);
  });

  it('report a circle of types', async () => {
    plant('packages/server/src/a.ts', "import type { B } from './b.ts';\nexport interface A {\n  b: B;\n}\n");
    plant('packages/server/src/b.ts', "import type { A } from './a.ts';\nexport interface B {\n  a: A;\n}\n");
    const { violations } = await checkImports(root);
    expect(violations.map((violation) => violation.rule.name)).toContain('no-cycles');
  });

  it('all have a planted violation', () => {
    expect(Object.keys(PLANTED).sort()).toEqual(config.forbidden.map((rule) => rule.name).sort());
  });

  it('report every source as unread when no import was found', async () => {
    rmSync(join(root, 'packages'), { recursive: true });
    plant('packages/contract/src/a.ts', 'export const a = 1;\n');
    expect((await checkImports(root)).unseen).toEqual(['packages/contract/src/a.ts']);
  });
});
