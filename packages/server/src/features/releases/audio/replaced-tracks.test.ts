import { describe, expect, it } from 'vitest'
import { listReplacedTracks } from './replaced-tracks.ts'

describe('listReplacedTracks', () => {
  it('lists tracks that were delivered with other audio, with their ISRC in normal form', () => {
    const delivered = [
      { id: 'trk_a', uploadId: 'upl_1', isrc: 'zz-abc-26-00001' },
      { id: 'trk_b', uploadId: 'upl_2' },
      { id: 'trk_c', uploadId: 'upl_3', isrc: 'ZZABC2600003' },
    ] as const
    const written = (id: string, uploadId: string) => ({ id, document: { title: `Song ${id}`, uploadId } })
    const tracks = [
      written('trk_new', 'upl_9'),
      written('trk_b', 'upl_8'),
      written('trk_c', 'upl_3'),
      written('trk_a', 'upl_7'),
    ]
    expect(listReplacedTracks(delivered, tracks)).toEqual([
      { trackId: 'trk_b', index: 1, title: 'Song trk_b', isrc: null, before: 'upl_2', after: 'upl_8' },
      { trackId: 'trk_a', index: 3, title: 'Song trk_a', isrc: 'ZZABC2600001', before: 'upl_1', after: 'upl_7' },
    ])
  })
})
