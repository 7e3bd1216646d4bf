import { globSync, readFileSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'

const all = ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'tools/test/*.test.ts']
/** With `npm run test:soak` only what then tries more often: `npm test` has run everything else. */
const counting = (): string[] => globSync(all).filter((file) => readFileSync(file, 'utf8').includes('soak: '))

export default defineConfig({
  test: {
    include: process.env.SOAK ? counting() : all,
    exclude: [
      ...configDefaults.exclude,
      // Whole installations behind programs of others: `npm run test:system`.
      ...(process.env.SYSTEM ? [] : ['packages/server/test/system/**']),
      // An engine of half a gigabyte: `npm run test:clickhouse`.
      ...(process.env.CLICKHOUSE_ENGINE ? [] : ['packages/server/test/clickhouse/**']),
      // A replicated PostgreSQL: `npm run test:patroni`.
      ...(process.env.PATRONI ? [] : ['packages/server/test/patroni/**']),
    ],
    globalSetup: ['packages/server/test/harness/global-setup.ts'],
    setupFiles: ['packages/server/test/harness/cleanup.ts'],
    pool: 'forks',
    // One more than the cores of the machine CI has: a file waits for browsers, locks and restarts half of its time.
    maxWorkers: 3,
    // Node reads the sources itself, and a worker reads each of them once: files share modules, so a test file puts
    // back what it changes in them, in `process` and in globals.
    experimental: { viteModuleRunner: false },
    isolate: false,
    // For what hangs: no test says how fast the machine is, which may have other work.
    testTimeout: 240_000,
    expect: { poll: { timeout: 120_000 } },
    hookTimeout: 300_000,
  },
})
