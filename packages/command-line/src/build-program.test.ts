import { describe, expect, it } from 'vitest'
import { runProgram } from './build-program.ts'
import { type Command, defineCommand, formatArgument, formatUsage } from './define-command.ts'
import { argument, choice, choices, flag, formerly, integer, required, text } from './option-types.ts'

const commands: readonly Command<undefined>[] = [
  defineCommand({
    name: 'send',
    summary: 'Send files',
    examples: ['spindle send a b'],
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
    input: {
      arguments: { page: argument.optional('A page'), list: argument.choice('Which', ['genres', 'roles']) },
      options: {
        groupBy: formerly('--by', choices('--group-by <list>', 'By', ['day', 'week'])),
        query: formerly('--q', text('--query <words>', 'Words')),
      },
    },
    load: async () => async () => 0,
  }),
  defineCommand({
    name: 'people operator add',
    summary: 'Let a person run the hub',
    exitCodes: { 1: 'the person is disabled' },
    input: {
      arguments: { person: argument.one('Who') },
      options: { reason: required(text('-r, --reason <text>', 'Why')) },
    },
    load: async () => async () => 0,
  }),
]

interface Started {
  readonly name: string
  readonly values: Record<string, unknown>
  readonly globals: unknown
}

async function parse(
  ...args: readonly string[]
): Promise<{ readonly started: Started | undefined; readonly printed: string; readonly code: number }> {
  let started: Started | undefined
  let printed = ''
  const print = (words: string): void => {
    printed += words
  }
  const code = await runProgram(args, {
    name: 'spindle',
    summary: 'Deliver music.',
    footer: 'More: docs',
    commands,
    sections: { 'Look after': ['people', 'releases'], Deliver: ['send'] },
    groups: { releases: 'Albums', people: 'Who uses it', 'people operator': 'Who runs it' },
    otherWords: { 'send <files>': ['publish', 'people invite'], 'releases list --query <words>': ['search'] },
    globalOptions: [
      { flags: '--json', summary: 'JSON' },
      { flags: '--hub <url>', summary: 'Hub' },
      { flags: '--no-input', summary: 'Never ask' },
    ],
    version: '1.2.3',
    out: print,
    err: print,
    start: async ({ name }, values, globals) => {
      started = { name, values, globals }
      return 7
    },
  })
  return { started, printed, code }
}

describe('runProgram', () => {
  it('lists its commands in sections, in the order of the sections', async () => {
    const { printed } = await parse('--help')
    const found = /Look after:\n {2}people .*\n {2}releases .*\n\nDeliver:\n {2}send /.exec(printed)
    expect({ found: found !== null, printed: found ? '' : printed }).toEqual({ found: true, printed: '' })
    expect(printed).not.toContain('Commands:')
  })

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
    [['send'], "Missing required argument 'files'", '`spindle send --help` shows what it takes.'],
    [
      ['send', 'a', '--cuont', '1'],
      "Unknown option '--cuont'",
      'Did you mean --count? `spindle send --help` shows what it takes.',
    ],
    [
      ['releases', 'list', 'p', 'genres', '--by', 'day'],
      "Unknown option '--by'",
      'Did you mean --group-by? `spindle releases list --help` shows what it takes.',
    ],
    [
      ['releases', 'list', 'p', 'genres', '--q', 'night'],
      "Unknown option '--q'",
      'Did you mean --query? `spindle releases list --help` shows what it takes.',
    ],
    [['send', 'a', '--by', 'day'], "Unknown option '--by'", '`spindle send --help` shows what it takes.'],
    [['send', 'a', '--count', '10'], '--count is "10"; give a whole number from 1 to 9', undefined],
    [['send', 'a', '--kind', 'audoi'], '--kind is "audoi"; take one of: audio, image', 'Did you mean audio?'],
    [['send', ''], '<files...> is empty', undefined],
    [
      ['releases', 'lsit'],
      "Unknown command 'lsit'",
      'Did you mean list? `spindle releases --help` shows what it takes.',
    ],
    [
      ['send', 'a', '--jsno'],
      "Unknown option '--jsno'",
      'Did you mean --json? `spindle send --help` shows what it takes.',
    ],
    [['help', 'sned'], "Unknown command 'sned'", 'Did you mean send? `spindle --help` shows what it takes.'],
    [
      ['help', 'releases', 'lsit'],
      "Unknown command 'lsit'",
      'Did you mean list? `spindle releases --help` shows what it takes.',
    ],
    [
      ['publish', 'x'],
      "Unknown command 'publish'",
      'Did you mean `spindle send <files>`? `spindle --help` shows what it takes.',
    ],
    [
      ['Search', 'night drive'],
      "Unknown command 'Search'",
      'Did you mean `spindle releases list --query <words>`? `spindle --help` shows what it takes.',
    ],
    [
      ['people', 'invite', 'Mia'],
      "Unknown command 'invite'",
      'Did you mean `spindle send <files>`? `spindle people --help` shows what it takes.',
    ],
    [['releases', 'ls'], "Unknown command 'ls'", 'Did you mean list? `spindle releases --help` shows what it takes.'],
    [
      ['people', 'operator', 'create', 'Mia'],
      "Unknown command 'create'",
      'Did you mean add? `spindle people operator --help` shows what it takes.',
    ],
    [
      ['ls', 'release'],
      "Unknown command 'ls'",
      'Did you mean `spindle releases list`? `spindle --help` shows what it takes.',
    ],
    [['list'], "Unknown command 'list'", 'Did you mean `spindle releases list`? `spindle --help` shows what it takes.'],
    [
      ['create', 'people', 'operator'],
      "Unknown command 'create'",
      'Did you mean `spindle people operator add`? `spindle --help` shows what it takes.',
    ],
    [['frobnicate'], "Unknown command 'frobnicate'", '`spindle --help` shows what it takes.'],
    [['sned'], "Unknown command 'sned'", 'Did you mean send? `spindle --help` shows what it takes.'],
    [
      ['people', 'operator', 'add', 'Mia', 'Ada', '--reason', 'x'],
      "Too many arguments for 'add'. Expected 1 argument but got 2: Mia, Ada.",
      'Put quotes around a value with spaces. `spindle people operator add --help` shows what it takes.',
    ],
    [
      ['people', 'operator', 'add', 'Mia'],
      '--reason is missing',
      'Usage: spindle people operator add <person> --reason <text>',
    ],
    [
      ['people', 'operator', 'add', 'Mia', '--reason', ''],
      '--reason is empty',
      'Usage: spindle people operator add <person> --reason <text>',
    ],
    [['releases', 'list', 'p', 'genre'], '<list> is "genre"; take one of: genres, roles', 'Did you mean genres?'],
  ])('explains %j', async (args, message, fix) => {
    await expect(parse(...args)).rejects.toMatchObject({ name: 'UsageError', exitCode: 2, message, fix })
  })

  it('shows help with what a command takes, and examples', async () => {
    const { printed } = await parse('send', '--help')
    expect(printed).toContain('Usage: spindle send <files...> [options]')
    expect(printed).toContain('Which (audio, image)')
    expect(printed).toContain('How many (default: 3)')
    expect(printed).toContain('Examples:\n  spindle send a b')
  })

  it('shows what a command cannot do without, and what its exit codes mean', async () => {
    const { printed } = await parse('people', 'operator', 'add', '--help')
    expect(printed).toContain('Usage: spindle people operator add <person> --reason <text>\n')
    expect(printed).toContain('Why (required)')
    expect(printed).toContain('Exit codes:\n  1  the person is disabled')
  })

  it.each([
    [['help'], 0, /^Usage: spindle .*More: docs/s],
    [['help', 'people'], 0, /^Usage: spindle people .*operator +Who runs it/s],
    [['people', 'help'], 0, /^Usage: spindle people .*operator +Who runs it/s],
    [['people', 'operator', '--help'], 0, /^Usage: spindle people operator .*add .*Let a person run the hub/s],
    [['help', 'send'], 0, /^Usage: spindle send/],
    [['people'], 2, /^Usage: spindle people/],
    [[], 2, /^Usage: spindle/],
    [['send', 'help'], 7, /^$/],
  ])('answers %j with exit code %i', async (args, code, printed) => {
    expect(await parse(...args)).toMatchObject({ code, printed: expect.stringMatching(printed) })
  })

  it.each(['--version', '-v', '-V', 'version'])('shows the version for %s', async (word) => {
    expect(await parse(word)).toMatchObject({ code: 0, printed: '1.2.3\n' })
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

describe('formatUsage', () => {
  it.each([
    ['send', 'send <files...> [options]'],
    ['releases list', 'releases list [page] <list> [options]'],
    ['people operator add', 'people operator add <person> --reason <text>'],
  ])('writes %s', (name, usage) => {
    expect(commands.filter((command) => command.name === name).map(formatUsage)).toEqual([usage])
  })
})
