import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { openTransport, type StoreKind, storeKinds } from './transports/open-transport.ts'
import type { OpenTransport } from './transports/transport.ts'

export interface TestStep {
  readonly step: string
  /** What was learnt beyond that it worked. */
  readonly found?: string | undefined
  /** Undefined where it worked. */
  readonly problem: string | undefined
}

interface TestedOutlet {
  readonly kind: string
  readonly settings: unknown
  readonly secret: string | undefined
}

const patienceMs = 60_000

/** Does once, with its own file, what packages need. Stops at the first step that does not work. */
export async function testOutlet({ kind, settings, secret }: TestedOutlet): Promise<TestStep[]> {
  if (!isStore(kind)) throw new Error(`The hub does not support outlets of the kind ${kind}.`)
  const signal = AbortSignal.timeout(patienceMs)
  const transport = openTransport(kind, { settings, secret, signal })
  try {
    return await runSteps(stepsOf(transport, signal))
  } finally {
    await transport.close()
  }
}

const isStore = (kind: string): kind is StoreKind => (storeKinds as readonly string[]).includes(kind)

/** Answers what was found, if there is more to say than that it worked. */
export type Step = readonly [name: string, work: () => Promise<unknown>]

const stepsOf = (transport: OpenTransport, signal: AbortSignal): readonly Step[] => [
  ...(transport.greet ? [['connect', transport.greet] as const] : []),
  ...writingSteps(transport, signal),
]

/** That the hub may write, and take away what it has written. */
export function writingSteps(transport: OpenTransport, signal: AbortSignal): readonly Step[] {
  const folder = `spindle-test-${randomUUID()}`
  const text = 'Written by a test of the hub. You can delete it.\n'
  const { rename } = transport
  const written = `${folder}/${rename ? 'a.part' : 'a'}`
  return [
    ['create a folder', () => transport.mkdirs(folder)],
    ['write a file', () => transport.putStream(written, Readable.from([Buffer.from(text)]), signal)],
    ...(rename ? [['rename it', () => rename(written, `${folder}/a`)] as const] : []),
    [
      'read it',
      async () => {
        if ((await transport.read(`${folder}/a`, 1000)).toString() !== text) throw new Error('its content is different')
      },
    ],
    ['remove it', () => transport.remove(folder)],
  ]
}

export async function runSteps(steps: readonly Step[]): Promise<TestStep[]> {
  const done: TestStep[] = []
  for (const [step, work] of steps)
    try {
      const found = await work()
      done.push({ step, found: typeof found === 'string' ? found : undefined, problem: undefined })
    } catch (error) {
      return [...done, { step, problem: error instanceof Error ? error.message : String(error) }]
    }
  return done
}
