import { describe, expect, it } from 'vitest'
import { makeExport, openExportAccount } from '../../harness/exports.ts'

describe('getExport 200', () => {
  it('states the size of a finished one, how many files are missing, and that it ends after seven days', async () => {
    const { hub, fixture, ask, waiting } = await openExportAccount()
    // Only its row exists, as after a restore without the files.
    await fixture.audio()
    const id = await waiting()
    await makeExport(hub, { accountId: fixture.account.accountId, exportId: id })
    const { status, body } = await ask('GET', `/${id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      id,
      status: 'ready',
      progress: 100,
      size: expect.any(Number),
      uploads: 0,
      missing: 1,
      createdAt: expect.stringMatching(/Z$/),
      endedAt: expect.stringMatching(/Z$/),
      expiresAt: expect.stringMatching(/Z$/),
    })
    expect(body.size % 512).toBe(0)
    expect(Date.parse(body.expiresAt) - Date.parse(body.endedAt)).toBe(7 * 24 * 60 * 60_000)
  })

  it('reports that one failed', async () => {
    const { hub, fixture, ask, waiting } = await openExportAccount()
    const id = await waiting()
    const { accountId } = fixture.account
    await hub.opened.database
      .tenant(accountId)
      .execute('update exports set attempts = 4 where account_id = $1 and id = $2', [id])
    const requireRoom = () => Promise.reject(new Error('the disk is full'))
    await makeExport(hub, { accountId, exportId: id }, { diskReserve: { requireRoom } })
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ status: 'failed', size: null, uploads: null })
  })
})
