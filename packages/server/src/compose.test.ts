import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { features } from './compose.ts'
import type { FeatureDefinition } from './wiring/define-feature.ts'
import { sortFeatures } from './wiring/sort-features.ts'

const isDefinition = (value: unknown): value is FeatureDefinition =>
  typeof value === 'object' && value !== null && 'needs' in value && 'make' in value

it('lists everything that the folders of features define', async () => {
  const folder = new URL('features/', import.meta.url)
  const modules: object[] = await Promise.all(
    (await readdir(folder)).map((name) => import(new URL(`${name}/index.ts`, folder).href)),
  )
  const defined = modules.flatMap((one) => Object.values(one)).filter(isDefinition)
  expect(defined.length).toBeGreaterThan(30)
  expect([...features].map(({ name }) => name).sort()).toEqual(defined.map(({ name }) => name).sort())
})

it('has no features that need each other, and none without what it needs', () => {
  const sorted = sortFeatures<FeatureDefinition>(features)
  const place = new Map(sorted.map(({ name }, index) => [name, index]))
  for (const [index, { needs }] of sorted.entries())
    for (const need of needs) expect(place.get(need) ?? -1).toBeLessThan(index)
})

it('starts the health of the hub behind all that it looks at', () => {
  const names = sortFeatures<FeatureDefinition>(features).map(({ name }) => name)
  expect(names.slice(-2)).toEqual(['health', 'operator'])
})
