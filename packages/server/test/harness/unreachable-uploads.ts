import type { JsonAnswer, TestHub } from './hub.ts'
import { createReleaseFixture, type ReleaseFixture } from './releases.ts'
import { uploadsPath } from './uploads.ts'

/** The answers of an operation about uploads that its key cannot reach. */

const seen = ({ status, body }: JsonAnswer) => ({ status, body: { ...body, requestId: undefined } })

export interface UnreachableUploads {
  /** About an id that no upload has. */
  readonly unknown: ReturnType<typeof seen>
  /** About uploads of another account and texts that are not ids. */
  readonly others: readonly ReturnType<typeof seen>[]
  /** Of the uploads of the other account, afterwards. */
  readonly foreignStatuses: readonly string[]
}

export async function askForUnreachableUploads(
  { hub, fixture }: { readonly hub: TestHub; readonly fixture: ReleaseFixture },
  { method, suffix = '' }: { readonly method: string; readonly suffix?: string },
): Promise<UnreachableUploads> {
  const ask = async (id: string) => seen(await hub.json(method, `${uploadsPath}/${id}${suffix}`, { key: fixture.key }))
  const owner = await createReleaseFixture(hub, 'Other Records')
  const foreign = [await owner.audio(), await owner.cover()]
  const unknown = await ask('upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
  const malformed = ['upl_1', 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', '%00', '..%2F..%2Fetc']
  const others = []
  for (const id of [...foreign, ...malformed]) others.push(await ask(id))
  const foreignStatuses = []
  for (const id of foreign)
    foreignStatuses.push((await hub.json('GET', `${uploadsPath}/${id}`, { key: owner.key })).body.status)
  return { unknown, others, foreignStatuses }
}
