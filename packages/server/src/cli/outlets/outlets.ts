import { argument, exitCodes, UsageError } from '@spindle/command-line'
import { asStoreSettings, testAddedOutlet } from '../../features/interchange/index.ts'
import type { OutletRow } from '../../features/outlets/index.ts'
import { operatorActor } from '../../features/people/index.ts'
import { asOperator } from '../operator-command/operator.ts'
import {
  type OperatorCommand,
  type OperatorContext,
  operatorCommand,
  show,
} from '../operator-command/operator-command.ts'
import { shortName, word } from '../operator-command/options.ts'
import { plainText } from '../operator-command/plain-text.ts'
import { formatTestStep } from './format-test-step.ts'
import { addOptions, readSettings, readStore, requireForProgram, setOptions } from './outlet-options.ts'
import { defaultGenres } from './outlet-wishes.ts'
import { readSignInChange, signInOptions } from './place-options.ts'
import { readVariables, variablesOption } from './program-options.ts'

/** The stores that receive packages of releases. */

const outletId = word('Id of the outlet')
const newOutletId = argument.parsed('Id for the outlet: lowercase letters, digits, - and _', (given) => {
  if (given.trim() === 'sandbox') throw new UsageError('"sandbox" is the outlet of the hub: choose another id')
  return shortName('<id>', given, 'shop')
})

const unknown = (id: string): UsageError => new UsageError(`Unknown outlet ${id}: see outlets list`)

async function requireOutlet(input: OperatorContext, id: string): Promise<OutletRow> {
  const all = await asOperator(input, ({ outlets }) => outlets.listAdded())
  const found = all.find((outlet) => outlet.id === id)
  if (!found) throw unknown(id)
  return found
}

const addOutlet = operatorCommand({
  name: 'outlets add',
  summary: 'Add a store that takes ERN packages',
  description:
    'Adds a store that takes ERN packages in a folder, by SFTP, in an S3 bucket, or from a program of yours. Its messages are marked as tests until you give --live.',
  examples: [
    'spindle-hub outlets add shop --name "Example Store" --folder /srv/shop --to PADPIDA2014120301U="Example Store"',
    'spindle-hub outlets add own --name "Own Store" --program /opt/spindle/send-package --env-file send-package.env --to PADPIDA2014120301U="Own Store"',
    'spindle-hub outlets add shop --name "Example Store" --sftp spindle@sftp.store.example --host-key SHA256:... --key-file ~/.ssh/shop --to PADPIDA2014120301U="Example Store" --live',
  ],
  input: { arguments: { id: newOutletId }, options: addOptions },
  async run(input, { id, ...values }) {
    const name = values.name.slice(0, 200)
    const { kind, settings, secret } = await readStore(input, values)
    const { isAdded, hasSender } = await asOperator(input, async ({ changeOutlets, sender }) => ({
      isAdded: await changeOutlets.add({ id, kind, name, settings }, secret, operatorActor),
      hasSender: sender !== undefined,
    }))
    if (!isAdded) throw new UsageError(`The outlet ${id} already exists: see outlets list`)
    input.out(`${id} was added. Test it with: outlets test ${id}`)
    if (!hasSender) input.err('The hub needs SPINDLE_DPID to send messages, but it is not set in this shell.')
    return undefined
  },
})

const listOutlets = operatorCommand({
  name: 'outlets list',
  summary: 'List the stores that were added',
  hasJson: true,
  input: {},
  async run(input) {
    const added = await asOperator(input, ({ outlets }) => outlets.listAdded())
    const all = added.map((outlet) => {
      const { ernVersion, isTest } = asStoreSettings(outlet.settings)
      return { ...outlet, ernVersion, isTest }
    })
    show(
      input,
      all,
      all.map((outlet) => plainText(lineOf(outlet))),
    )
    if (all.length === 0) input.err('There are no stores. Add one with: outlets add')
    return undefined
  },
})

type ListedOutlet = OutletRow & { readonly ernVersion: string; readonly isTest: boolean }

const lineOf = ({ id, kind, name, ernVersion, isTest, isPaused, pausedReason }: ListedOutlet): string =>
  `${id}  ${kind}  ${name}  ERN ${ernVersion}${isTest ? '  test' : ''}${isPaused ? '  paused' : ''}${pausedReason === null ? '' : `: ${pausedReason}`}`

const changeSignIn = operatorCommand({
  name: 'outlets sign-in',
  summary: 'Change how the hub recognises a store or signs in to it, or the variables of a program',
  input: { arguments: { id: outletId }, options: { ...signInOptions, ...variablesOption } },
  async run(input, { id, envFile, ...values }) {
    const { kind } = await requireOutlet(input, id)
    if (kind === 'program' && envFile === undefined) throw new UsageError('Use --env-file')
    if (kind !== 'program' && envFile !== undefined)
      throw new UsageError('--env-file is only for outlets with --program')
    const change =
      envFile === undefined
        ? await readSignInChange(input, kind, values)
        : { settings: {}, secret: await readVariables(input, envFile) }
    await asOperator(input, ({ changeOutlets }) => changeOutlets.change(id, change, operatorActor))
    input.out(`${id} was changed. Test it with: outlets test ${id}`)
    return undefined
  },
})

const setOutlet = operatorCommand({
  name: 'outlets set',
  summary: 'Change what a store takes, how files are written there, and when a release is live',
  input: { arguments: { id: outletId }, options: setOptions },
  async run(input, { id, ...values }) {
    const { kind, settings } = await requireOutlet(input, id)
    if (kind === 'program') requireForProgram(values)
    const change = { settings: await readSettings(settings, values) }
    await asOperator(input, ({ changeOutlets }) => changeOutlets.change(id, change, operatorActor))
    input.out(`${id} was changed. New messages use the new settings.`)
    return undefined
  },
})

const listGenres = operatorCommand({
  name: 'outlets genres',
  summary: 'Print a genre map to edit, for --genres of outlets add and outlets set',
  examples: ['spindle-hub outlets genres > genres.json'],
  input: {},
  async run(input) {
    input.out(JSON.stringify(defaultGenres(), null, 2))
    return undefined
  },
})

const testOutlet = operatorCommand({
  name: 'outlets test',
  summary: 'Connect to a store, and write, rename, read and remove a file there; of a program, check that it may run',
  exitCodes: { [exitCodes.failed]: 'a step of the test failed' },
  input: { arguments: { id: outletId } },
  async run(input, { id }) {
    const steps = await asOperator(input, ({ outlets }) => testAddedOutlet(outlets, id))
    if (!steps) throw unknown(id)
    for (const step of steps) input.out(formatTestStep(step))
    return steps.some(({ problem }) => problem !== undefined) ? exitCodes.failed : exitCodes.ok
  },
})

const switching = (name: string, isPaused: boolean, summary: string, done: string) =>
  operatorCommand({
    name,
    summary,
    input: { arguments: { id: outletId } },
    async run(input, { id }) {
      const isKnown = await asOperator(input, ({ changeOutlets }) => changeOutlets.pause(id, isPaused, operatorActor))
      if (!isKnown) throw unknown(id)
      input.out(`${id} ${done}`)
      return undefined
    },
  })

const pauseOutlet = switching(
  'outlets pause',
  true,
  'Send nothing to a store until it is resumed',
  'is paused. Deliveries to it wait.',
)
const resumeOutlet = switching(
  'outlets resume',
  false,
  'Send to a store again',
  'is resumed. Waiting deliveries continue within two minutes.',
)

const removeOutlet = operatorCommand({
  name: 'outlets remove',
  summary: 'Forget a store and its credentials, once no release is there any more',
  input: { arguments: { id: outletId } },
  async run(input, { id }) {
    if (!(await asOperator(input, ({ changeOutlets }) => changeOutlets.remove(id, operatorActor)))) throw unknown(id)
    input.out(`${id} is removed. Its messages stay with their releases.`)
    return undefined
  },
})

export const outletCommands: readonly OperatorCommand[] = [
  addOutlet,
  changeSignIn,
  setOutlet,
  listGenres,
  testOutlet,
  pauseOutlet,
  resumeOutlet,
  removeOutlet,
  listOutlets,
]
