import { describe, expect, it } from 'vitest'
import type { TransferRelease } from '../api/transfer-model.ts'
import { composeTakedownLetter } from './takedown-letter.ts'

const transfer = { distributor: 'Old Distributor', deadline: '2027-03-31' }

const storeOf = (id: string, state: TransferRelease['stores'][number]['state']): TransferRelease['stores'][number] => ({
  outlet: { id, name: `Store ${id}` },
  state,
  liveAt: null,
  markedAt: null,
  markedBy: null,
  reason: null,
})

const release: TransferRelease = {
  position: 1,
  line: 2,
  upc: '0200000000011',
  title: 'Harbour',
  artist: 'Mia Blue',
  isrcs: ['ZZABC2600001', 'ZZABC2600002'],
  releaseId: null,
  errors: 0,
  warnings: 1,
  findings: [],
  stores: [storeOf('a', 'live'), storeOf('b', 'sent'), storeOf('c', 'live'), storeOf('d', 'old_down')],
}

describe('the letter to the old distributor', () => {
  it('names a release with its codes, and only the stores at which it is live', () => {
    expect(composeTakedownLetter(transfer, [release])).toEqual({
      releases: 1,
      withErrors: 0,
      text: [
        'Subject: Takedown of releases that have moved',
        '',
        'To Old Distributor,',
        '',
        'This release is live at the stores named with it through our new',
        'distributor, with the same UPCs and ISRCs. Please take down your copies at these stores by',
        '2027-03-31, and confirm when this is done. Please leave them up at all other stores.',
        '',
        '0200000000011  Harbour by Mia Blue',
        '  ISRC: ZZABC2600001, ZZABC2600002',
        '  Stores: Store a, Store c',
        '',
        'Please do not change or withdraw the UPCs and ISRCs: they stay in use.',
        '',
      ].join('\n'),
    })
  })

  it('leaves out releases with errors, and counts them', () => {
    const others = [
      { ...release, upc: '0200000000028', errors: 2 },
      { ...release, upc: '0200000000035' },
    ]
    const { text = '', ...counts } = composeTakedownLetter(transfer, [release, ...others])
    expect(counts).toEqual({ releases: 2, withErrors: 1 })
    expect(text).toContain('These 2 releases are live at the stores named with them')
    expect(text).toContain('0200000000035')
    expect(text).not.toContain('0200000000028')
  })

  it('needs neither title nor artist', () => {
    const lineOf = (changed: Partial<TransferRelease>) =>
      composeTakedownLetter(transfer, [{ ...release, ...changed }]).text?.split('\n')[8]
    expect(lineOf({ title: null })).toBe('0200000000011  by Mia Blue')
    expect(lineOf({ artist: null })).toBe('0200000000011  Harbour')
    expect(lineOf({ title: null, artist: null })).toBe('0200000000011  ')
  })

  it('is not written if no release may be taken down', () => {
    expect(composeTakedownLetter(transfer, [])).toEqual({ text: undefined, releases: 0, withErrors: 0 })
    const withErrors = composeTakedownLetter(transfer, [{ ...release, errors: 1 }])
    expect(withErrors).toEqual({ text: undefined, releases: 0, withErrors: 1 })
  })
})
