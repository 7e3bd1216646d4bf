import { describe, expect, it } from 'vitest'
import { openBulkAccount } from '../../harness/bulk.ts'

const id = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const takedown = { reason: 'sold' }

describe('createBulk 422', () => {
  it.each<[string, object, string[]]>([
    ['no releases', { action: 'submit' }, [': required']],
    ['two selections', { action: 'submit', ids: [id], filters: {} }, ['/filters: conflict']],
    ['a patch of no value', { action: 'patch', ids: [id] }, ['/patch: required']],
    ['a patch with submit', { action: 'submit', ids: [id], patch: { label: 'x' } }, ['/patch: conflict']],
    [
      'a release without its patch',
      { action: 'patch', releases: [{ id, patch: { label: 'x' } }, { id: id.replace('RHYB', 'RHYC') }] },
      ['/releases/1/patch: required'],
    ],
    [
      'a patch of a release beside one for all',
      { action: 'patch', patch: { label: 'x' }, releases: [{ id, patch: { label: 'y' } }] },
      ['/releases/0/patch: conflict'],
    ],
    [
      'a release with two patches',
      {
        action: 'patch',
        releases: [
          { id, patch: { label: 'x' } },
          { id, patch: { label: 'y' } },
        ],
      },
      ['/releases/1/id: repeated'],
    ],
    [
      'a takedown without details',
      { action: 'takedown', ids: [id] },
      ['/takedown: required', '/expectedCount: required'],
    ],
    ['outlets without any', { action: 'outlets', ids: [id], outlets: {} }, ['/outlets: required']],
    [
      'outlets set and added',
      { action: 'outlets', ids: [id], outlets: { set: null, add: ['a'] } },
      ['/outlets/set: conflict'],
    ],
    [
      'an impossible date',
      { action: 'submit', filters: { releasedTo: '2026-02-31' } },
      ['/filters/releasedTo: format'],
    ],
    ['an unknown outlet', { action: 'redeliver', ids: [id], outlet: 'sandbax' }, ['/outlet: outlet_unknown']],
    [
      'a wrong member of the patch',
      { action: 'patch', ids: [id], patch: { lable: 'x' } },
      ['/patch/lable: unknown_member'],
    ],
  ])('%s', async (_, body, expected) => {
    const { start } = await openBulkAccount()
    const answer = await start(body)
    expect(answer).toMatchObject({ status: 422, body: { error: 'validation_failed' } })
    expect(answer.body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer}: ${code}`)).toEqual(
      expected,
    )
  })

  it('names the number of releases that a takedown would have, and takes nothing down', async () => {
    const { fixture, start, ask, releases } = await openBulkAccount()
    const ids = await releases(2, { submit: true })
    const ask3 = { action: 'takedown', ids: [...ids, id], takedown, expectedCount: 3 }
    expect(await start(ask3)).toMatchObject({
      status: 422,
      body: {
        error: 'count_not_confirmed',
        detail: '2 releases would be taken down, not 3. Check the selection, then send expectedCount 2.',
        count: 2,
      },
    })
    expect((await ask('?count=true')).body.page.total).toBe(0)
    expect((await fixture.get(ids[0] ?? '')).body.status).toBe('delivering')
    expect((await start({ ...ask3, expectedCount: 2 })).status).toBe(202)
    expect(await start({ action: 'takedown', filters: {}, takedown, expectedCount: 1 })).toMatchObject({
      body: { count: 2 },
    })
  })
})
