import { globSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { fromRoot } from './project.mjs';

const SOURCES = 'packages/server/src/**/*.tables.ts';

/** The text of docs/data-model.md: every table with its columns, grouped by the file that declares it. */
export async function describeDataModel() {
  const files = globSync(SOURCES, { cwd: fromRoot('.') }).sort((a, b) => basename(a).localeCompare(basename(b)));
  const sections = [];
  for (const file of files) sections.push(await describeFile(file));
  return `# Data model

Generated from the tables by \`npm run docs:data-model\`; \`npm run check\` fails when it is out of date. A \`bytea\` column holds text or data that is
encrypted for its owner and column ([architecture](ARCHITECTURE.md#encryption-at-rest)), or a hash.

${sections.join('\n')}`;
}

async function describeFile(file) {
  const exported = Object.values(await import(fromRoot(file)));
  const tables = exported.filter((value) => is(value, PgTable)).map(getTableConfig);
  const heading = basename(file, '.tables.ts');
  const link = `../${relative('.', dirname(file))}/${basename(file)}`;
  return `## ${heading}\n\n[${basename(file)}](${link})\n\n${tables.map(describeTable).join('\n')}`;
}

function describeTable({ name, columns, foreignKeys, primaryKeys }) {
  const references = new Map(foreignKeys.flatMap(toReferences));
  const keys = new Set(primaryKeys.flatMap((key) => key.columns.map((column) => column.name)));
  const rows = columns.map((column) => {
    const isKey = column.primary || keys.has(column.name);
    const facts = [isKey && 'primary key', column.notNull || isKey ? null : 'nullable', references.get(column.name)];
    return `| \`${column.name}\` | ${column.getSQLType()} | ${facts.filter(Boolean).join(', ')} |`;
  });
  return `### ${name}\n\n| column | type | |\n|---|---|---|\n${rows.join('\n')}\n`;
}

function toReferences(foreignKey) {
  const { columns, foreignColumns, foreignTable } = foreignKey.reference();
  const target = getTableConfig(foreignTable).name;
  const onDelete = foreignKey.onDelete === 'cascade' ? ', deleted with it' : '';
  return columns.map((column, n) => [column.name, `→ \`${target}.${foreignColumns[n].name}\`${onDelete}`]);
}
