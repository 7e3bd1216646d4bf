import { expect, it } from 'vitest'
import { chooseRollup, type RollupQuery } from './choose-rollup.ts'

it.each<[Pick<RollupQuery, 'groupBy' | 'filters'>, string]>([
  [{ groupBy: [], filters: {} }, 'play_territory_days'],
  [{ groupBy: ['territory', 'outlet'], filters: {} }, 'play_territory_days'],
  [{ groupBy: [], filters: { territory: 'DE', property: 'site-a' } }, 'play_territory_days'],
  [{ groupBy: ['source'], filters: {} }, 'play_audience_days'],
  [{ groupBy: ['territory'], filters: { model: 'free' } }, 'play_audience_days'],
  [{ groupBy: ['track'], filters: {} }, 'play_track_days'],
  [{ groupBy: [], filters: { isrc: 'ZZABC2600001' } }, 'play_track_days'],
  [{ groupBy: ['release', 'outlet'], filters: {} }, 'play_track_days'],
  [{ groupBy: ['release', 'territory'], filters: {} }, 'play_days'],
  [{ groupBy: [], filters: { gtin14: '00036000291452', source: 'radio' } }, 'play_days'],
])('chooses for %j the coarsest roll-up that knows every dimension', (query, days) => {
  expect(chooseRollup(query).days).toBe(days)
})
