import { globSync, readFileSync } from 'node:fs'
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { LongestFirst } from './tools/vitest/longest-first.ts'
import { SlowestFiles } from './tools/vitest/slowest-files.ts'

/**
 * Tests in levels, seen in the name of the file: `*.test.ts` is fast, `*.slow.test.ts` needs processes, browsers or large
 * files, `*.system.test.ts` needs programs of others (docs/testing.md).
 */
const places = ['packages/*/src/**', 'packages/*/test/**', 'tools/test']
const named = (ending: string): string[] => places.map((place) => `${place}/*.${ending}`)

/** With `npm run test:soak` only the files that then try more often. */
const chosen = (files: string[]): string[] =>
  process.env.SOAK ? globSync(files).filter((file) => readFileSync(file, 'utf8').includes('soak: ')) : files

const level = (name: string, include: string[], exclude: string[] = []): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: chosen(include), exclude: [...configDefaults.exclude, ...exclude] },
})

/** Pages of the console in a DOM without a browser. Node reads no JSX, so Vite reads these tests and the console for them. */
const pages: TestProjectInlineConfiguration = {
  extends: true,
  plugins: [
    {
      name: 'built-console',
      enforce: 'pre',
      transform: (code, id) =>
        id.includes('/packages/console/src/')
          ? code.replaceAll('import.meta.url', "'http://hub.test/console/assets/app.js'")
          : undefined,
    },
  ],
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    name: 'pages',
    include: ['packages/{console,player}/test/pages/**/*.test.tsx'],
    environment: 'happy-dom',
    // A page in memory is quick. A test that looks for something missing waits for most of this time.
    testTimeout: 60_000,
    environmentOptions: { happyDOM: { url: 'http://hub.test/console/' } },
    setupFiles: ['packages/console/test/harness/browser-window.ts'],
    env: { TZ: 'UTC' },
    server: { deps: { external: [/packages\/(contract|client|server)\//] } },
    experimental: { viteModuleRunner: true },
  },
}

export default defineConfig({
  test: {
    projects: [
      level('fast', named('test.ts'), [...named('slow.test.ts'), ...named('system.test.ts')]),
      pages,
      level('slow', named('slow.test.ts')),
      level('system', named('system.test.ts')),
    ],
    globalSetup: ['packages/server/test/harness/global-setup.ts'],
    setupFiles: ['packages/server/test/harness/cleanup.ts'],
    reporters: ['default', new SlowestFiles()],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // Twice the cores of the machine CI has: a file waits for browsers, locks and restarts half of its time.
    maxWorkers: 4,
    // Node itself reads the sources, and each worker reads each of them once: files share modules, so a test file puts
    // back what it changes in them, in `process` and in globals.
    experimental: { viteModuleRunner: false },
    isolate: false,
    // For what hangs: no test says how fast the machine is, which may have other work.
    testTimeout: 240_000,
    expect: { poll: { timeout: 120_000 } },
    hookTimeout: 300_000,
  },
})
