import { argument, choice, exitCodes, flag, UsageError } from '@spindle/command-line'
import { afterwards, type DropRow, type PackageRow } from '../../features/drops/index.ts'
import { asOperator } from '../operator-command/operator.ts'
import { type OperatorCommand, operatorCommand, show } from '../operator-command/operator-command.ts'
import { accountOption, shortName, unknownAccount, word } from '../operator-command/options.ts'
import { plainText } from '../operator-command/plain-text.ts'
import { formatTestStep } from './format-test-step.ts'
import { placeOptions, readPlace, readSignInChange, seconds, signInOptions } from './place-options.ts'

/** Places from which the hub fetches packages, each for one account. */

const unknown = (id: string): UsageError => new UsageError(`Unknown drop ${id}: see drops list`)

const dropId = word('Id of the drop')
const newDropId = argument.parsed('Id for the drop: lowercase letters, digits, - and _', (given) =>
  shortName('<id>', given, 'studio'),
)

const addOptions = {
  account: { ...accountOption, summary: 'Account that the packages belong to' },
  ...placeOptions,
  afterwards: choice(
    '--afterwards <what>',
    'What happens to a package after its import (default: move; in a bucket: report)',
    afterwards,
  ),
  everySeconds: seconds('--look-every <seconds>', 'How often the hub looks for packages', 30),
  settleSeconds: seconds('--settle <seconds>', 'How long a package must not have changed', 300),
  acknowledges: flag('--acknowledge', 'Write acknowledgements to the place'),
}

const addDrop = operatorCommand({
  name: 'drops add',
  summary: 'Add a place that the hub takes ERN packages from, for an account',
  input: { arguments: { id: newDropId }, options: addOptions },
  async run(input, { id, account: accountId, acknowledges, everySeconds, settleSeconds, ...values }) {
    const { kind, place, secret } = await readPlace(
      input,
      values,
      'Say where the packages are: --folder, --sftp or --s3',
    )
    const then = values.afterwards ?? (kind === 's3' ? 'report' : 'move')
    if (kind === 's3' && then === 'move')
      throw new UsageError('Files in a bucket cannot be moved: use --afterwards report or nothing')
    if (acknowledges && then === 'nothing')
      throw new UsageError(
        'Acknowledgements are written to the drop: use --acknowledge with --afterwards move or report',
      )
    const settings = {
      ...place,
      ...(acknowledges && { acknowledges }),
      afterwards: then,
      everySeconds,
      settleSeconds,
    }
    const { isAdded, hasSender } = await asOperator(input, async ({ accounts, drops, sender }) => {
      const all = await accounts.listAccounts()
      if (!all.some((account) => account.id === accountId)) throw unknownAccount(accountId)
      return {
        isAdded: await drops.add({ accountId, id, kind, settings }, secret),
        hasSender: sender !== undefined,
      }
    })
    if (!isAdded) throw new UsageError(`The drop ${id} already exists: see drops list`)
    input.out(`${id} was added. Test it with: drops test ${id}`)
    if (acknowledges && !hasSender)
      input.err('The hub needs SPINDLE_DPID to send acknowledgements, but it is not set in this shell.')
    return undefined
  },
})

const listDrops = operatorCommand({
  name: 'drops list',
  summary: 'List the places that packages are taken from',
  hasJson: true,
  input: {},
  async run(input) {
    const all = await asOperator(input, ({ drops }) => drops.list())
    show(
      input,
      all,
      all.map((drop) => plainText(lineOf(drop))),
    )
    if (all.length === 0) input.err('There are no drops. Add one with: drops add')
    return undefined
  },
})

function lineOf({ id, kind, accountId, isPaused, pausedReason, lookedAt, problem }: DropRow): string {
  const state = isPaused ? `paused${pausedReason === null ? '' : `: ${pausedReason}`}` : seen(lookedAt)
  return `${id}  ${kind}  ${accountId}  ${state}${isPaused || problem === null ? '' : `: ${problem}`}`
}

const seen = (at: Date | null): string => (at === null ? 'not checked yet' : `checked ${at.toISOString()}`)

const listDropPackages = operatorCommand({
  name: 'drops packages',
  summary: 'List the packages of a drop, each with its state',
  hasJson: true,
  input: { arguments: { id: dropId } },
  async run(input, { id }) {
    const packages = await asOperator(input, ({ drops }) => drops.listPackages(id))
    if (!packages) throw unknown(id)
    show(
      input,
      packages.map(({ fingerprint: _, isChecked: _checked, ...row }) => row),
      packages.map((row) => plainText(packageLine(row))),
    )
    return undefined
  },
})

const packageLine = ({ name, status, files, bytes, detail }: PackageRow): string =>
  `${name}  ${status}  ${files} files  ${bytes} bytes${detail === null ? '' : `  ${detail}`}`

const changeDropSignIn = operatorCommand({
  name: 'drops sign-in',
  summary: 'Change how the hub recognises a drop, or signs in to it',
  input: { arguments: { id: dropId }, options: signInOptions },
  async run(input, { id, ...values }) {
    const drop = (await asOperator(input, ({ drops }) => drops.list())).find((one) => one.id === id)
    if (!drop) throw unknown(id)
    const { settings, secret } = await readSignInChange(input, drop.kind, values)
    await asOperator(input, ({ drops }) => drops.change(id, settings, secret))
    input.out(`${id} was changed. Test it with: drops test ${id}`)
    return undefined
  },
})

const testDrop = operatorCommand({
  name: 'drops test',
  summary: 'Connect to a drop, list and read what is there, and write a test file; no package is taken',
  exitCodes: { [exitCodes.failed]: 'a step of the test failed' },
  input: { arguments: { id: dropId } },
  async run(input, { id }) {
    const steps = await asOperator(input, ({ drops }) => drops.test(id))
    if (!steps) throw unknown(id)
    for (const step of steps) input.out(formatTestStep(step))
    return steps.some(({ problem }) => problem !== undefined) ? exitCodes.failed : exitCodes.ok
  },
})

type Change = (id: string, drops: Parameters<Parameters<typeof asOperator>[1]>[0]['drops']) => Promise<boolean>

const changing = (name: string, summary: string, change: Change, done: string) =>
  operatorCommand({
    name: `drops ${name}`,
    summary,
    input: { arguments: { id: dropId } },
    async run(input, { id }) {
      if (!(await asOperator(input, ({ drops }) => change(id, drops)))) throw unknown(id)
      input.out(`${id} ${done}`)
      return undefined
    },
  })

const pauseDrop = changing(
  'pause',
  'Take nothing from a drop until it is resumed',
  (id, drops) => drops.pause(id, true),
  'is paused. Its packages wait.',
)
const resumeDrop = changing(
  'resume',
  'Take packages from a drop again',
  (id, drops) => drops.pause(id, false),
  'is resumed. The hub checks it now.',
)
const removeDrop = changing(
  'remove',
  'Forget a drop; imported releases stay, and so do the files of the drop',
  (id, drops) => drops.remove(id),
  'is removed.',
)

export const dropCommands: readonly OperatorCommand[] = [
  addDrop,
  changeDropSignIn,
  listDrops,
  listDropPackages,
  testDrop,
  pauseDrop,
  resumeDrop,
  removeDrop,
]
