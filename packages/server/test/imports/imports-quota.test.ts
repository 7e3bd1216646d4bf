import { describe, expect, it } from 'vitest'
import { forgetMessages } from '../../src/features/imports/import-queries.ts'
import { eventually } from '../harness/eventually.ts'
import type { TestHub } from '../harness/hub.ts'
import { operatorOf } from '../harness/operator.ts'
import { openReleaseHub, type ReleaseFixture } from '../harness/releases.ts'
import { shortMaster, storeFile } from '../harness/submittable.ts'
import { message42 } from './messages.ts'

/** The stored data of imports counts as metadata of their account, from the first byte to the last. */

const importsPath = '/api/v1/music-distributor/imports'
const base64 = (xml: string): string => Buffer.from(xml).toString('base64')

/** The values that the quotas read, and the same values counted again. */
async function usageOf({ opened }: TestHub, accountId: string): Promise<{ counted: number; recounted: number }> {
  const row = await opened.database.system.row<{ counted: number; recounted: number }>(
    `select (select coalesce(sum(document_bytes), 0) from account_usage where account_id = $1)::float8 as counted,
       ((select coalesce(sum(document_bytes), 0) from releases where account_id = $1)
        + (select coalesce(sum(document_bytes), 0) from release_revisions where account_id = $1)
        + (select coalesce(sum(coalesce(octet_length(message), 0) + octet_length(files::text)
                               + octet_length(report::text)), 0)
           from imports where account_id = $1))::float8 as recounted`,
    [accountId],
  )
  if (!row) throw new Error('the usage was not answered')
  return row
}

describe('the quota of imports', () => {
  it('refuses a message that would exceed it, names the quota, and keeps nothing', async () => {
    const { hub, fixture } = await openReleaseHub({ environment: { SPINDLE_QUOTA_DOCUMENT_BYTES: '12000' } })
    const xml = message42()
    const bring = () => fixture.post(importsPath, { message: base64(xml) })
    expect(xml.length).toBeGreaterThan(4_000)
    expect(xml.length).toBeLessThan(6_000)
    const answers = [await bring(), await bring(), await bring()]
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 403])
    const { used, detail } = answers[2]?.body ?? {}
    expect(answers[2]?.body).toMatchObject({ error: 'quota_exceeded', quota: 'documentBytes', limit: 12_000 })
    expect(used).toBeGreaterThanOrEqual(2 * xml.length)
    expect(detail).toContain('bytes of metadata in its releases, their revisions, messages to stores and imports')
    const { counted, recounted } = await usageOf(hub, fixture.account.accountId)
    expect([counted, recounted]).toEqual([used, used])
  })

  it('counts what is there: handed in, applied, forgotten, erased', async () => {
    const { hub, fixture } = await openReleaseHub({ role: 'all' })
    const { accountId } = fixture.account
    const usage = async (): Promise<number> => {
      const { counted, recounted } = await usageOf(hub, accountId)
      expect(counted).toBe(recounted)
      return counted
    }
    const uploadId = await storeFile({ url: hub.url, key: fixture.key }, 'audio/wav', shortMaster(1))
    const xml = message42()
    const { body } = await fixture.post(importsPath, {
      message: base64(xml),
      files: [{ path: 'resources/A1.wav', uploadId }],
    })
    // Its cover did not arrive.
    expect(await untilEnded(hub, fixture, body.id)).toBe('incomplete')
    const applied = await usage()
    expect(applied).toBeGreaterThan(xml.length)
    const { system } = hub.opened.database
    expect(await forgetMessages(system, new Date(Date.now() + 60_000))).toBe(1)
    expect(await usage()).toBe(applied - xml.length)
    const operator = operatorOf(hub)
    const { name } = (await system.row<{ name: string }>('select name from accounts where id = $1', [accountId])) ?? {}
    expect((await operator('accounts', 'suspend', accountId)).code).toBe(0)
    expect(await operator('accounts', 'erase', accountId, '--confirm', String(name))).toMatchObject({ code: 0 })
    expect(await usage()).toBe(0)
    expect(await system.row('select 1 from account_usage where account_id = $1', [accountId])).toBeUndefined()
  })
})

const untilEnded = (hub: TestHub, { key }: ReleaseFixture, id: string) =>
  eventually(
    async () => {
      const { body } = await hub.json('GET', `${importsPath}/${id}`, { key })
      return body.status === 'waiting' ? undefined : body.status
    },
    { what: 'the end of the import' },
  )
