import { expect, it } from 'vitest'
import { chooseRollup, type RollupQuery } from './choose-rollup.ts'

const tracks = 'play_series s join play_track_days d on d.account_id = s.account_id and d.series = s.number'
const everything = 'play_series s join play_days d on d.account_id = s.account_id and d.series = s.number'

it.each<[Pick<RollupQuery, 'groupBy' | 'filters'>, string]>([
  [{ groupBy: [], filters: {} }, 'play_territory_days d'],
  [{ groupBy: ['territory', 'outlet'], filters: {} }, 'play_territory_days d'],
  [{ groupBy: [], filters: { territory: 'DE', property: 'site-a' } }, 'play_territory_days d'],
  [{ groupBy: ['source'], filters: {} }, 'play_audience_days d'],
  [{ groupBy: ['territory'], filters: { model: 'free' } }, 'play_audience_days d'],
  [{ groupBy: ['track'], filters: {} }, tracks],
  [{ groupBy: [], filters: { isrc: 'ZZABC2600001' } }, tracks],
  [{ groupBy: ['release', 'outlet'], filters: {} }, tracks],
  [{ groupBy: ['release', 'territory'], filters: {} }, everything],
  [{ groupBy: [], filters: { gtin14: '00036000291452', source: 'radio' } }, everything],
])('chooses for %j the coarsest roll-up that knows every dimension', (query, source) => {
  expect(chooseRollup(query).source).toBe(source)
})
