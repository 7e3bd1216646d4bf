import { afterwards, type DropRow, type PackageRow } from '../features/drops/index.ts'
import { requireAccountId, unknownAccount } from './accounts.ts'
import { type Command, exitCodes, show, UsageError } from './command.ts'
import { formatTestStep } from './format-test-step.ts'
import { asOperator } from './operator.ts'
import { parseOptions, requireOption } from './options.ts'
import { oneOf, placeOptions, readPlace, readSeconds, readSignInChange, signInOptions } from './place-options.ts'
import { plainText } from './plain-text.ts'

/** Places of others that the hub takes packages from, each for one account. */

const unknown = (id: string): UsageError => new UsageError(`There is no drop ${id}: see drops list`)

const addOptions = {
  account: { type: 'string' },
  ...placeOptions,
  afterwards: { type: 'string' },
  'look-every': { type: 'string', default: '30' },
  settle: { type: 'string', default: '300' },
  acknowledge: { type: 'boolean' },
} as const

export const addDrop: Command = {
  name: 'drops add',
  usage:
    'drops add <id> --account <account id> (--folder <path> | --sftp <user@host[:port]> [--directory <path>] --host-key <fingerprint> (--password-file <file> | --key-file <file>) | --s3 <s3://bucket/prefix> [--region <region>] [--endpoint <url>] --access-key <id> --secret-key-file <file>) [--afterwards move|report|nothing] [--look-every <seconds>] [--settle <seconds>] [--acknowledge]',
  summary: 'Add a place that the hub takes ERN packages from, on behalf of an account',
  async run(input) {
    const { positionals, values } = parseOptions(input.args, addOptions)
    const id = requireOption(positionals[0], '<id>')
    if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(id)) throw new UsageError('<id> has small letters, digits, - and _')
    const accountId = requireAccountId(values.account)
    const { kind, place, secret } = await readPlace(input, values, 'Say where the packages lie')
    const then = oneOf('--afterwards', values.afterwards ?? (kind === 's3' ? 'report' : 'move'), afterwards)
    if (kind === 's3' && then === 'move')
      throw new UsageError('Nothing can be moved in a bucket: --afterwards is report or nothing')
    const acknowledges = values.acknowledge === true
    if (acknowledges && then === 'nothing')
      throw new UsageError(
        'Acknowledgements are written to the place: --acknowledge goes with --afterwards move or report',
      )
    const settings = {
      ...place,
      ...(acknowledges && { acknowledges }),
      afterwards: then,
      everySeconds: readSeconds('--look-every', values['look-every']),
      settleSeconds: readSeconds('--settle', values.settle),
    }
    const { isAdded, hasSender } = await asOperator(input, async ({ accounts, drops, sender }) => {
      const all = await accounts.listAccounts()
      if (!all.some((account) => account.id === accountId)) throw unknownAccount(accountId)
      return {
        isAdded: await drops.add({ accountId, id, kind, settings }, secret),
        hasSender: sender !== undefined,
      }
    })
    if (!isAdded) throw new UsageError(`There is a drop ${id} already: see drops list`)
    input.out(`${id} is added. Try it with: drops test ${id}`)
    if (acknowledges && !hasSender)
      input.err('The hub needs SPINDLE_DPID to acknowledge anything; this shell has none.')
    return exitCodes.ok
  },
}

export const listDrops: Command = {
  name: 'drops list',
  usage: 'drops list',
  summary: 'List the places that packages are taken from',
  hasJson: true,
  async run(input) {
    const all = await asOperator(input, ({ drops }) => drops.list())
    show(
      input,
      all,
      all.map((drop) => plainText(lineOf(drop))),
    )
    if (all.length === 0) input.err('No drop is added.')
    return exitCodes.ok
  },
}

function lineOf({ id, kind, accountId, isPaused, pausedReason, lookedAt, problem }: DropRow): string {
  const state = isPaused ? `paused${pausedReason === null ? '' : `: ${pausedReason}`}` : seen(lookedAt)
  return `${id}  ${kind}  ${accountId}  ${state}${isPaused || problem === null ? '' : `: ${problem}`}`
}

const seen = (at: Date | null): string => (at === null ? 'not looked into yet' : `looked into ${at.toISOString()}`)

export const listDropPackages: Command = {
  name: 'drops packages',
  usage: 'drops packages <id>',
  summary: 'List what lies in a drop, and what each package waits for or ended with',
  hasJson: true,
  async run(input) {
    const id = requireOption(parseOptions(input.args, {}).positionals[0], '<id>')
    const packages = await asOperator(input, ({ drops }) => drops.listPackages(id))
    if (!packages) throw unknown(id)
    show(
      input,
      packages.map(({ fingerprint: _, isChecked: _checked, ...row }) => row),
      packages.map((row) => plainText(packageLine(row))),
    )
    return exitCodes.ok
  },
}

const packageLine = ({ name, status, files, bytes, detail }: PackageRow): string =>
  `${name}  ${status}  ${files} files  ${bytes} bytes${detail === null ? '' : `  ${detail}`}`

export const changeDropSignIn: Command = {
  name: 'drops sign-in',
  usage:
    'drops sign-in <id> [--host-key <fingerprint>] [--password-file <file> | --key-file <file>] [--access-key <id> --secret-key-file <file>]',
  summary: 'Change what the hub knows a drop by, or signs in with; - in place of a file is standard input',
  async run(input) {
    const { positionals, values } = parseOptions(input.args, signInOptions)
    const id = requireOption(positionals[0], '<id>')
    const drop = (await asOperator(input, ({ drops }) => drops.list())).find((one) => one.id === id)
    if (!drop) throw unknown(id)
    const { settings, secret } = await readSignInChange(input, drop.kind, values)
    await asOperator(input, ({ drops }) => drops.change(id, settings, secret))
    input.out(`${id} is changed. Try it with: drops test ${id}`)
    return exitCodes.ok
  },
}

export const testDrop: Command = {
  name: 'drops test',
  usage: 'drops test <id>',
  summary: 'Connect to a drop, list and read what lies there, write where the hub may; nothing is taken',
  async run(input) {
    const id = requireOption(parseOptions(input.args, {}).positionals[0], '<id>')
    const steps = await asOperator(input, ({ drops }) => drops.test(id))
    if (!steps) throw unknown(id)
    for (const step of steps) input.out(formatTestStep(step))
    return steps.some(({ problem }) => problem !== undefined) ? exitCodes.failed : exitCodes.ok
  },
}

type Change = (id: string, drops: Parameters<Parameters<typeof asOperator>[1]>[0]['drops']) => Promise<boolean>

const changing = (word: string, summary: string, change: Change, done: string): Command => ({
  name: `drops ${word}`,
  usage: `drops ${word} <id>`,
  summary,
  async run(input) {
    const id = requireOption(parseOptions(input.args, {}).positionals[0], '<id>')
    if (!(await asOperator(input, ({ drops }) => change(id, drops)))) throw unknown(id)
    input.out(`${id} ${done}`)
    return exitCodes.ok
  },
})

export const pauseDrop = changing(
  'pause',
  'Take nothing from a drop until it is resumed',
  (id, drops) => drops.pause(id, true),
  'is paused. What lies there waits.',
)
export const resumeDrop = changing(
  'resume',
  'Take packages from a drop again',
  (id, drops) => drops.pause(id, false),
  'is resumed. The hub looks into it now.',
)
export const removeDrop = changing(
  'remove',
  'Forget a drop; what was imported stays, and so does everything that lies there',
  (id, drops) => drops.remove(id),
  'is removed.',
)
