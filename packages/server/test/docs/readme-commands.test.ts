import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openShell, runOperatorCommand } from '../harness/operator.ts'

/** Every command in the README is run here, or runs this suite. */

const root = fileURLToPath(new URL('../../../../', import.meta.url))
/**
 * Their commands depend on each other: backup-commands, account-commands, system/deploying.system.test.ts and moving-in of
 * the command line run them.
 */
const runInTheirOrder = new Set(['backup.md', 'accounts.md', 'deploying.md', 'moving-in.md'])
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && !runInTheirOrder.has(name))
    .map((name) => `docs/${name}`),
]

const commandsOf = (page: string): string[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
    block
      .split('\n')
      .map((line) => line.replace(/\s+#.*$/, '').trim())
      .filter((line) => line !== ''),
  )

/**
 * Run elsewhere: the clean install and the checks by CI, the demo and the deep check by their own tests, the hub by
 * every test.
 */
const runElsewhere = new Set([
  'npm ci',
  'npm ci && npm test',
  'npm test',
  'npm run check',
  'npm start',
  'npm ci && npm run demo',
  'npm ci --omit=dev && npm start',
  'npm run bench',
  'npm run bench -- P1 P6',
  'npm run bench -- --quick',
  'npm run bench -- neighbours --attack tokenFlood',
  'npm run gen',
  'npm run hub -- doctor --deep',
])

const all = pages.flatMap((page) => commandsOf(page).map((command) => ({ page, command })))

describe('commands in the documentation', () => {
  it('are found by the test', () => {
    expect(all.length).toBeGreaterThan(8)
  })

  it.each(all)('$page names a script that exists: $command', async ({ command }) => {
    if (runElsewhere.has(command)) {
      const scripts = (
        JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
      ).scripts
      const name = /npm (?:run )?(\w+)(?: --.*)?$/.exec(command)?.[1] ?? ''
      expect(name === 'ci' || name in scripts).toBe(true)
      return
    }
    const [, text] = /^npm run hub -- (.+)$/.exec(command) ?? []
    expect(text, 'a command this test knows how to run').toBeDefined()
    const args = [...(text ?? '').matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
    const { code, err } = await runOperatorCommand(args, await openShell())
    expect({ code, err }).toEqual({ code: 0, err: [] })
  })
})
