import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { capture } from './process.mjs';
import { withProgress } from './progress.mjs';
import { UserError } from './project.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const INSTALLERS = [
  {
    tool: 'apt-get',
    steps: [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
    ],
  },
  { tool: 'dnf', steps: [['install', '-y', '-q', 'chromium']] },
];

/** The path of Chromium: `CHROMIUM_PATH`, else one on `PATH`, else the system package, installed now when run as root. */
export async function ensureChromium() {
  const found = process.env.CHROMIUM_PATH ?? onPath(NAMES);
  if (found) return found;
  await installChromium();
  const installed = onPath(NAMES);
  if (!installed) throw new UserError(noBrowser());
  return installed;
}

async function installChromium() {
  const installer = INSTALLERS.find(({ tool }) => onPath([tool]));
  if (!installer || process.getuid?.() !== 0) throw new UserError(noBrowser());
  await withProgress('Installing Chromium for the journeys', async () => {
    for (const step of installer.steps) {
      const { code, output } = await capture(installer.tool, step, { env: { DEBIAN_FRONTEND: 'noninteractive' } });
      if (code !== 0) throw new UserError(`${noBrowser()} (${output.trim().split('\n').at(-1)})`);
    }
  });
}

function noBrowser() {
  return 'The journeys need Chromium: install it or set CHROMIUM_PATH, and run the tests again.';
}

/** The first of the named programs on `PATH`, or undefined. */
function onPath(names, path = process.env.PATH ?? '') {
  const candidates = names.flatMap((name) => path.split(delimiter).map((folder) => join(folder, name)));
  return candidates.find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
