import { beforeAll, describe, expect, it } from 'vitest'
import { type BulkAccount, openBulkAccount } from '../harness/bulk.ts'

/** What each action does with a release, and what it refuses: as the single operation. */

let given: BulkAccount
beforeAll(async () => {
  given = await openBulkAccount()
})

describe('a bulk patch', () => {
  it('refuses locked fields by name, and a revision that has passed', async () => {
    const { body: sent } = await given.fixture.release({ submit: true })
    const { body: draft } = await given.fixture.release()
    const patch = { upc: '036000291452' }
    const { releases } = await given.run({
      action: 'patch',
      releases: [{ id: sent.id }, { id: draft.id, revision: 7 }],
      patch,
    })
    expect(releases).toMatchObject([
      {
        outcome: 'refused',
        code: 'field_locked',
        errors: [{ pointer: '/upc', code: 'field_locked', fix: 'Restore this UPC, or clone the release.' }],
      },
      { outcome: 'refused', code: 'precondition_failed' },
    ])
  })

  it('is written by the caller in the events of the release', async () => {
    const { body } = await given.fixture.release()
    await given.run({ action: 'patch', ids: [body.id], patch: { label: 'Written' } })
    const { body: events } = await given.fixture.events(body.id)
    expect(events.data[0]).toMatchObject({
      type: 'release.updated',
      actor: { type: 'key' },
      data: { members: ['label'] },
    })
  })

  it('changes nothing in a dry run, and says what would happen', async () => {
    const { body: before } = await given.fixture.release({ label: 'Old' })
    const { job, releases } = await given.run({
      action: 'patch',
      ids: [before.id],
      patch: { label: 'New' },
      dryRun: true,
    })
    expect(job).toMatchObject({ dryRun: true, counts: { done: 1 } })
    expect(releases).toMatchObject([{ outcome: 'done', revision: 2 }])
    expect((await given.fixture.get(before.id)).body).toEqual(before)
    expect((await given.fixture.events(before.id)).body.data).toHaveLength(1)
  })
})

describe('a bulk validation', () => {
  it('refuses releases with blocking findings, and names them', async () => {
    const { body: good } = await given.fixture.release()
    const { body: bad } = await given.fixture.release({ coverUploadId: undefined })
    const { releases } = await given.run({ action: 'validate', ids: [good.id, bad.id] })
    expect(releases).toMatchObject([
      { outcome: 'done', code: null },
      {
        outcome: 'refused',
        code: 'findings_block',
        errors: expect.arrayContaining([expect.objectContaining({ pointer: '/coverUploadId' })]),
      },
    ])
  })

  it('finds live releases that no longer pass, by status', async () => {
    const account = await openBulkAccount()
    const { body } = await account.fixture.release({ submit: true })
    const { database } = account.hub.opened
    await database
      .tenant(account.fixture.account.accountId)
      .execute(`update releases set status = 'live', document = document - 'genre' where account_id = $1 and id = $2`, [
        body.id,
      ])
    await account.releases(1)
    const { job, releases } = await account.run({ action: 'validate', filters: { status: 'live' }, dryRun: true })
    expect(job.counts).toMatchObject({ total: 1, refused: 1 })
    expect(releases).toMatchObject([{ releaseId: body.id, errors: [expect.objectContaining({ pointer: '/genre' })] }])
  })
})

describe('a bulk submission', () => {
  it('submits what has no blocking findings; once more changes nothing', async () => {
    const { body: good } = await given.fixture.release()
    const { body: bad } = await given.fixture.release({ coverUploadId: undefined })
    const { releases } = await given.run({ action: 'submit', ids: [good.id, bad.id] })
    expect(releases).toMatchObject([{ outcome: 'done' }, { outcome: 'refused', code: 'findings_block' }])
    expect((await given.fixture.get(good.id)).body.status).toBe('delivering')
    expect((await given.run({ action: 'submit', ids: [good.id] })).releases).toMatchObject([{ outcome: 'unchanged' }])
  })

  it('assigns no codes in a dry run', async () => {
    const { body: draft } = await given.fixture.release()
    const { releases } = await given.run({ action: 'submit', ids: [draft.id], dryRun: true })
    expect(releases).toMatchObject([{ outcome: 'done' }])
    expect((await given.fixture.get(draft.id)).body).toEqual(draft)
  })
})

describe('a bulk takedown', () => {
  it('takes down what outlets have, and refuses a draft', async () => {
    const { body: sent } = await given.fixture.release({ submit: true })
    const { body: draft } = await given.fixture.release()
    const body = { action: 'takedown', ids: [sent.id, draft.id], takedown: { reason: 'sold' } }
    const { releases } = await given.run({ ...body, expectedCount: 2 })
    expect(releases).toMatchObject([{ outcome: 'done' }, { outcome: 'refused', code: 'state_conflict' }])
    expect((await given.fixture.get(sent.id)).body.status).toMatch(/^take/)
    const again = await given.run({ ...body, ids: [sent.id], expectedCount: 1 })
    expect(again.releases).toMatchObject([{ outcome: 'unchanged' }])
  })
})

describe('bulk outlets', () => {
  it('set, add and remove outlets, and never the last one', async () => {
    const { body } = await given.fixture.release()
    const outlets = async (change: object) => {
      const { releases } = await given.run({ action: 'outlets', ids: [body.id], outlets: change })
      return [releases[0].outcome, (await given.fixture.get(body.id)).body.outlets ?? null]
    }
    expect(await outlets({ add: ['sandbox'] })).toEqual(['unchanged', null])
    expect(await outlets({ set: ['sandbox'] })).toEqual(['done', ['sandbox']])
    expect(await outlets({ add: ['site-a'], remove: ['sandbox'] })).toEqual(['done', ['site-a']])
    expect(await outlets({ remove: ['site-a'] })).toEqual(['refused', ['site-a']])
    expect(await outlets({ set: null })).toEqual(['done', null])
  })
})

describe('a bulk redelivery', () => {
  it('retries deliveries that failed, and leaves others', async () => {
    const { body } = await given.fixture.release({ submit: true })
    const redeliver = async () => (await given.run({ action: 'redeliver', ids: [body.id] })).releases
    expect(await redeliver()).toMatchObject([{ outcome: 'unchanged' }])
    await given.hub.opened.database
      .tenant(given.fixture.account.accountId)
      .execute(`update deliveries set status = 'failed' where account_id = $1 and release_id = $2`, [body.id])
    expect(await redeliver()).toMatchObject([{ outcome: 'done' }])
    expect((await given.fixture.get(body.id)).body.deliveries).toMatchObject([{ status: 'queued' }])
  })
})
