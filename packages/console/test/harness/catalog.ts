import type { AccountId } from '../../../server/src/platform/values/ids.ts'
import { createTestAccount } from '../../../server/test/harness/accounts.ts'
import { call } from '../../../server/test/harness/api-client.ts'
import type { TestHub } from '../../../server/test/harness/hub.ts'
import { gtin13 } from '../../../server/test/harness/release-metadata.ts'
import { coverJpeg, masterWav, storeFile, submittableRelease } from '../../../server/test/harness/submittable.ts'

/** Titles as people and attackers write them. */
export const hostileTitles = [
  '<img src=x onerror="document.title=1">',
  'أغنية الليل الطويل',
  `A title without an end ${'and without a break'.repeat(24)}`,
] as const

export interface FilledAccount {
  readonly accountId: AccountId
  readonly key: string
  /** A release without findings, as a draft. */
  readonly draftId: string
}

/** An account with releases: one that can be submitted, and drafts with titles that pages must survive. */
export async function fillAccount(hub: TestHub): Promise<FilledAccount> {
  const account = await createTestAccount(hub, 'Night Label')
  const key = await account.key()
  const reach = { url: hub.url, key }
  const uploadId = await storeFile(reach, 'audio/wav', masterWav(7))
  const coverUploadId = await storeFile(reach, 'image/jpeg', await coverJpeg())
  const create = async (body: object): Promise<string> => {
    const answer = await call(hub.url, 'POST', '/api/v1/music-distributor/releases', { key, body })
    if (answer.status !== 201) throw new Error(`no release: ${JSON.stringify(answer.body)}`)
    return (answer.body as { id: string }).id
  }
  for (const title of hostileTitles) await create({ title, type: 'single', tracks: [{ title: 'One', uploadId }] })
  const draftId = await create(submittableRelease({ title: 'Night Drive', uploadId, coverUploadId, serial: 1 }))
  return { accountId: account.accountId, key, draftId }
}

/** Another release without findings; another `serial` for each copy. */
export async function copyDraft(hub: TestHub, { key, draftId }: FilledAccount, serial: number): Promise<string> {
  const releases = '/api/v1/music-distributor/releases'
  const { body } = await hub.json('POST', `${releases}/${draftId}/clone`, { key })
  // A copy has no code: it is another product.
  const named = await hub.json('PATCH', `${releases}/${body.id}`, { key, body: { upc: gtin13(serial) } })
  if (named.status !== 200) throw new Error(`no copy: ${JSON.stringify(named.body)}`)
  return body.id
}
