import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from '@spindle/command-line'
import { describe, expect, it } from 'vitest'
import { spindleProgram } from '../../src/program.ts'
import { runSpindle } from '../harness/run-spindle.ts'

const { commands } = spindleProgram

const byName = (a = '', b = ''): number => a.localeCompare(b)

describe('spindle commands --json', () => {
  it('describes every command in a form that programs can rely on', async () => {
    const { code, stdout, stderr } = await runSpindle(['commands', '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const described = JSON.parse(stdout)
    expect(described.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['deliver', 'upload', 'releases submit', 'verify', 'mcp', 'completion', 'commands']),
    )
    expect(described.find(({ name }: { name: string }) => name === 'completion')).toEqual({
      name: 'completion',
      summary: 'Print the completion script for a shell',
      description: expect.any(String),
      arguments: [
        {
          name: 'shell',
          summary: 'The shell',
          choices: ['bash', 'zsh', 'fish', 'powershell'],
          optional: false,
          many: false,
        },
      ],
      options: [],
      examples: expect.arrayContaining(['source <(spindle completion bash)']),
      operations: [],
    })
    expect(described.find(({ name }: { name: string }) => name === 'releases get')).toMatchObject({
      arguments: [{ name: 'releaseId', optional: false, many: false }],
      options: [{ flags: '--etag', summary: expect.any(String) }],
      operations: ['getRelease'],
    })
  })
})

describe('spindle --help', () => {
  it('says what every command and every group of commands is for', async () => {
    const words = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))]
    const { stdout } = await runSpindle(['--help'])
    const undescribed = words.filter((word) => !new RegExp(`^ {2}${word}( .*)? {2,}\\S`, 'm').test(stdout))
    expect(words.length).toBeGreaterThan(15)
    expect(undescribed).toEqual([])
  })

  it('has each of them in one section', () => {
    const words = [...new Set(commands.map(({ name }) => name.split(' ')[0]))]
    const listed = Object.values(spindleProgram.sections ?? {}).flat()
    expect([...listed].sort(byName)).toEqual(words.sort(byName))
  })

  it('fits into 80 columns beside the longest names', async () => {
    const { stdout } = await runSpindle(['releases', '--help'])
    expect(stdout).toContain('retry-delivery <release-id> <delivery-id>')
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  })
})

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const pages = [
  'README.md',
  ...readdirSync(join(root, 'packages')).flatMap((name) => {
    const page = `packages/${name}/README.md`
    return readdirSync(join(root, 'packages', name)).includes('README.md') ? [page] : []
  }),
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

describe('words of other programs', () => {
  const otherWords = Object.entries(spindleProgram.otherWords ?? {})
  const starts = async (args: readonly string[]): Promise<string | undefined> => {
    let started: string | undefined
    const start = async ({ name }: { readonly name: string }) => {
      started = name
      return 0
    }
    await runProgram(args, { ...spindleProgram, version: '1.0.0', out: () => {}, err: () => {}, start })
    return started
  }

  it.each(otherWords)('lead to a command that exists: %s', async (line) => {
    const started = await starts(line.split(' '))
    expect(`${line} `.startsWith(`${started} `)).toBe(true)
  })

  it('are no commands themselves, and lead to one command each', () => {
    const words = otherWords.flatMap(([, others]) => others)
    expect(words.filter((word) => commands.some(({ name }) => `${name} `.startsWith(`${word} `)))).toEqual([])
    expect(new Set(words).size).toBe(words.length)
  })

  it.each([
    ['search', 'releases list --query <words>'],
    ['publish', 'deliver <folder> --submit'],
    ['push', 'deliver <folder> --submit'],
    ['logs', 'releases events <release-id>'],
    ['royalties', 'reports list'],
    ['artists', 'parties list'],
    ['delete', 'releases delete'],
  ])('such as %s name the command that does it', async (word, line) => {
    const { code, stderr } = await runSpindle([word])
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `✖ Unknown command '${word}'  [usage]\n  Did you mean \`spindle ${line}\`? \`spindle --help\` shows what it takes.\n`,
    })
  })
})

/** The arguments of every `spindle` that a reader is shown, in blocks for the shell and in the help. */
const shown = [
  ...pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/^```(?:bash|sh|console)\n([\s\S]*?)^```$/gm)].flatMap(
      ([, block = '']) => block.split('\n').map((line) => ({ page, line })),
    ),
  ),
  ...commands.flatMap(({ name, examples = [] }) => examples.map((line) => ({ page: `spindle ${name} --help`, line }))),
].flatMap(({ page, line }) => {
  const [, text] = /(?:^|[\s(])spindle ((?:[^|<>)#&;]|<[^ ])*)/.exec(line.replace(/^\$ /, '')) ?? []
  return text === undefined || /^(\$ )?(npm|alias|podman) /.test(line) ? [] : [{ page, command: text.trim() }]
})

describe('the commands a reader is shown', () => {
  it('are found: more than forty', () => expect(shown.length).toBeGreaterThan(40))

  it.each(shown)('$page: spindle $command', async ({ command }) => {
    let started: string | undefined
    const errors: string[] = []
    const args = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
    await runProgram(args, {
      ...spindleProgram,
      version: '0',
      out: () => {},
      err: (text) => errors.push(text),
      start: async ({ name }) => {
        started = name
        return 0
      },
    }).catch((error: unknown) => errors.push(String(error)))
    expect({ started, errors }).toEqual({ started: expect.any(String), errors: [] })
  })
})
