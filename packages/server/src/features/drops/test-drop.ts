import {
  type OpenTransport,
  openTransport,
  runSteps,
  type Step,
  type TestStep,
  writingSteps,
} from '../interchange/index.ts'
import type { DropRow } from './drop-queries.ts'
import { listPlace } from './packages/list-place.ts'

const patienceMs = 60_000

/** Does once what taking packages needs, and takes none. Stops at the first step that does not work. */
export async function testDrop({ kind, settings }: DropRow, secret: string | undefined): Promise<TestStep[]> {
  const signal = AbortSignal.timeout(patienceMs)
  const transport = openTransport(kind, { settings, secret, signal })
  try {
    return await runSteps([
      ...(transport.greet ? [['connect', transport.greet] as const] : []),
      ...readingSteps(transport, signal),
      ...(settings.afterwards === 'nothing' ? [] : writingSteps(transport, signal)),
    ])
  } finally {
    await transport.close()
  }
}

function readingSteps(transport: OpenTransport, signal: AbortSignal): readonly Step[] {
  let first: string | undefined
  return [
    [
      'list it',
      async () => {
        if (transport.rename && (await transport.stat('')) === undefined) throw new Error('the folder does not exist')
        const { packages, loose, isWhole } = await listPlace(transport)
        first = packages.flatMap(({ entries }) => entries.slice(0, 1))[0]?.path
        const files = packages.reduce((sum, { entries }) => sum + entries.length, 0)
        const more = isWhole ? '' : ', and more than the hub reads'
        const aside = loose === 0 ? '' : `; ${loose} files at the top level are ignored`
        return `${packages.length} packages with ${files} files${more}${aside}`
      },
    ],
    [
      'read from a file',
      async () => {
        if (first === undefined) return 'there are none yet'
        for await (const _ of await transport.open(first, signal)) break
        return undefined
      },
    ],
  ]
}
