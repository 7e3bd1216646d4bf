import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'tools/test/*.test.ts'],
    globalSetup: ['packages/server/test/harness/global-setup.ts'],
    setupFiles: ['packages/server/test/harness/cleanup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Node reads the sources itself, and a worker reads each of them once: files share modules, so a test file puts
    // back what it changes in them, in `process` and in globals.
    experimental: { viteModuleRunner: false },
    isolate: false,
    // For what hangs: no test says how fast the machine is, which may have other work.
    testTimeout: 60_000,
    expect: { poll: { timeout: 45_000 } },
    hookTimeout: 120_000,
  },
})
