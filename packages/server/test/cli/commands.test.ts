import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands, hubProgram } from '../../src/cli/all-commands.ts'
import type { Environment } from '../../src/config/reader.ts'
import { temporaryFolder } from '../harness/cleanup.ts'
import { type CommandResult, openShell, runOperatorCommand } from '../harness/operator.ts'

const run = async (args: readonly string[], environment: Environment = {}): Promise<CommandResult> =>
  runOperatorCommand(args, { SPINDLE_DATA_DIR: await temporaryFolder('spindle-cli'), ...environment })

const byName = (a = '', b = ''): number => a.localeCompare(b)

describe('operator commands', () => {
  it.each([[], ['help'], ['--help'], ['-h']].map((args) => ({ args })))(
    'lists the commands for $args',
    async ({ args }) => {
      const { code, out, err } = await run(args)
      expect({ code, err }).toEqual({ code: 0, err: [] })
      expect(out.slice(0, 3)).toEqual(['Usage: npm run hub -- [options] [command]', '', 'Run a Spindle hub.'])
      expect(out).toContain('  accounts            Labels and distributors')
      expect(out).toContain('  serve [options]     Run the hub')
    },
  )

  it('has each command in one section', () => {
    const words = [...new Set(commands.map(({ name }) => name.split(' ')[0]))]
    const listed = Object.values(hubProgram.sections ?? {}).flat()
    expect([...listed].sort(byName)).toEqual(words.sort(byName))
  })

  it('explains one command', async () => {
    expect(await run(['clients', 'revoke', '--help'])).toEqual({
      code: 0,
      out: [
        'Usage: npm run hub -- clients revoke <id>',
        '',
        'Revoke a service client; its tokens stop working within seconds',
        '',
        'Arguments:',
        '  id          Id of the client (cli_...)',
        '',
        'Options:',
        '  -h, --help  Show help',
      ],
      err: [],
    })
  })

  it('calls itself as it was started', async () => {
    const { out } = await run(['accounts', 'create', '--help'], { SPINDLE_HUB_COMMAND: 'spindle-hub' })
    expect(out[0]).toBe('Usage: spindle-hub accounts create <name> [options]')
    expect(out.at(-1)).toBe('  spindle-hub accounts create "My label"')
    expect((await run(['accounts', 'create', '--help'])).out.at(-1)).toBe('  npm run hub -- accounts create "My label"')
  })

  it('prints its version', async () => {
    const { code, out, err } = await run(['--version'])
    expect({ code, err }).toEqual({ code: 0, err: [] })
    expect(out).toEqual([expect.stringMatching(/^0\.2\.0\+[0-9a-f]{7}$/)])
  })

  it.each([
    [['--verbose'], "Unknown option '--verbose'", '`npm run hub -- --help` shows what it takes.'],
    [
      ['acounts', 'create'],
      "Unknown command 'acounts'",
      'Did you mean accounts? `npm run hub -- --help` shows what it takes.',
    ],
    [
      ['users'],
      "Unknown command 'users'",
      'Did you mean `npm run hub -- people list`? `npm run hub -- --help` shows what it takes.',
    ],
    [['nodes', 'remove'], "Unknown command 'remove'", '`npm run hub -- nodes --help` shows what it takes.'],
    [
      ['accounts', 'list', '--jsn'],
      "Unknown option '--jsn'",
      'Did you mean --json? `npm run hub -- accounts list --help` shows what it takes.',
    ],
    [['migrate', '--json'], "Unknown option '--json'", '`npm run hub -- migrate --help` shows what it takes.'],
    [
      ['accounts', 'create', 'My', 'label'],
      "Too many arguments for 'create'. Expected 1 argument but got 2: My, label.",
      'Put quotes around a value with spaces. `npm run hub -- accounts create --help` shows what it takes.',
    ],
    [['accounts', 'create', ' '], '<name> is empty', undefined],
    [
      ['tokens', 'generate', '--prop', 'x'],
      "Unknown option '--prop'",
      '`npm run hub -- tokens generate --help` shows what it takes.',
    ],
    [
      ['tokens', 'generate'],
      '--property is missing',
      'Usage: npm run hub -- tokens generate --property <id> [options]',
    ],
  ])('refuses %j', async (args, message, fix) => {
    expect(await run(args)).toEqual({ code: 2, out: [], err: fix === undefined ? [message] : [message, fix] })
  })

  it.each([
    [['nodes'], 2, 'err'],
    [['nodes', '--help'], 0, 'out'],
    [['help', 'nodes'], 0, 'out'],
    [['nodes', 'help'], 0, 'out'],
  ] as const)('lists the commands that begin alike for %j', async (args, code, stream) => {
    const result = await run(args)
    expect(result.code).toBe(code)
    expect(result[stream]).toEqual([
      'Usage: npm run hub -- nodes [options] [command]',
      '',
      'Processes of the hub',
      '',
      'Options:',
      '  -h, --help      Show help',
      '',
      'Commands:',
      '  list [options]  List the running processes of this hub, with their clocks and',
      '                  secrets',
    ])
  })

  it.each(commands.map(({ name }) => name))(
    'fits the help of %s into 80 columns, but for usage and examples',
    async (name) => {
      const { code, out, err } = await run([...name.split(' '), '--help'])
      expect({ code, err }).toEqual({ code: 0, err: [] })
      const { examples = [] } = commands.find((command) => command.name === name) ?? {}
      const isExample = (line: string): boolean =>
        examples.some((example) => line.endsWith(example.slice(example.indexOf(' '))))
      expect(out.filter((line) => line.length > 80 && !line.startsWith('Usage: ') && !isExample(line))).toEqual([])
    },
  )

  it('describes every command as JSON, and completes them', async () => {
    const described = JSON.parse((await run(['commands', '--json'])).out.join('\n'))
    expect(described).toHaveLength(commands.length)
    expect(described.find(({ name }: { name: string }) => name === 'clients create')).toEqual({
      name: 'clients create',
      summary: 'Create a service client of an account; its secret is shown once',
      arguments: [],
      options: [
        { flags: '--account <id>', summary: 'Account it belongs to', required: true },
        { flags: '--name <name>', summary: 'Name of the client', default: 'Service client' },
        { flags: '--json', summary: 'Print one JSON document' },
      ],
      examples: [],
    })
    for (const [shell, line] of [
      ['bash', 'complete -o default -F _spindle_hub spindle-hub'],
      ['zsh', '#compdef spindle-hub'],
      ['fish', 'complete -c spindle-hub -f'],
      ['powershell', "Register-ArgumentCompleter -Native -CommandName 'spindle-hub' -ScriptBlock {"],
    ] as const)
      expect((await run(['completion', shell])).out.join('\n').split('\n')).toContain(line)
  })

  it('generates two lines for two environments', async () => {
    const { code, out } = await run(['tokens', 'generate', '--property', 'my-site'])
    expect(code).toBe(0)
    const [hub = '', property = ''] = out
    expect(out).toHaveLength(2)
    expect(hub).toMatch(/^SPINDLE_INTEGRATION_TOKENS=my-site=[\w-]{43}$/)
    expect(property).toBe(`SPINDLE_INTEGRATION_TOKEN=${hub.split('=')[2]}`)
  })

  it('reports every configuration problem and answers 78', async () => {
    const { code, err } = await run(['config', 'check'], { SPINDLE_PORT: 'x', SPINDLE_REVIEW: 'never' })
    expect(code).toBe(78)
    expect(err).toHaveLength(3)
    expect(err[0]).toBe('The configuration is not valid:')
    expect(err[1]).toContain('SPINDLE_PORT: "x" is not a whole number from 0 to 65535. Fix: ')
  })

  it('checks a good configuration', async () => {
    const { code, out } = await run(['config', 'check'], { SPINDLE_INTEGRATION_TOKENS: `site=${'t'.repeat(32)}` })
    expect(code).toBe(0)
    expect(out[1]).toBe('Properties: site')
  })

  it('creates an account and a client, and finds them again', async () => {
    const environment = await openShell()
    const created = await run(['accounts', 'create', 'My label'], environment)
    expect(created.code).toBe(0)
    expect(created.out[0]).toMatch(/^acc_[0-9A-HJKMNP-TV-Z]{26}$/)
    const listed = await run(['accounts', 'list'], environment)
    expect(listed.out[0]).toContain('My label')
    const asJson = await run(['accounts', 'list', '--json'], environment)
    expect(JSON.parse(asJson.out.join('\n'))).toEqual([
      { id: created.out[0], name: 'My label', suspendedAt: null, moveIn: null, createdAt: expect.stringMatching(/Z$/) },
    ])
    const client = await run(['clients', 'create', '--account', created.out[0] ?? ''], environment)
    expect(client.out[0]).toMatch(/^client id {6}cli_/)
    expect(client.out[1]).toMatch(/^client secret {2}spcs_/)
    const clients = (): Promise<{ out: string[]; err: string[] }> =>
      run(['clients', 'list', '--account', created.out[0] ?? ''], environment)
    const id = client.out[0]?.split(/ +/)[2] ?? ''
    expect((await clients()).out).toEqual([expect.stringMatching(`^${id}  .+Z  active   Service client$`)])
    expect(await run(['clients', 'revoke', id], environment)).toMatchObject({ code: 0 })
    expect((await clients()).out).toEqual([expect.stringMatching(`^${id}  .+Z  revoked  Service client$`)])
    expect(await run(['clients', 'revoke', 'cli_00000000000000000000000000'], environment)).toMatchObject({
      code: 2,
    })
    const unknown = await run(['clients', 'create', '--account', 'acc_00000000000000000000000000'], environment)
    expect(unknown).toMatchObject({
      code: 2,
      err: [
        'Unknown account acc_00000000000000000000000000: see accounts list',
        'Usage: npm run hub -- clients create --account <id> [options]',
      ],
    })
  })

  it('lists reviews and messages, rotates the signing keys, and explains what is not there', async () => {
    const environment = await openShell()
    expect(await run(['reviews', 'list'], environment)).toEqual({
      code: 0,
      out: [],
      err: ['No releases are waiting for review.'],
    })
    expect(await run(['contact', 'list'], environment)).toEqual({ code: 0, out: [], err: ['There are no messages.'] })
    expect(await run(['signing-keys', 'rotate'], environment)).toEqual({
      code: 0,
      out: [],
      err: ['Running hubs use the new key within a minute.'],
    })
    const unknown = await run(['reviews', 'approve', 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', '--revision', '1'], environment)
    expect(unknown).toEqual({ code: 1, out: [], err: ['Release not found'] })
    const issue = await run(
      ['reviews', 'request-changes', 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', '--issue', 'title'],
      environment,
    )
    expect(issue).toMatchObject({
      code: 2,
      err: [expect.stringContaining('--issue must be a JSON Pointer and a note'), expect.anything()],
    })
  })

  it('invites, lists, links and keeps out people', async () => {
    const environment = { ...(await openShell()), SPINDLE_PUBLIC_URL: 'https://hub.example/music' }
    expect(await run(['people', 'list'], environment)).toEqual({
      code: 0,
      out: [],
      err: ['This hub has no people yet.'],
    })
    const { out } = await run(['accounts', 'create', 'My label'], environment)
    const invite = (...rest: string[]) => run(['people', 'invite', 'tom@label.example', ...rest], environment)
    const invited = await invite('--account', out[0] ?? '', '--role', 'viewer')
    expect(invited).toEqual({
      code: 0,
      out: [expect.stringMatching(/^https:\/\/hub\.example\/music\/console\/invitation#[\w-]{43}$/)],
      err: ['Send this link to the person. It is not shown again.'],
    })
    expect(await invite('--account', out[0] ?? '', '--role', 'boss')).toMatchObject({
      code: 2,
      err: ['--role is "boss"; take one of: owner, manager, viewer'],
    })
    expect((await invite('--account', 'acc_00000000000000000000000000')).err[0]).toBe(
      'Unknown account acc_00000000000000000000000000: see accounts list',
    )
    expect((await run(['people', 'invite', 'tom'], environment)).err[0]).toBe(
      '"tom" is not an email address such as mia@label.example',
    )
    for (const command of ['link', 'disable'])
      expect(await run(['people', command, 'tom@label.example'], environment)).toMatchObject({
        code: 2,
        err: [expect.stringMatching('has the email address tom@label.example: see people list'), expect.anything()],
      })
  })

  it('names a busy port and the fix in one line', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const { code, err } = await run(['serve'], { ...(await openShell()), SPINDLE_PORT: String(port) })
    server.close()
    expect(code).toBe(1)
    expect(err).toEqual([
      `Port ${port} is in use by another program. Fix: stop it, or set SPINDLE_PORT to a free port.`,
    ])
  })

  it('names the setting of a metrics port that is in use, and of an unknown host', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const taken = await run(['serve'], {
      ...(await openShell()),
      SPINDLE_PORT: '0',
      SPINDLE_METRICS_PORT: String(port),
    })
    server.close()
    expect(taken).toEqual({
      code: 1,
      out: [],
      err: [`Port ${port} is in use by another program. Fix: stop it, or set SPINDLE_METRICS_PORT to a free port.`],
    })
    const { code, err } = await run(['serve'], {
      ...(await openShell()),
      SPINDLE_PORT: '0',
      SPINDLE_HOST: 'no-such-host.invalid',
    })
    expect({ code, err }).toEqual({
      code: 1,
      err: [
        'no-such-host.invalid cannot be resolved. Fix: correct SPINDLE_HOST, for example to an address such as 127.0.0.1 or 0.0.0.0.',
      ],
    })
  })

  it('names a data directory that cannot be one', async () => {
    const file = join(await temporaryFolder('spindle-cli'), 'file')
    writeFileSync(file, '')
    const { code, err } = await run(['serve'], { SPINDLE_DATA_DIR: join(file, 'data') })
    expect(code).toBe(1)
    expect(err).toHaveLength(1)
    expect(err[0]).toContain('Fix: ')
  })
})
