import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import type { TestHub } from '../harness/hub.ts'
import { openReleaseHub, type ReleaseFixture } from '../harness/releases.ts'

/** A crashed worker loses its job; the row of the delivery has what is to be done. */
describe('deliveries whose worker died', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({ role: 'all' }))
  })
  const sweep = () =>
    hub.opened.database.system.row(`select graphile_worker.add_job('sweepDeliveries', '{}'::json, job_key => 'test')`)

  it.each([
    ['queued', `status = 'queued', attempts = 0, updated_at = now() - interval '3 minutes'`, 1],
    ['sending', `status = 'sending', attempts = 1, leased_until = now() - interval '11 seconds'`, 2],
    ['failed', `status = 'failed', attempts = 1, next_attempt_at = now() - interval '2 minutes'`, 2],
  ])('are found and finished: %s', async (_, left, attempts) => {
    const { body } = await fixture.release({ submit: true })
    await fixture.until(body.id, ({ status }) => status === 'live')
    const { system } = hub.opened.database
    await system.execute(`update deliveries set live_at = null, live_revision = null, ${left} where release_id = $1`, [
      body.id,
    ])
    await system.execute(`update releases set status = 'delivering' where id = $1`, [body.id])
    await sweep()
    const live = await fixture.until(body.id, ({ status }) => status === 'live')
    expect(live.deliveries).toMatchObject([{ status: 'live', attempts }])
  })

  it('are found behind one that cannot be worked on', async () => {
    const { system } = hub.opened.database
    const [stuck, lost] = [await fixture.release({ submit: true }), await fixture.release({ submit: true })]
    for (const [{ body }, minutes] of [[stuck, 5] as const, [lost, 3] as const]) {
      await fixture.until(body.id, ({ status }) => status === 'live')
      await system.execute(`update releases set status = 'delivering' where id = $1`, [body.id])
      await system.execute(
        `update deliveries set status = 'queued', attempts = 0, live_at = null, live_revision = null,
                updated_at = now() - $2 * interval '1 minute' where release_id = $1`,
        [body.id, minutes],
      )
    }
    await system.execute(`update release_revisions set document = 'null' where release_id = $1`, [stuck.body.id])
    await sweep()
    await fixture.until(lost.body.id, ({ status }) => status === 'live')
  })

  it('are all found in one run, however many they are', async () => {
    const { system } = hub.opened.database
    const { body } = await fixture.release({ submit: true })
    await fixture.until(body.id, ({ status }) => status === 'live')
    // Copies of one release, all of them lost on their way out.
    const copies = async (table: string, changes: string): Promise<void> => {
      const columns = await system.rows<{ name: string }>(
        `select quote_ident(attname) as name from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      )
      const names = columns.map(({ name }) => name)
      await system.execute(
        `insert into ${table} (${names.join()}) select ${names.map((name) => `c.${name}`).join()}
         from ${table} r, generate_series(1, 1000) n, jsonb_populate_record(r, ${changes}) c
         where r.${table === 'releases' ? 'id' : 'release_id'} = $1`,
        [body.id],
      )
    }
    const copyId = `'rel_' || lpad(n::text, 26, '0')`
    await copies('releases', `jsonb_build_object('id', ${copyId}, 'status', 'delivering', 'gtin14', null)`)
    await copies('release_revisions', `jsonb_build_object('release_id', ${copyId})`)
    await copies(
      'deliveries',
      `jsonb_build_object('id', 'dlv_' || lpad(n::text, 26, '0'), 'release_id', ${copyId}, 'status', 'queued', 'attempts', 0,
                          'live_at', null, 'live_revision', null, 'updated_at', now() - interval '3 minutes')`,
    )
    await sweep()
    const byStatus = () =>
      system.rows(
        `select status, count(*)::int as count from deliveries where release_id like 'rel_000000%' group by status`,
      )
    await eventually(async () => JSON.stringify(await byStatus()) === '[{"status":"live","count":1000}]', {
      what: 'all of them to be live',
    })
  })

  it('are left alone while the lease lasts', async () => {
    const { body } = await fixture.release({ submit: true })
    await fixture.until(body.id, ({ status }) => status === 'live')
    const { system } = hub.opened.database
    await system.execute(
      `update deliveries set status = 'sending', attempts = 1, leased_until = now() + interval '1 hour' where release_id = $1`,
      [body.id],
    )
    await system.row(`select graphile_worker.add_job('advanceDelivery', $1::json)`, [
      JSON.stringify({
        accountId: fixture.account.accountId,
        deliveryId: (await fixture.get(body.id)).body.deliveries[0].id,
      }),
    ])
    await fixture.until(body.id, () => true)
    expect((await fixture.get(body.id)).body.deliveries).toMatchObject([{ status: 'sending', attempts: 1 }])
  })
})
