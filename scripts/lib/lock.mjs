const SYSTEMS = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  win32: 'win32',
};
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/**
 * The optional dependencies in the lock file that have no entry of their own. npm omits them when a registry does not
 * serve a platform's binary, and `npm ci` then refuses the lock file on every platform.
 */
export function missingOptionals(lock) {
  const missing = new Map();
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!isResolvable(lock, path, name)) missing.set(name, { name, version, dev: entry.dev === true });
    }
  }
  return [...missing.values()];
}

function isResolvable(lock, from, name) {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    if (`${base}/node_modules/${name}`.replace(/^\//, '') in lock.packages) return true;
    if (base === '') return false;
  }
}

/** The lock file with an entry for each missing platform package. The platform comes from the package name. */
export function withOptionals(lock) {
  const added = missingOptionals(lock).map((optional) => [`node_modules/${optional.name}`, lockEntry(optional)]);
  const packages = Object.fromEntries(
    [...Object.entries(lock.packages), ...added].sort(([a], [b]) => a.localeCompare(b, 'en')),
  );
  return { ...lock, packages };
}

function lockEntry({ name, version, dev }) {
  const words = name.split('/').at(-1).split('-');
  const os = words.flatMap((word) => SYSTEMS[word] ?? []);
  const cpu = words.filter((word) => PROCESSORS.includes(word));
  if (!/^\d/.test(version) || os.length + cpu.length === 0) {
    throw new Error(`${name}@${version} is missing from the lock and its platform is not in its name`);
  }
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : words.includes('gnu') ? ['glibc'] : undefined;
  return {
    version,
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(dev ? { dev } : {}),
    ...(libc && os[0] === 'linux' ? { libc } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  };
}

/**
 * Whether every locked package is installed, according to npm's record in `node_modules`. Optional packages are ignored,
 * because they depend on the platform.
 */
export function isInstalled(lock, installed) {
  return Object.entries(lock.packages).every(([path, entry]) => {
    if (path === '' || entry.optional || entry.link || !path.includes('node_modules/')) return true;
    return installed.packages[path]?.version === entry.version;
  });
}
