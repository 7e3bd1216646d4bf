import { describe, expect, it } from 'vitest'
import { buildProgram, type GlobalOptions } from './build-program.ts'
import { type Command, defineCommand, formatArgument } from './define-command.ts'
import { argument, choice, choices, flag, integer, text } from './option-types.ts'

const commands: readonly Command[] = [
  defineCommand({
    name: 'send',
    summary: 'Send files',
    examples: ['spindle send a b'],
    operations: [],
    input: {
      arguments: { files: argument.many('Files') },
      options: {
        count: integer('--count <number>', 'How many', { min: 1, max: 9, defaultValue: 3 }),
        kind: choice('--kind <kind>', 'Which', ['audio', 'image']),
        wait: flag('--no-wait', 'Do not wait'),
        force: flag('-f, --force', 'Replace'),
      },
    },
    load: async () => async () => 0,
  }),
  defineCommand({
    name: 'releases list',
    summary: 'List releases',
    operations: [],
    input: {
      arguments: { page: argument.optional('A page'), list: argument.choice('Which', ['genres', 'roles']) },
      options: {
        groupBy: choices('--group-by <list>', 'By', ['day', 'week']),
        query: text('--query <words>', 'Words'),
      },
    },
    load: async () => async () => 0,
  }),
]

interface Started {
  readonly name: string
  readonly values: Record<string, unknown>
  readonly globals: GlobalOptions
}

async function parse(
  ...args: readonly string[]
): Promise<{ readonly started: Started | undefined; readonly printed: string }> {
  let started: Started | undefined
  let printed = ''
  const program = buildProgram({
    commands,
    version: '1.2.3',
    out: (words) => {
      printed += words
    },
    err: () => {},
    start: async ({ name }, values, globals) => {
      started = { name, values, globals }
    },
  })
  await program.parseAsync([...args], { from: 'user' }).catch((error: unknown) => {
    if (!(error instanceof Error) || !('code' in error) || !String(error.code).startsWith('commander.')) throw error
  })
  return { started, printed }
}

describe('buildProgram', () => {
  it('gives a command its values under the names of the table, with defaults', async () => {
    const { started } = await parse('send', 'a', 'b')
    expect(started).toMatchObject({
      name: 'send',
      values: { files: ['a', 'b'], count: 3, kind: undefined, wait: true, force: false },
    })
  })

  it.each([
    [['send', 'a', '--count', '9', '-f'], { count: 9, force: true }],
    [['send', 'a', '--kind', 'image', '--no-wait'], { kind: 'image', wait: false }],
    [['send', '--', '--odd-name'], { files: ['--odd-name'] }],
  ])('reads %j', async (args, values) => {
    expect((await parse(...args)).started?.values).toMatchObject(values)
  })

  it('takes the options of every command before and after its name', async () => {
    for (const args of [
      ['--json', '--hub', 'https://a.example', 'send', 'a'],
      ['send', 'a', '--json', '--hub', 'https://a.example'],
    ])
      expect((await parse(...args)).started?.globals).toMatchObject({
        json: true,
        hub: 'https://a.example',
        input: true,
      })
    expect((await parse('send', 'a', '--no-input')).started?.globals).toMatchObject({ input: false })
  })

  it('collects a list from commas and from repetition', async () => {
    const { started } = await parse('releases', 'list', 'p', 'genres', '--group-by', 'day', '--group-by', 'week')
    expect(started?.values).toEqual({ page: 'p', list: 'genres', groupBy: ['day', 'week'], query: undefined })
  })

  it.each([
    [['send'], "Missing required argument 'files'", '`spindle send --help` says what it takes.'],
    [
      ['send', 'a', '--cuont', '1'],
      "Unknown option '--cuont'",
      'Did you mean --count? `spindle send --help` says what it takes.',
    ],
    [
      ['releases', 'list', 'p', 'genres', '--by', 'day'],
      "Unknown option '--by'",
      'Did you mean --group-by? `spindle releases list --help` says what it takes.',
    ],
    [
      ['releases', 'list', 'p', 'genres', '--q', 'night'],
      "Unknown option '--q'",
      'Did you mean --query? `spindle releases list --help` says what it takes.',
    ],
    [['send', 'a', '--by', 'day'], "Unknown option '--by'", '`spindle send --help` says what it takes.'],
    [['send', 'a', '--count', '10'], '--count is "10"; give a whole number from 1 to 9', undefined],
    [['send', 'a', '--kind', 'audoi'], '--kind is "audoi"; take one of: audio, image', 'Did you mean audio?'],
    [['send', ''], '<files...> is empty', undefined],
    [
      ['releases', 'lsit'],
      "Unknown command 'lsit'",
      'Did you mean list? `spindle releases --help` says what it takes.',
    ],
    [['sned'], "Unknown command 'sned'", 'Did you mean send? `spindle --help` says what it takes.'],
    [['releases', 'list', 'p', 'genre'], '<list> is "genre"; take one of: genres, roles', 'Did you mean genres?'],
  ])('explains %j', async (args, message, fix) => {
    await expect(parse(...args)).rejects.toMatchObject({ name: 'UsageError', exitCode: 2, message, fix })
  })

  it('shows help with what a command takes, and examples', async () => {
    const { printed } = await parse('send', '--help')
    expect(printed).toContain('Usage: spindle send [options] <files...>')
    expect(printed).toContain('Which (audio, image)')
    expect(printed).toContain('How many (default: 3)')
    expect(printed).toContain('Examples:\n  spindle send a b')
  })

  it('shows the version', async () => {
    expect((await parse('--version')).printed).toBe('1.2.3\n')
  })
})

describe('formatArgument', () => {
  it.each([
    ['releaseId', argument.one(''), '<release-id>'],
    ['page', argument.optional(''), '[page]'],
    ['files', argument.many(''), '<files...>'],
  ])('writes %s as the help does', (name, definition, words) => {
    expect(formatArgument(name, definition)).toBe(words)
  })
})
