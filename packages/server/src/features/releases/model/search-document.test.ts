import { describe, expect, it } from 'vitest'
import { searchDocument } from './search-document.ts'

const releaseId = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const trackId = 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const track = (title: string, number = 1) => ({
  id: trackId,
  disc: 1,
  number,
  document: { title, uploadId: 'upl_1' as const },
})
const release = (title: string, ...tracks: ReturnType<typeof track>[]) => ({
  releaseId,
  document: { title, type: 'album' as const },
  tracks,
})

describe('searchDocument', () => {
  it('has the words of all texts with their account, and a line of words before each text', () => {
    const { words, texts } = searchDocument('acc_1', release('Night', track('Go')))
    expect(words.filter((word) => !word.startsWith('~'))).toEqual([
      'acc_1:night',
      'acc_1:#01jd3mz6v8q4w9x2k7n5t0rhyb',
      'acc_1:go',
    ])
    expect(texts.split('\n')).toEqual([
      '\tnight\t',
      '{"in":"title","text":"Night"}',
      '\t#01jd3mz6v8q4w9x2k7n5t0rhyb\t',
      `{"in":"release_id","text":"${releaseId}"}`,
      '\tgo\t',
      `{"in":"track_title","text":"Go","trackId":"${trackId}","disc":1,"number":1}`,
    ])
  })

  it('stays within its limits, and finds more words than it has texts to show', () => {
    const titles = Array.from({ length: 3_000 }, (_, index) => track(`same ${'x'.repeat(300)} ${index}`, index + 1))
    const { words, texts } = searchDocument('acc_1', release('Long', ...titles))
    expect(Buffer.byteLength(texts)).toBeLessThanOrEqual(400_000)
    expect(words).toContain('acc_1:2999')
    const many = Array.from({ length: 9_000 }, (_, index) => track(`${'y'.repeat(60)}${index}`, index + 1))
    const cut = searchDocument('acc_1', release('Many', ...many)).words.filter((word) => word.startsWith('acc_1:'))
    expect(Buffer.byteLength(cut.join(''))).toBeLessThanOrEqual(400_000)
    expect(cut).toContain('acc_1:many')
  })
})
