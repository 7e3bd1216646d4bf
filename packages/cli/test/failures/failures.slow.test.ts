import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import * as scenarios from './scenarios.ts'

/** The table of failures in docs/cli.md, line by line against what really happens. */

const page = readFileSync(new URL('../../../../docs/cli.md', import.meta.url), 'utf8')

interface Row {
  readonly command: string
  readonly message: string
  readonly exitCode: number
}

const between = (text: string, start: string, end: string): string =>
  text.slice(text.indexOf(start) + start.length, text.indexOf(end))

/** The rows by what happened, which is their first cell. */
const rows = new Map(
  between(page, '<!-- failures:start -->', '<!-- failures:end -->')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (-|what happened)/.test(line))
    .map((line): [string, Row] => {
      const [, happened = '', command = '', message = '', exitCode = ''] = line.split('|').map((cell) => cell.trim())
      return [happened, { command: command.replaceAll('`', ''), message, exitCode: Number(exitCode) }]
    }),
)

/** What a person sees, from the first ✖ on, as the table writes it; ids, ports and folders differ from run to run. */
const shownIn = (stderr: string): string =>
  stderr
    .slice(stderr.indexOf('✖'))
    .trimEnd()
    .split('\n')
    .filter((line) => !/^ {2}Request req_/.test(line))
    .map((line) => line.trim().replaceAll(/ {2,}/g, ' '))
    .join('<br>')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080')
    .replaceAll(/\/tmp\/(?:[\w-]+\/)*spindle-cli-\w+\//g, '/home/ada/')
    .replaceAll(/EAI_AGAIN/g, 'ENOTFOUND')
    .replace(/at byte \d+/, 'at byte 2883584')

const happened: Readonly<Record<keyof typeof scenarios, string>> = {
  wrongKey: 'wrong key',
  expiredKey: 'expired key',
  missingPermission: 'missing permission',
  noNetwork: 'no network',
  hubDown: 'hub down',
  rateLimited: 'too many requests (429)',
  hubDiskFull: "the hub's disk is full",
  localDiskFull: 'your disk is full, beside the masters',
  outputDiskFull: 'your disk is full, where the output goes',
  badFiles: 'a mono WAV of 8 kHz and a CMYK cover',
}

const found = new Map<string, Row | null>()
beforeAll(async () => {
  for (const [name, scenario] of Object.entries(scenarios)) {
    const failure = await scenario()
    found.set(
      name,
      failure && {
        command: `spindle ${failure.args.join(' ')}`,
        message: shownIn(failure.result.stderr),
        exitCode: failure.result.code ?? Number.NaN,
      },
    )
  }
})

describe('the table of failures', () => {
  it('has a row for each of them and no other', () => {
    expect([...rows.keys()].sort()).toEqual(Object.values(happened).sort())
  })

  it.for(Object.entries(happened))('%s is shown as it is', ([name, row], { skip }) => {
    const failure = found.get(name)
    if (failure === null) skip()
    expect(failure).toEqual(rows.get(row))
  })

  it('never shows a key', async () => {
    for (const failure of found.values()) expect(failure?.message ?? '').not.toMatch(/spn_/)
  })
})
