/** Who may import whom (ARCHITECTURE.md): left may import right, nothing else; no value-import cycle anywhere. */
const features = '^packages/server/src/features/([^/]+)/'
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
      from: { path: '^packages/contract/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/contract/src', '^node_modules/typebox'] },
    },
    {
      name: 'client-imports-only-types-of-the-contract',
      severity: 'error',
      from: { path: '^packages/client/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/(client|contract)/src'], dependencyTypesNot: ['core'] },
    },
    {
      name: 'main-entry-of-the-client-runs-everywhere',
      comment: 'Only the node entry may import from Node.',
      severity: 'error',
      from: { path: '^packages/client/src', pathNot: ['\\.test\\.ts$', '^packages/client/src/node'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'tools-of-agents-go-through-the-client',
      severity: 'error',
      from: { path: '^packages/mcp/src', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^packages/',
        pathNot: [
          '^packages/mcp/(src|node_modules)',
          '^packages/client/src/(index|node)\\.ts$',
          '^packages/contract/src/',
        ],
      },
    },
    {
      name: 'the-command-line-goes-through-the-client',
      comment: 'It speaks to hubs as everybody does; of the tools of agents it only starts the stdio server.',
      severity: 'error',
      from: { path: '^packages/cli/src', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^packages/',
        pathNot: [
          '^packages/cli/(src|node_modules)',
          '^packages/client/src/(index|node)\\.ts$',
          '^packages/contract/src/',
          '^packages/mcp/src/index\\.ts$',
        ],
      },
    },
    {
      name: 'a-hub-uses-client-and-tools-by-their-entries',
      severity: 'error',
      from: { path: '^packages/server/src', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^packages/(client|mcp|cli)/',
        pathNot: ['^packages/client/src/(index|node)\\.ts$', '^packages/mcp/src/index\\.ts$'],
      },
    },
    {
      name: 'platform-knows-no-http-no-features',
      severity: 'error',
      from: { path: '^packages/server/src/platform' },
      to: { path: '^packages/server/src/(http|features|cli|app|compose|main)' },
    },
    {
      name: 'http-knows-no-features',
      severity: 'error',
      from: { path: '^packages/server/src/http' },
      to: { path: '^packages/server/src/(features|cli|compose|main)' },
    },
    {
      name: 'features-do-not-reach-up',
      severity: 'error',
      from: { path: '^packages/server/src/features' },
      to: { path: '^packages/server/src/(cli|compose|main)' },
    },
    {
      name: 'features-meet-at-their-index',
      comment: 'Feature A uses feature B only through what features/b/index.ts exports.',
      severity: 'error',
      from: { path: features, pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/server/src/features', pathNot: ['^packages/server/src/features/$1/', '/index\\.ts$'] },
    },
    {
      name: 'no-foreign-store',
      comment: "Nobody imports another feature's store.",
      severity: 'error',
      from: { path: features },
      to: { path: '^packages/server/src/features/[^/]+/.*store', pathNot: '^packages/server/src/features/$1/' },
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
      from: { path: '^packages/[^/]+/src', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '^packages/[^/]+/test/|/testing/|\\.test\\.ts$|^node_modules/vitest' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // TypeScript 7 offers no API to parse with yet.
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
