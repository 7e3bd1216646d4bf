import { beforeAll, describe, expect, it } from 'vitest'
import { openStoreHub, type StoreHub } from '../harness/store-folder.ts'

describe('the moment a release goes live', () => {
  let store: StoreHub
  let folder: string
  beforeAll(async () => {
    store = await openStoreHub()
    folder = (await store.addStore()).id
  })

  interface Coming {
    readonly outlet: { readonly id: string }
    readonly goesLive: unknown
  }

  const submitted = async (dates: object) => {
    const { body: draft } = await store.fixture.release({ ...dates, outlets: [folder, 'sandbox'] })
    const { body } = await store.fixture.act(draft.id, 'submit')
    const outlets = body.deliveries.map(({ outlet, goesLive }: Coming) => [outlet.id, goesLive])
    return { draft, body, outlets: Object.fromEntries(outlets) }
  }

  it('is one instant at every outlet for a release with a time zone', async () => {
    const dates = { releaseDate: '2099-12-04', releaseTime: '18:00', timeZone: 'Asia/Tokyo' }
    const moment = { at: '2099-12-04T09:00:00.000Z', localTime: '2099-12-04T18:00', timeZone: 'Asia/Tokyo' }
    const { draft, body, outlets } = await submitted(dates)
    expect(draft.goesLive, 'of the draft').toEqual(moment)
    expect(body.goesLive).toEqual(moment)
    expect(outlets).toEqual({ [folder]: moment, sandbox: moment })
  })

  it('is the local time of each territory at a store, and UTC elsewhere, for a release without one', async () => {
    const { body, outlets } = await submitted({ releaseDate: '2099-12-04' })
    const moment = { at: '2099-12-04T00:00:00.000Z', localTime: '2099-12-04T00:00' }
    expect(body.goesLive).toEqual({ ...moment, timeZone: null })
    expect(outlets).toEqual({
      [folder]: { ...moment, timeZone: null },
      sandbox: { ...moment, timeZone: 'UTC' },
    })
  })

  it('is that of the delivered revision until a changed date is submitted', async () => {
    const { body } = await submitted({ releaseDate: '2099-12-04', timeZone: 'America/New_York' })
    const { body: changed } = await store.fixture.patch(body.id, { releaseDate: '2099-12-11' })
    expect(changed.goesLive).toMatchObject({ at: '2099-12-11T05:00:00.000Z' })
    expect(changed.deliveries[0].goesLive).toMatchObject({ at: '2099-12-04T05:00:00.000Z' })
  })

  it('is none where the release is taken down', async () => {
    const { body } = await submitted({ releaseDate: '2099-12-04' })
    const { body: down } = await store.fixture.act(body.id, 'takedown', { reason: 'Wrong master' })
    expect(down.deliveries.map(({ goesLive }: Coming) => goesLive)).toEqual([null, null])
  })
})
