import type { StoreForRules } from '../../../src/rules/release/release-view.ts'
import { type Change, type RuleCase, ruleCase } from './sample.ts'

/** Stores that take less than the hub. */

const store = (wishes: Omit<StoreForRules, 'id' | 'name'>, id = 'far', name = 'Far Store'): StoreForRules => ({
  id,
  name,
  ...wishes,
})

/** The sample goes to the stores, which were chosen. */
export const toStores = (stores: readonly StoreForRules[], { release, ...change }: Change = {}): Change => ({
  ...change,
  release: { outlets: stores.map(({ id }) => id), ...release },
  context: { outlets: ['player', ...stores.map(({ id }) => id)], stores, ...change.context },
})
export const toStore = (wishes: Omit<StoreForRules, 'id' | 'name'>, change?: Change): Change =>
  toStores([store(wishes)], change)

export const farStore = store({ takes: { leastCover: 3000, models: ['paid'] } })
export const nearStore = store({ takes: { leastCover: 2000, uses: ['ringtone'] } }, 'near', 'Near Store')

export const deal = (more: object = {}) => ({
  territories: { mode: 'worldwide' },
  startsAt: '2027-01-15',
  models: ['subscription'],
  uses: ['stream'],
  ...more,
})

const noCode = { release: { upc: null }, legacy: true }
const cover = (technical: object) => ({ uploads: { C: { technical: { kind: 'image', ...technical } } } })
const master = (container: string) => ({ uploads: { 2: { technical: { container } } } })
const onlyIn = (code: string) => ({ mode: 'include' as const, codes: [code] })

/** What single stores do not take. */
export const storeCases: readonly RuleCase[] = [
  ruleCase('store_metadata_missing', 'a legacy asset has no code', toStore({}, noCode), '/upc'),
  ruleCase(
    'store_metadata_missing',
    'a track of a legacy asset has none',
    toStore({}, { tracks: [{}, { isrc: null }], legacy: true }),
    '/tracks/1/isrc',
  ),
  ruleCase('store_metadata_missing', 'the hub assigns the code', {
    ...toStore({}, { ...noCode, context: { assigns: { upc: true, isrc: true } } }),
  }),
  ruleCase('store_metadata_missing', 'everybody is asked for it', toStore({}, { release: { upc: null } })),
  ruleCase('store_metadata_missing', 'it does not go to the store', {
    ...noCode,
    context: { stores: [farStore] },
    release: { upc: null, outlets: ['player'] },
  }),

  ruleCase('store_deal_missing', 'the store takes no use of it', toStore({ takes: { uses: ['ringtone'] } }), '/deals'),
  ruleCase(
    'store_deal_missing',
    'model and use are of different deals',
    toStore({ takes: { models: ['ad_supported'], uses: ['download'] } }),
    '/deals',
  ),
  ruleCase(
    'store_deal_missing',
    'the store is elsewhere',
    toStore({ takes: { territories: onlyIn('DE') } }, { release: { territories: onlyIn('US') } }),
    '/deals',
  ),
  ruleCase('store_deal_missing', 'one territory is left', toStore({ takes: { territories: onlyIn('DE') } })),
  ruleCase('store_deal_missing', 'there are no deals at all', toStore({}, { release: { deals: [] } }), '/deals'),
  ruleCase('store_deal_missing', 'the store takes all', toStore({})),
  ruleCase(
    'store_deal_missing',
    'only the pre-order is left',
    toStore({ takes: { models: ['paid'] } }, { release: { deals: [deal()], preorderDate: '2027-01-01' } }),
  ),
  ruleCase(
    'store_deal_missing',
    'the release has no date, which is an error of its own',
    toStore({ takes: { uses: ['ringtone'] } }, { release: { releaseDate: null } }),
  ),

  ruleCase(
    'store_deal_left_out',
    'the second of two is of another model',
    toStore({ takes: { models: ['paid'] } }, { release: { deals: [deal({ models: ['paid'] }), deal()] } }),
    '/deals/1',
  ),
  ruleCase(
    'store_deal_left_out',
    'a part of it is taken',
    toStore({ takes: { models: ['paid'] } }, { release: { deals: [deal({ models: ['paid', 'free'] })] } }),
  ),
  ruleCase(
    'store_deal_left_out',
    'none is taken, which is an error of its own',
    toStore({ takes: { models: ['paid'] } }, { release: { deals: [deal()] } }),
  ),
  ruleCase('store_deal_left_out', 'the release has no deals of its own', toStore({ takes: { models: ['paid'] } })),

  ruleCase('store_genre_unmapped', 'the map lacks it', toStore({ genres: { jazz: 'Jazz' } }), '/genre'),
  ruleCase(
    'store_genre_unmapped',
    'the map lacks that of a track',
    toStore({ genres: { electronic: 'Dance' } }, { tracks: [{}, {}, { genre: 'jazz' }] }),
    '/tracks/2/genre',
  ),
  ruleCase('store_genre_unmapped', 'the map has it', toStore({ genres: { electronic: 'Dance' } })),
  ruleCase('store_genre_unmapped', 'the store has no map', toStore({})),
  ruleCase(
    'store_genre_unmapped',
    'nobody knows the genre, which is an error of its own',
    toStore({ genres: {} }, { release: { genre: 'constructor' } }),
  ),

  ruleCase(
    'store_audio_refused',
    'a track is another format',
    toStore({ takes: { audio: ['wav', 'flac'] } }, master('aiff')),
    '/tracks/1/uploadId',
  ),
  ruleCase(
    'store_audio_refused',
    'a track is one of two',
    toStore({ takes: { audio: ['wav', 'flac'] } }, master('flac')),
  ),
  ruleCase('store_audio_refused', 'nobody has measured it', toStore({ takes: { audio: ['wav'] } })),
  ruleCase('store_audio_refused', 'the store takes all', toStore({}, master('aiff'))),

  ruleCase(
    'store_cover_too_small',
    'its shorter side lacks a pixel',
    toStore({ takes: { leastCover: 3000 } }, cover({ width: 3000, height: 2999 })),
    '/coverUploadId',
  ),
  ruleCase(
    'store_cover_too_small',
    'it has as many as the store asks for',
    toStore({ takes: { leastCover: 3000 } }, cover({ width: 3000, height: 3000 })),
  ),
  ruleCase('store_cover_too_small', 'the store does not mind', toStore({}, cover({ width: 1400, height: 1400 }))),
]
