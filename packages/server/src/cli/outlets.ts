import { testOutlet as test } from '../features/interchange/index.ts'
import type { OutletRow } from '../features/outlets/index.ts'
import { type Command, type CommandInput, exitCodes, show, UsageError } from './command.ts'
import { formatTestStep } from './format-test-step.ts'
import { asOperator } from './operator.ts'
import { parseOptions, requireOption } from './options.ts'
import { addOptions, readSettings, readStore, setOptions } from './outlet-options.ts'
import { defaultGenres } from './outlet-wishes.ts'
import { readSignInChange, signInOptions } from './place-options.ts'
import { plainText } from './plain-text.ts'

/** Where releases go beside the properties: stores that take packages. */

const unknown = (id: string): UsageError => new UsageError(`There is no outlet ${id}: see outlets list`)

async function requireOutlet(input: CommandInput, id: string): Promise<OutletRow> {
  const all = await asOperator(input, ({ outlets }) => outlets.listAdded())
  const found = all.find((outlet) => outlet.id === id)
  if (!found) throw unknown(id)
  return found
}

export const addOutlet: Command = {
  name: 'outlets add',
  usage:
    'outlets add <id> --name <name> (--folder <path> | --sftp <user@host[:port]> [--directory <path>] --host-key <fingerprint> (--password-file <file> | --key-file <file>) | --s3 <s3://bucket/prefix> [--region <region>] [--endpoint <url>] --access-key <id> --secret-key-file <file>) --to <DPID=name> [--for generic|spotify|youtube|meta] [--profile Audio|SimpleAudioSingle] [--avs <version>] [--choreography batch|release_by_release] [--takedown no_deal|end_date|purge] [--models <list>] [--uses <list>] [--territories <list> | --not-in <list>] [--audio <list>] [--cover-at-least <pixels>] [--genres <file>] [--live-on ack|manual|never] [--resend-files until_acknowledged|until_sent|always] [--ask-every <seconds>] [--live] [--no-acknowledgements]',
  summary: 'Add a store that takes ERN packages; without --live its messages are marked as tests',
  async run(input) {
    const { positionals, values } = parseOptions(input.args, addOptions)
    const id = requireOption(positionals[0], '<id>')
    if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(id) || id === 'sandbox')
      throw new UsageError('<id> has small letters, digits, - and _, and is not "sandbox"')
    const name = requireOption(values.name, '--name').slice(0, 200)
    const { kind, settings, secret } = await readStore(input, values)
    const { isAdded, hasSender } = await asOperator(input, async ({ outlets, sender }) => ({
      isAdded:
        !outlets.list().some((outlet) => outlet.id === id) && (await outlets.add({ id, kind, name, settings }, secret)),
      hasSender: sender !== undefined,
    }))
    if (!isAdded) throw new UsageError(`There is an outlet ${id} already: see outlets list`)
    input.out(`${id} is added. Try it with: outlets test ${id}`)
    if (!hasSender) input.err('The hub needs SPINDLE_DPID to send it anything; this shell has none.')
    return exitCodes.ok
  },
}

export const listOutlets: Command = {
  name: 'outlets list',
  usage: 'outlets list',
  summary: 'List the stores that were added',
  hasJson: true,
  async run(input) {
    const all = await asOperator(input, ({ outlets }) => outlets.listAdded())
    show(
      input,
      all,
      all.map((outlet) => plainText(lineOf(outlet))),
    )
    if (all.length === 0) input.err('No store is added.')
    return exitCodes.ok
  },
}

const lineOf = ({ id, kind, name, isPaused, pausedReason }: OutletRow): string =>
  `${id}  ${kind}  ${name}${isPaused ? '  paused' : ''}${pausedReason === null ? '' : `: ${pausedReason}`}`

export const changeSignIn: Command = {
  name: 'outlets sign-in',
  usage:
    'outlets sign-in <id> [--host-key <fingerprint>] [--password-file <file> | --key-file <file>] [--access-key <id> --secret-key-file <file>]',
  summary: 'Change what the hub knows a store by, or signs in with; - in place of a file is standard input',
  async run(input) {
    const { positionals, values } = parseOptions(input.args, signInOptions)
    const id = requireOption(positionals[0], '<id>')
    const { kind } = await requireOutlet(input, id)
    const { settings, secret } = await readSignInChange(input, kind, values)
    await asOperator(input, ({ outlets }) => outlets.change(id, settings, secret))
    input.out(`${id} is changed. Try it with: outlets test ${id}`)
    return exitCodes.ok
  },
}

export const setOutlet: Command = {
  name: 'outlets set',
  usage:
    'outlets set <id> [--models <list>] [--uses <list>] [--territories <list> | --not-in <list>] [--audio <list>] [--cover-at-least <pixels>] [--takes-all] [--genres <file>] [--live-on ack|manual|never] [--resend-files until_acknowledged|until_sent|always]',
  summary:
    'Change which deals and files a store takes, its names of genres, when a release is live there, and when files are sent again',
  async run(input) {
    const { positionals, values } = parseOptions(input.args, setOptions)
    const id = requireOption(positionals[0], '<id>')
    const { settings } = await requireOutlet(input, id)
    const changes = await readSettings(settings, values)
    await asOperator(input, ({ outlets }) => outlets.change(id, changes))
    input.out(`${id} is changed. What is sent from now on follows it.`)
    return exitCodes.ok
  },
}

export const listGenres: Command = {
  name: 'outlets genres',
  usage: 'outlets genres > <file>',
  summary: 'Print the map of genres to begin with, for --genres of outlets add and outlets set',
  async run(input) {
    input.out(JSON.stringify(defaultGenres(), null, 2))
    return exitCodes.ok
  },
}

export const testOutlet: Command = {
  name: 'outlets test',
  usage: 'outlets test <id>',
  summary: 'Connect to a store, write, rename, read and remove a file where it takes its packages',
  async run(input) {
    const id = requireOption(parseOptions(input.args, {}).positionals[0], '<id>')
    const { kind, settings } = await requireOutlet(input, id)
    const opened = await asOperator(input, ({ outlets }) => outlets.openSecret(id))
    const steps = await test({ kind, settings, secret: opened?.secret })
    for (const step of steps) input.out(formatTestStep(step))
    return steps.some(({ problem }) => problem !== undefined) ? exitCodes.failed : exitCodes.ok
  },
}

const switching = (name: string, isPaused: boolean, summary: string, done: string): Command => ({
  name,
  usage: `${name} <id>`,
  summary,
  async run(input) {
    const id = requireOption(parseOptions(input.args, {}).positionals[0], '<id>')
    const isKnown = await asOperator(input, ({ outlets }) => outlets.pause(id, isPaused))
    if (!isKnown) throw unknown(id)
    input.out(`${id} ${done}`)
    return exitCodes.ok
  },
})

export const pauseOutlet = switching(
  'outlets pause',
  true,
  'Send nothing to a store until it is resumed',
  'is paused. Deliveries to it wait.',
)
export const resumeOutlet = switching(
  'outlets resume',
  false,
  'Send to a store again',
  'is resumed. What waited goes on within two minutes.',
)
