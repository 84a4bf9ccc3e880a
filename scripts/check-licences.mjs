import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { init } from 'license-checker-rseidelsohn';
import { fromRoot, log, main, ROOT } from './lib/project.mjs';

/** Licences of code that may be part of a work under the AGPL 3. MPL 2 and LGPL 3 say so themselves; OFL is for fonts. */
const COMPATIBLE = new Set(
  'MIT MIT-0 MIT* ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 Zlib CC0-1.0 Python-2.0 MPL-2.0 LGPL-3.0-or-later OFL-1.1 CC-BY-4.0'.split(
    ' ',
  ),
);
/** Only for tools that are not shipped. */
const FOR_TOOLS = new Set(['CC-BY-3.0']);

/** Checks the licence of every installed package; `--list` prints them all. */
await main(async () => {
  const packages = await promisify(init)({ start: ROOT, excludePackagesStartingWith: '@soulsight/;soulsight@' });
  const tools = developmentPackages();
  const byLicence = Map.groupBy(Object.entries(packages), ([, { licenses }]) => String(licenses));
  const refused = [];
  for (const [licence, entries] of [...byLicence].sort()) {
    const names = entries.map(([name]) => name);
    log(`${licence}: ${process.argv.includes('--list') ? names.join(', ') : names.length}`);
    const allowed = (id) => COMPATIBLE.has(id) || (FOR_TOOLS.has(id) && names.every((name) => tools.has(name)));
    if (!isAllowed(licence, allowed)) refused.push(`${licence}: ${names.join(', ')}`);
  }
  for (const line of refused) log(`Not compatible with the AGPL, or unknown: ${line}`);
  return refused.length > 0 ? 1 : 0;
});

/** `(A OR B)`, `A AND B` or one identifier. */
function isAllowed(licence, allowed) {
  const alternatives = licence.replaceAll(/[()]/g, '').split(' OR ');
  return alternatives.some((all) => all.split(' AND ').every((id) => allowed(id)));
}

function developmentPackages() {
  const { packages } = JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8'));
  return new Set(
    Object.entries(packages).flatMap(([path, { dev, version }]) =>
      dev ? [`${path.split('node_modules/').at(-1)}@${version}`] : [],
    ),
  );
}
