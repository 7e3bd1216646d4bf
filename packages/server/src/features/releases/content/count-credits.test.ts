import { describe, expect, it } from 'vitest'
import { countCredits } from './count-credits.ts'

const [ada, cy, di] = ['pty_ada', 'pty_cy', 'pty_di'] as const
const by = (...ids: readonly `pty_${string}`[]) =>
  ids.map((partyId) => ({ partyId, name: 'A', role: 'composer' as const }))
const track = (isrc: string | undefined, contributors?: ReturnType<typeof by>) => ({
  document: { title: 'Song', ...(isrc && { isrc }), ...(contributors && { contributors }) },
})

describe('countCredits', () => {
  it('counts a track once for each party, and each ISRC once', () => {
    const tracks = [track('ZZABC2700101', by(ada, ada, cy)), track('ZZ-ABC-27-00101', by(ada)), track('wrong', by(ada))]
    expect(countCredits({}, tracks)).toEqual([
      { id: ada, tracks: 3, isrcs: ['ZZABC2700101'] },
      { id: cy, tracks: 1, isrcs: ['ZZABC2700101'] },
    ])
  })

  it('gives the contributors of the release to a track that has none of its own, and not to one with an empty list', () => {
    expect(countCredits({ contributors: by(di) }, [track('ZZABC2700102'), track(undefined, by())])).toEqual([
      { id: di, tracks: 1, isrcs: ['ZZABC2700102'] },
    ])
  })

  it('names a party of the release that no track credits', () => {
    expect(countCredits({ contributors: by(di) }, [track('ZZABC2700103', by(ada))])).toEqual([
      { id: di, tracks: 0, isrcs: [] },
      { id: ada, tracks: 1, isrcs: ['ZZABC2700103'] },
    ])
  })
})
