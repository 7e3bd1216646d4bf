import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { fromOwnPage, setUpOperator, type TestPerson } from '../harness/people.ts'
import { coverJpeg, shortMaster, storeFile, submittableRelease, untilLive } from '../harness/submittable.ts'

/** Reviews by a person: an operator sees and plays releases of other accounts, and decides them by name. */

const reviewsPath = '/console/api/operator/reviews'
const releasesPath = '/api/v1/music-distributor/releases'

describe('reviews by a person', () => {
  let hub: TestHub
  let operator: TestPerson
  let label: { readonly url: string; readonly key: string; readonly accountId: string }
  let [audio, cover, serial] = ['', '', 0]
  beforeAll(async () => {
    hub = await startTestHub({ environment: { SPINDLE_REVIEW: 'manual', SPINDLE_SANDBOX_OUTLET: 'on' } })
    operator = await setUpOperator(hub)
    const account = await createTestAccount(hub, 'Other Label')
    label = { url: hub.url, key: await account.key(), accountId: account.accountId }
    audio = await storeFile(label, 'audio/wav', shortMaster(3))
    cover = await storeFile(label, 'image/jpeg', await coverJpeg())
  })

  const submit = async (title: string): Promise<string> => {
    const body = {
      ...submittableRelease({ title, uploadId: audio, coverUploadId: cover, serial: ++serial }),
      submit: true,
    }
    const answer = await hub.json('POST', releasesPath, { key: label.key, body })
    expect(answer.body.status).toBe('submitted')
    return answer.body.id
  }
  const releaseOf = async (id: string) => (await hub.json('GET', `${releasesPath}/${id}`, { key: label.key })).body
  const newestEvent = async (id: string) =>
    (await hub.json('GET', `${releasesPath}/${id}/events?limit=1`, { key: label.key })).body.data[0]
  const decide = (id: string, what: string, body: object) => operator.ask('POST', `${reviewsPath}/${id}/${what}`, body)
  const fileStatus = async (path: string, range = 'bytes=0-43') =>
    (await hub.request(path, { headers: { ...fromOwnPage, cookie: operator.cookie() ?? '', range } })).status

  it('plays the master and shows the cover while the release waits, and never after', async () => {
    const id = await submit('Listen')
    const paths = [`${reviewsPath}/${id}/audio/${audio}`, `${reviewsPath}/${id}/image/${cover}`] as const
    const heard = await hub.request(paths[0], {
      headers: { ...fromOwnPage, cookie: operator.cookie() ?? '', range: 'bytes=0-3' },
    })
    expect([heard.status, heard.headers.get('content-type'), await heard.text()]).toEqual([206, 'audio/wav', 'RIFF'])
    expect(heard.headers.get('content-security-policy')).toContain('sandbox')
    expect(heard.headers.get('cache-control')).toBe('private, no-store')
    expect(heard.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await fileStatus(paths[1])).toBe(206)
    // An upload that the release does not refer to is not accessible.
    const other = await storeFile(label, 'audio/wav', shortMaster(4))
    expect(await fileStatus(`${reviewsPath}/${id}/audio/${other}`)).toBe(404)
    expect((await decide(id, 'approve', { revision: 1 })).status).toBe(204)
    for (const path of paths) expect(await fileStatus(path)).toBe(404)
    const detail = (await operator.ask('GET', `${reviewsPath}/${id}`)).body
    expect(detail).toMatchObject({ isWaiting: false, approvedRevision: 1 })
  })

  it('shows the release with its files and findings, and what changed since it was approved', async () => {
    const id = await submit('Before')
    const waiting = (await operator.ask('GET', `${reviewsPath}/${id}`)).body
    expect(waiting).toMatchObject({
      accountId: label.accountId,
      accountName: 'Other Label',
      isWaiting: true,
      isUpdate: false,
      approvedRevision: null,
      changes: [],
      heldAt: [],
      audioChangeReasons: [],
      heldReleases: [],
      release: { id, title: 'Before' },
    })
    const kinds = new Map(
      waiting.uploads.map(({ id: upload, technical }: { id: string; technical: { kind: string } }) => [
        upload,
        technical.kind,
      ]),
    )
    expect(kinds).toEqual(
      new Map([
        [audio, 'audio'],
        [cover, 'image'],
      ]),
    )
    expect(waiting.uploads.find(({ id: upload }: { id: string }) => upload === audio).technical.peaks).toHaveLength(800)
    await decide(id, 'approve', { revision: 1 })
    await untilLive(label, id)
    await hub.json('PATCH', `${releasesPath}/${id}`, { key: label.key, body: { title: 'After' } })
    await hub.json('POST', `${releasesPath}/${id}/submit`, { key: label.key })
    const update = (await operator.ask('GET', `${reviewsPath}/${id}`)).body
    expect(update).toMatchObject({ isWaiting: true, isUpdate: true, approvedRevision: 1 })
    expect(update.changes).toContainEqual({ pointer: '/title', before: 'Before', after: 'After' })
    expect((await operator.ask('GET', `${reviewsPath}?kind=update`)).body.data).toMatchObject([{ releaseId: id }])
    expect(await fileStatus(`${reviewsPath}/${id}/audio/${audio}`)).toBe(206)
    expect((await decide(id, 'approve', { revision: 1 })).body.error).toBe('state_conflict')
    expect((await decide(id, 'approve', { revision: 2 })).status).toBe(204)
    await untilLive(label, id)
    const hold = await operator.ask('POST', `/console/api/operator/releases/${id}/hold`, { reason: 'Court order 7' })
    expect(hold.status).toBe(204)
    expect((await operator.ask('GET', `${reviewsPath}/${id}`)).body.heldAt).toEqual(['sandbox'])
  })

  it('asks for changes at a field, in the name of the person; the account fixes it and is approved', async () => {
    const id = await submit('Nihgt Drive')
    const issues = [{ pointer: '/title', note: 'Spell it as on the cover.' }]
    expect((await decide(id, 'request-changes', { revision: 1, issues })).status).toBe(204)
    const event = await newestEvent(id)
    expect(event.actor).toEqual({ type: 'operator', id: expect.stringMatching(/^usr_/), name: 'Mia Blue' })
    expect((await releaseOf(id)).review).toMatchObject({
      decision: 'changes_requested',
      issues: [{ pointer: '/title', code: 'review', note: 'Spell it as on the cover.' }],
    })
    await hub.json('PATCH', `${releasesPath}/${id}`, { key: label.key, body: { title: 'Night Drive' } })
    await hub.json('POST', `${releasesPath}/${id}/submit`, { key: label.key })
    expect((await decide(id, 'approve', { revision: 2 })).status).toBe(204)
    await untilLive(label, id)
  })
})
