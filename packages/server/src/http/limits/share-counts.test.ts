import { expect, it } from 'vitest'
import { splitReport } from './share-counts.ts'

it('a report is split until each part fits into a notification, and nothing of it is lost', () => {
  const counts = Array.from({ length: 1_000 }, (_, place) => [`reads\0kéy_${place}`, place] as const)
  const texts = splitReport({ node: 'one', window: 7, counts })
  expect(texts.length).toBeGreaterThan(1)
  for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThan(8_000)
  const parts = texts.map((text) => JSON.parse(text))
  expect(parts.flatMap((part) => part.counts)).toEqual(counts)
  expect(new Set(parts.map(({ node, window }) => `${node} ${window}`))).toEqual(new Set(['one 7']))
})

it('nothing is told of nobody, nor what fits into no notification', () => {
  expect(splitReport({ node: 'one', window: 7, counts: [] })).toEqual([])
  expect(splitReport({ node: 'one', window: 7, counts: [['k'.repeat(9_000), 1]] })).toEqual([])
})
