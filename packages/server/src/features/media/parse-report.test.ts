import { describe, expect, it } from 'vitest'
import { parseReport } from './parse-report.ts'

const unusable = { outcome: 'unusable', code: 'corrupt', detail: 'broken' }
const image = {
  outcome: 'image',
  technical: {
    kind: 'image',
    container: 'png',
    width: 1,
    height: 1,
    colourSpace: 'srgb',
    hasAlpha: false,
    bitDepth: 8,
  },
  facts: { bytes: 70 },
}

describe('the report of a child', () => {
  it.each([[unusable], [image]])('is taken when it is exact', (report) => {
    expect(parseReport(JSON.stringify(report))).toEqual(report)
  })

  it.each([
    ['nothing', ''],
    ['no JSON', 'outcome'],
    ['two reports', JSON.stringify(unusable).repeat(2)],
    ['another outcome', JSON.stringify({ ...unusable, outcome: 'ready' })],
    ['another code', JSON.stringify({ ...unusable, code: 'fine' })],
    ['a long text', JSON.stringify({ ...unusable, detail: 'x'.repeat(501) })],
    ['one field more', JSON.stringify({ ...unusable, extra: 1 })],
    ['one field more inside', JSON.stringify({ ...image, technical: { ...image.technical, path: '/etc' } })],
    ['a text for a number', JSON.stringify({ ...image, facts: { bytes: '70' } })],
    ['a missing field', JSON.stringify({ ...image, facts: {} })],
    ['a fraction', JSON.stringify({ ...image, technical: { ...image.technical, width: 1.5 } })],
    ['null', 'null'],
  ])('with %s is refused', (_, text) => {
    expect(parseReport(text)).toBeUndefined()
  })
})
