import { describe, expect, it } from 'vitest'
import { describeMatch } from './describe-match.ts'

const trackId = 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

describe('what a search found', () => {
  it.each([
    [undefined, null],
    [null, null],
    [{ in: 'catalog_number', text: 'BL-0042' } as const, 'catalog number: BL-0042'],
    [{ in: 'track_title', text: 'Transience', trackId, disc: 1, number: 3 } as const, 'track 3: Transience'],
    [{ in: 'track_version', text: 'Live', trackId, disc: 2, number: 1 } as const, 'disc 2, track 1, version: Live'],
    [{ in: 'isrc', text: 'ZZABC2600042', trackId, disc: 1, number: 2 } as const, 'track 2, isrc: ZZABC2600042'],
  ])('%j is %s', (matched, text) => expect(describeMatch(matched)).toBe(text))
})
