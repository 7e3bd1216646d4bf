/**
 * Who may import whom (ARCHITECTURE.md). The walls are lists of what is allowed: a package, or a folder of the server,
 * that is in no list may import nothing of ours. No value-import cycle anywhere.
 */
const { readFileSync } = require('node:fs')

/** What the source of a package may import of ours, by the entries it exports. */
const packages = {
  contract: [],
  'command-line': ['contract'],
  client: ['contract'],
  mcp: ['client', 'contract'],
  cli: ['client', 'command-line', 'contract', 'mcp'],
  console: ['client', 'contract'],
  // One file for pages of others: it imports nothing.
  player: [],
  server: ['client', 'command-line', 'contract', 'mcp', 'console'],
}

/** What a folder or file at the top of `packages/server/src` may import of the others. */
const rooms = {
  platform: [],
  config: ['platform'],
  http: ['config', 'platform'],
  wiring: ['http', 'platform'],
  features: ['wiring', 'http', 'config', 'platform'],
  // What tests may put in place of what the hub makes: types alone.
  'overrides.ts': ['features', 'platform'],
  'infrastructure.ts': ['features', 'http', 'config', 'platform'],
  'compose.ts': ['infrastructure.ts', 'overrides.ts', 'features', 'wiring', 'http'],
  'bind-http.ts': ['compose.ts', 'infrastructure.ts', 'features', 'http', 'platform'],
  'services.ts': ['compose.ts', 'infrastructure.ts', 'features', 'http', 'config', 'platform'],
  'start-hub.ts': [
    'services.ts',
    'bind-http.ts',
    'compose.ts',
    'infrastructure.ts',
    'overrides.ts',
    'features',
    'http',
    'config',
    'platform',
  ],
  cli: ['start-hub.ts', 'services.ts', 'features', 'http', 'config', 'platform'],
  'main.ts': ['cli'],
}

const tests = '\\.test\\.ts$'
const literal = (text) => text.replaceAll('.', '\\.')
const entriesOf = (name) =>
  Object.values(JSON.parse(readFileSync(`${__dirname}/packages/${name}/package.json`, 'utf8')).exports ?? {}).map(
    (path) => `^packages/${name}/${literal(path.slice(2))}$`,
  )
const packageWalls = Object.entries(packages).map(([name, allowed]) => ({
  name: `${name}-imports-only-${allowed.join('-') || 'itself'}`,
  comment: 'Other packages are used by what they export.',
  severity: 'error',
  from: { path: `^packages/${name}/`, pathNot: [tests, `^packages/${name}/test/`] },
  to: { path: '^packages/', pathNot: [`^packages/${name}/`, ...allowed.flatMap(entriesOf)] },
}))
const listed = (names) => `(${Object.keys(names).map(literal).join('|')})`
const room = (name) => `^packages/server/src/${literal(name)}${name.endsWith('.ts') ? '$' : '/'}`
const roomWalls = Object.entries(rooms).map(([name, allowed]) => ({
  name: `server-${name.replace('.ts', '')}-imports-only-${allowed.map((one) => one.replace('.ts', '')).join('-') || 'itself'}`,
  severity: 'error',
  from: { path: room(name), pathNot: tests },
  to: { path: '^packages/server/src/', pathNot: [name, ...allowed].map(room) },
}))
/** Entries of the contract behind which no schema library stands. */
const schemaless =
  '^packages/contract/src/(vocabulary|codes/territory-codes|audio-headers/index|rules/index|text-files/index|transfers/takedown-letter)\\.ts$'
const features = '^packages/server/src/features/([^/]+)/'

/**
 * The features from the ground up. One imports only from floors below its own, types included, so that no ring can be
 * made of them. One that is on no floor imports no other and is imported by none.
 */
const floors = [
  ['accounts', 'console', 'contact', 'health', 'integration', 'live', 'mail', 'media', 'nodes'],
  ['parties', 'people', 'uploads'],
  ['auth', 'hub-identity', 'keys', 'labels', 'outlets', 'previews', 'renditions', 'webhooks'],
  ['notices', 'plays'],
  ['backups', 'discovery', 'releases', 'reports'],
  ['activity', 'analytics', 'bulk', 'interchange', 'mcp', 'portability'],
  ['imports', 'operator', 'summary'],
  ['drops', 'transfers'],
]
const folderOf = (names) => `^packages/server/src/features/(${names.join('|')})/`
const featureFloors = floors.map((names, floor) => ({
  name: `features-on-floor-${floor}-import-from-below`,
  severity: 'error',
  from: { path: folderOf(names), pathNot: tests },
  to: {
    path: '^packages/server/src/features/',
    pathNot: ['^packages/server/src/features/$1/', ...floors.slice(0, floor).map(folderOf)],
  },
}))
featureFloors.push({
  name: 'features-on-no-floor-import-no-other',
  severity: 'error',
  from: { path: features, pathNot: [tests, folderOf(floors.flat())] },
  to: { path: '^packages/server/src/features/', pathNot: '^packages/server/src/features/$1/' },
})
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contract-is-pure',
      comment: 'The contract imports only the schema library.',
      severity: 'error',
      from: { path: '^packages/contract/src', pathNot: tests },
      to: { pathNot: ['^packages/contract/src', '^node_modules/typebox'] },
    },
    {
      name: 'packages-in-no-list-import-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/([^/]+)/', pathNot: `^packages/${listed(packages)}/` },
      to: { path: '^packages/', pathNot: '^packages/$1/' },
    },
    {
      name: 'folders-in-no-list-import-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/server/src/([^/]+)', pathNot: [tests, `^packages/server/src/${listed(rooms)}(/|$)`] },
      to: { path: '^packages/server/src/', pathNot: '^packages/server/src/$1' },
    },
    ...packageWalls,
    ...roomWalls,
    {
      name: 'client-imports-no-package-but-the-contract',
      comment: 'But undici, which makes the connections to a proxy in Node and is loaded only then.',
      severity: 'error',
      from: { path: '^packages/client/src', pathNot: tests },
      to: {
        pathNot: ['^packages/(client|contract)/src', '^node_modules/undici/'],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'client-imports-only-types-of-the-contract',
      comment: 'So that no schema reaches a bundle.',
      severity: 'error',
      from: { path: '^packages/client/src', pathNot: [tests, '^packages/client/src/suggest/'] },
      to: { path: '^packages/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'suggest-imports-what-needs-no-schema',
      severity: 'error',
      from: { path: '^packages/client/src/suggest/', pathNot: tests },
      to: { path: '^packages/contract/', pathNot: schemaless, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'console-imports-what-needs-no-schema',
      comment: 'So that no schema reaches the page.',
      severity: 'error',
      from: { path: '^packages/console/src', pathNot: tests },
      to: { path: '^packages/contract/', pathNot: schemaless, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pages-of-the-console-know-nothing-of-each-other',
      comment: 'What two pages show alike is a part.',
      severity: 'error',
      from: { path: '^packages/console/src/pages/([^/]+)/', pathNot: tests },
      to: { path: '^packages/console/src/pages/', pathNot: '^packages/console/src/pages/$1/' },
    },
    {
      name: 'parts-of-the-console-know-no-page',
      severity: 'error',
      from: { path: '^packages/console/src/(parts|data|delivery|words)/', pathNot: tests },
      to: { path: '^packages/console/src/(pages/|app)' },
    },
    {
      name: 'main-entry-of-the-client-runs-everywhere',
      comment: 'Only the node entry may import from Node.',
      severity: 'error',
      from: { path: '^packages/client/src', pathNot: [tests, '^packages/client/src/node'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'features-meet-at-their-index',
      comment: 'Feature A uses feature B only through what features/b/index.ts exports.',
      severity: 'error',
      from: { path: features, pathNot: tests },
      to: { path: '^packages/server/src/features', pathNot: ['^packages/server/src/features/$1/', '/index\\.ts$'] },
    },
    ...featureFloors,
    {
      name: 'no-foreign-queries',
      comment: 'No feature imports the SQL of another.',
      severity: 'error',
      from: { path: features },
      to: {
        path: '^packages/server/src/features/[^/]+/.*-queries\\.ts$',
        pathNot: '^packages/server/src/features/$1/',
      },
    },
    {
      name: 'reader-of-messages-imports-only-types',
      comment: 'It runs in a sandbox that has its own folder and the parser only.',
      severity: 'error',
      from: { path: '^packages/server/src/features/imports/reader/', pathNot: tests },
      to: {
        path: '^packages/',
        pathNot: '^packages/server/src/features/imports/reader/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'synthesis-is-not-for-production',
      comment: 'Audio made by a formula serves the demo, the doctor, tests and benchmarks.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src', pathNot: '\\.test\\.ts$|^packages/server/src/cli/(synthesis|demo|doctor)' },
      to: { path: '/synthesis/' },
    },
    {
      name: 'no-test-code-in-production',
      severity: 'error',
      from: { path: '^packages/[^/]+/(src|bin)', pathNot: tests },
      to: { path: '^packages/[^/]+/test/|/testing/|/cases/|\\.test\\.ts$|^node_modules/vitest' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What was built of them is in nobody's hands.
    exclude: { path: '^packages/[^/]+/dist/' },
    // TypeScript 7 offers no API to parse with yet.
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
