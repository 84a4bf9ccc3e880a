const TESTS =
  '\\.test\\.tsx?$|\\.bench\\.ts$|^packages/(affinity/src/testing|server/src/(testing|features/demo/builders))/';
const DATABASE =
  '^packages/server/src/core/db/(?!commit-hooks|transaction-retry|transaction-scope|errors)|\\.tables\\.ts$|^node_modules/(drizzle-orm|pg|@electric-sql)/';

/** A server feature; the demo and test helpers use several features on purpose. `$1` is its name. */
const FEATURE = {
  path: '^packages/server/src/features/([^/]+)/',
  pathNot: `${TESTS}|^packages/server/src/features/(demo|[^/]+/testing)/|\\.builders\\.ts$`,
};

/** DESIGN's import rules: each names what may be imported, so that whatever it does not name is refused. */
const forbidden = [
  {
    name: 'contract-imports-only-zod',
    comment: 'Both sides bind to the contract, so it must weigh nothing.',
    severity: 'error',
    from: { path: '^packages/contract/src/', pathNot: TESTS },
    to: { pathNot: '^packages/contract/src/|^node_modules/zod/' },
  },
  {
    name: 'affinity-imports-only-contract',
    comment: 'The science is pure: no I/O, no clock, nothing but the contract and a word list.',
    severity: 'error',
    from: { path: '^packages/affinity/src/', pathNot: TESTS },
    to: { pathNot: '^packages/(affinity|contract)/src/|^node_modules/(vader-sentiment|eld)/' },
  },
  {
    name: 'web-and-server-meet-in-the-contract',
    severity: 'error',
    from: { path: '^packages/(web|server)/' },
    to: { path: '^packages/(web|server)/', pathNot: '^packages/$1/' },
  },
  {
    name: 'web-imports-only-contract',
    severity: 'error',
    from: { path: '^packages/web/' },
    to: { path: '^(packages|e2e|bench|scripts)/', pathNot: '^packages/(web|contract)/' },
  },
  {
    name: 'the-image-has-what-runs',
    comment: 'The image has no packages for development.',
    severity: 'error',
    from: { path: '^packages/(affinity|contract|server)/src/', pathNot: '\\.test\\.ts$|/testing/' },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'rules-are-pure',
    comment:
      'A rule decides from values; what it needs is handed to it. It may name types, throw errors and read constants.',
    severity: 'error',
    from: { path: '\\.rules\\.ts$' },
    to: {
      pathNot: '^packages/(contract|affinity)/src/|^packages/web/src/lib/paths\\.ts$|\\.(rules|errors|data)\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'stores-own-the-sql',
    comment: 'Only stores, db/, the composition root, the tools and the test builders touch the database.',
    severity: 'error',
    from: {
      path: '^packages/server/src/',
      pathNot: `${TESTS}|\\.(store|tables)\\.ts$|^packages/server/src/(core/(db|jobs)|features/demo|app)/`,
    },
    to: { path: DATABASE, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'foundations-know-no-feature',
    severity: 'error',
    from: {
      path: '^packages/server/src/core/',
      pathNot: TESTS,
    },
    to: { path: '^packages/server/src/(features|app)/' },
  },
  {
    name: 'features-meet-through-services',
    comment:
      'A feature receives the services of other features and imports only their types. Stores and tables may name the tables of other features, to join and to reference them.',
    severity: 'error',
    from: FEATURE,
    to: {
      path: '^packages/server/src/features/',
      pathNot: '^packages/server/src/features/$1/|\\.tables\\.ts$|\\.service\\.ts$',
    },
  },
  {
    name: 'features-import-only-types-of-services',
    severity: 'error',
    from: FEATURE,
    to: {
      path: '^packages/server/src/features/.*\\.service\\.ts$',
      pathNot: '^packages/server/src/features/$1/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'features-know-no-app',
    severity: 'error',
    from: { path: '^packages/server/src/features/', pathNot: `${TESTS}|^packages/server/src/features/demo/` },
    to: { path: '^packages/server/src/app/' },
  },
  {
    name: 'web-foundations-stand-alone',
    comment: 'lib, ui < features < app.',
    severity: 'error',
    from: { path: '^packages/web/src/(lib|ui)/', pathNot: TESTS },
    to: { path: '^packages/web/src/(features|app)/' },
  },
  {
    name: 'web-features-know-no-app',
    severity: 'error',
    from: { path: '^packages/web/src/features/', pathNot: TESTS },
    to: { path: '^packages/web/src/app/' },
  },
  {
    name: 'web-features-stand-apart',
    severity: 'error',
    from: { path: '^packages/web/src/features/([^/]+)/', pathNot: TESTS },
    to: { path: '^packages/web/src/features/', pathNot: '^packages/web/src/features/$1/' },
  },
  {
    name: 'journeys-see-the-product-from-outside',
    severity: 'error',
    comment:
      'All but the faults between the two sides, which are made where both run in one process, and the table of pages; what the dashboard names is read from its file, and the OpenID provider, the push service and the S3 store are other sites.',
    from: { path: '^e2e/', pathNot: '^e2e/faults/' },
    to: {
      path: '^packages/(server|web|affinity)/',
      pathNot:
        '^packages/(server/src/(features/auth/testing/loopback-provider|testing/(push-service|fake-s3|watched-metrics))|web/src/lib/paths)',
    },
  },
  {
    name: 'no-cycles',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'every-import-resolves',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
];

export default {
  forbidden,
  options: {
    parser: 'swc',
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '(^|/)(dist|test-results|\\.cache)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
