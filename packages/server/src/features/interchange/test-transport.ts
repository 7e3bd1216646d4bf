import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { OutletFailure, type OutletRecords } from '../outlets/index.ts'
import { asStoreSettings, writesInPlace } from './outlet-settings.ts'
import { testProgram } from './programs/test-program.ts'
import { messageOf, runSteps, type Step, type TestStep } from './run-steps.ts'
import { ifAllowed, isForbidden } from './transports/failures.ts'
import { inPlace } from './transports/name-steps.ts'
import { openTransport, type StoreKind, storeKinds } from './transports/open-transport.ts'
import type { OpenTransport } from './transports/transport.ts'

interface TestedOutlet {
  readonly id: string
  readonly kind: string
  readonly settings: unknown
  readonly secret: string | undefined
}

/** Tests an outlet that the operator added. Undefined for any other. */
export async function testAddedOutlet(
  outlets: Pick<OutletRecords, 'listAdded' | 'openSecret'>,
  id: string,
): Promise<TestStep[] | undefined> {
  const found = (await outlets.listAdded()).find((outlet) => outlet.id === id)
  if (!found) return undefined
  try {
    const opened = await outlets.openSecret(id)
    const tested = { id, kind: found.kind, settings: found.settings, secret: opened?.secret }
    return await Promise.race([testOutlet(tested), whenLate()])
  } catch (error) {
    if (error instanceof OutletFailure) return [{ step: 'read the stored sign-in', problem: error.message }]
    throw error
  }
}

const patienceMs = 60_000

/** Not every transport ends with its signal: a bucket, or a folder of a network, may keep a request waiting. */
async function whenLate(): Promise<TestStep[]> {
  await sleep(patienceMs + 1_000, undefined, { ref: false })
  return [{ step: 'connect', problem: `the store did not answer within ${patienceMs / 1_000} seconds` }]
}

/** Does once, with its own file, what packages need, and cleans up. Stops at the first step that does not work. */
export async function testOutlet({ id, kind, settings, secret }: TestedOutlet): Promise<TestStep[]> {
  if (kind === 'program') return testProgram(settings, secret)
  if (!isStore(kind)) throw new Error(`The hub does not support outlets of the kind ${kind}.`)
  const signal = AbortSignal.timeout(patienceMs)
  const opened = openTransport(kind, { settings, secret, signal })
  const transport = writesInPlace(settings) ? inPlace(opened) : opened
  try {
    const { write, cleanUp } = trialFile(transport, signal, `outlets set ${id} --write-files in_place`)
    const greeted = await runSteps(transport.greet ? [['connect', transport.greet]] : [])
    if (hasProblem(greeted)) return greeted
    const written = await runSteps(write)
    const cleaned = await cleanUp()
    if (hasProblem(written) || !asStoreSettings(settings).acknowledges) return [...greeted, ...written, ...cleaned]
    return [...greeted, ...written, ...cleaned, ...(await lookForAnswers(transport, id))]
  } finally {
    await transport.close()
  }
}

const isStore = (kind: string): kind is StoreKind => (storeKinds as readonly string[]).includes(kind)
const hasProblem = (steps: readonly TestStep[]): boolean => steps.some(({ problem }) => problem !== undefined)

/** Reports only a failure. A store may accept packages and send no acknowledgements. */
async function lookForAnswers(transport: OpenTransport, id: string): Promise<TestStep[]> {
  const steps = await runSteps([['list acknowledgements', () => transport.list('acknowledgements')]])
  return steps.flatMap(({ step, problem }) =>
    problem === undefined
      ? []
      : [
          {
            step,
            problem: `its acknowledgements cannot be read (${problem}). If it sends none: outlets set ${id} --no-acknowledgements`,
          },
        ],
  )
}

/** That the hub may write, and take away what it has written. */
export function writingSteps(transport: OpenTransport, signal: AbortSignal): readonly Step[] {
  const { write, remove } = trialFile(transport, signal)
  return [...write, ['remove it', remove]]
}

function trialFile(transport: OpenTransport, signal: AbortSignal, fix?: string) {
  const folder = `spindle-test-${randomUUID()}`
  const text = 'Written by a test of the hub. You can delete it.\n'
  const { rename } = transport
  const file = `${folder}/a`
  const written = rename ? `${file}.part` : file
  let made: readonly string[] = []
  const renaming = (to: NonNullable<typeof rename>): Step => [
    'rename it',
    async () => {
      await to(written, file).catch((error: unknown) => {
        throw fix !== undefined && error instanceof Error && isForbidden(error) ? withFix(error, fix) : error
      })
      made = [file, folder]
    },
  ]
  const write: readonly Step[] = [
    [
      'create a folder',
      async () => {
        await transport.mkdirs(folder)
        made = [folder]
      },
    ],
    [
      'write a file',
      async () => {
        await transport.putStream(written, Readable.from([Buffer.from(text)]), signal)
        made = [written, folder]
      },
    ],
    ...(rename ? [renaming(rename)] : []),
    ['read it', () => readTrial(transport, file, text)],
  ]
  return { write, remove: () => transport.remove(folder), cleanUp: () => removeTrial(transport, made) }
}

const withFix = (error: Error, fix: string): Error =>
  new Error(`${error.message}. Files can be written in place: ${fix}`, { cause: error })

/** Reading may be forbidden: the hub never reads a package that it has written. */
async function readTrial(transport: OpenTransport, file: string, text: string): Promise<string | undefined> {
  const found = await ifAllowed(() => transport.read(file, 1000))
  if (found === undefined) return 'not allowed, and not needed'
  if (found.toString() !== text) throw new Error('its content is different')
  return undefined
}

/** Removes one path after the other. The hub knows what it wrote, even if it may not list the folder. */
async function removeTrial(transport: OpenTransport, made: readonly string[]): Promise<TestStep[]> {
  if (made.length === 0) return []
  const left: string[] = []
  let failure: unknown
  for (const path of made)
    await transport.remove(path).catch((error: unknown) => {
      left.push(path)
      // A folder with a file in it fails afterwards, for another reason.
      failure ??= error
    })
  if (left.length === 0) return [{ step: 'remove it', found: undefined, problem: undefined }]
  const rest = `so this is left there: ${left.join(', ')}`
  return isForbidden(failure)
    ? [{ step: 'remove it', found: `the store does not allow it, ${rest}`, problem: undefined }]
    : [{ step: 'remove it', problem: `${messageOf(failure)}, ${rest}` }]
}
