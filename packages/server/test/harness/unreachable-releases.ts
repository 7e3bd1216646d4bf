import type { JsonAnswer, TestHub } from './hub.ts'
import { createReleaseFixture, type ReleaseFixture, releasesPath } from './releases.ts'

/** The answers of an operation about releases that its key cannot reach. */

interface UnreachableQuestion {
  readonly method: string
  /** The path after the release. */
  readonly suffix?: string
  readonly body?: unknown
  /** Of the release of another account. */
  readonly foreign?: object
}

export interface UnreachableAnswers {
  /** About an id that no release has. */
  readonly unknown: SeenAnswer
  /** About a release of another account, a draft that was deleted, and a text that is not an id. */
  readonly others: readonly SeenAnswer[]
  /** The release of the other account and its events, as its owner reads them before and after. */
  readonly before: readonly unknown[]
  readonly after: readonly unknown[]
}

type SeenAnswer = ReturnType<typeof seen>

/** The visible parts of an answer, without what differs between requests. */
const seen = ({ status, headers, body }: JsonAnswer) => ({
  status,
  headers: [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date'),
  body: { ...body, requestId: undefined },
})

const unusedId = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

export async function askForUnreachableReleases(
  { hub, fixture }: { readonly hub: TestHub; readonly fixture: ReleaseFixture },
  { method, suffix = '', body, foreign = {} }: UnreachableQuestion,
): Promise<UnreachableAnswers> {
  const ask = async (id: string) =>
    seen(await hub.json(method, `${releasesPath}/${id}${suffix}`, { key: fixture.key, body }))
  const owner = await createReleaseFixture(hub, 'Other Records')
  const { body: release } = await owner.release(foreign)
  const { body: deleted } = await fixture.release()
  await hub.json('DELETE', `${releasesPath}/${deleted.id}`, { key: fixture.key })
  const read = async () => [(await owner.get(release.id)).body, (await owner.events(release.id)).body.data]
  const before = await read()
  const unknown = await ask(unusedId)
  const others = [await ask(release.id), await ask(deleted.id), await ask('rel_1')]
  return { unknown, others, before, after: await read() }
}
