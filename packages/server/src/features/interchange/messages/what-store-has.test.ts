import { describe, expect, it } from 'vitest'
import { findHeldOffer, hasFiles, mayHaveRelease, refusedEveryOffer } from './what-store-has.ts'

const say = (status: string | undefined) => (status === undefined ? null : { status, text: '' })
const offer = (status?: string, more: { files?: string; provides?: boolean; revision?: number } = {}) => ({
  purpose: 'offer' as const,
  answer: say(status),
  files: 'a',
  provides: true,
  revision: 1,
  ...more,
})
const takedown = (status?: string) => ({ ...offer(status), purpose: 'takedown' as const })

describe('what a store may have', () => {
  it.each([
    ['nothing was sent', [], false],
    ['an offer without an answer', [offer()], true],
    ['an offer that was refused', [offer('MetadataMissing')], true],
    ['an update that was refused', [offer('MetadataMissing'), offer('FileOK')], true],
    ['a takedown without an answer', [takedown(), offer('FileOK')], false],
    ['a takedown that was confirmed', [takedown('FileOK'), offer('FileOK')], false],
    ['a takedown that was refused', [takedown('InternalError'), offer('FileOK')], true],
    ['a takedown that was refused, after one that was not', [takedown('InternalError'), takedown(), offer()], false],
    ['an offer after a takedown', [offer(), takedown('FileOK'), offer('FileOK')], true],
  ] as const)('%s: %s', (_, left, expected) => expect(mayHaveRelease(left)).toBe(expected))

  it('is the last offer that was not refused', () => {
    const held = offer(undefined, { revision: 2 })
    expect(findHeldOffer([offer('MetadataMissing'), held, offer('FileOK')])).toBe(held)
    expect(findHeldOffer([takedown(), held])).toBeUndefined()
  })

  it('is nothing where every offer was refused', () => {
    expect(refusedEveryOffer([offer('MetadataMissing'), offer('ResourceCorrupt')])).toBe(true)
    expect(refusedEveryOffer([offer('MetadataMissing'), offer()])).toBe(false)
  })
})

describe('hasFiles', () => {
  const leftOut = offer(undefined, { provides: false })
  it.each([
    ['acknowledged', [offer('FileOK')], [true, true, false]],
    ['sent', [offer()], [false, true, false]],
    ['acknowledged, and an update without them not answered', [leftOut, offer('FileOK')], [true, true, false]],
    ['sent, and an update without them not answered', [leftOut, offer()], [false, true, false]],
    [
      'acknowledged, and an update refused for its words',
      [offer('MetadataMissing'), offer('FileOK')],
      [true, true, false],
    ],
    ['refused', [offer('MetadataMissing')], [false, false, false]],
    ['missing there', [offer('ResourceMissing'), offer('FileOK')], [false, false, false]],
    ['others since', [offer('FileOK', { files: 'b' }), offer('FileOK')], [false, false, false]],
    ['taken down since', [takedown('FileOK'), offer('FileOK')], [false, false, false]],
  ] as const)('%s', (_, left, expected) =>
    expect(
      (['until_acknowledged', 'until_sent', 'always'] as const).map((resend) => hasFiles(left, 'a', resend)),
    ).toEqual(expected),
  )
})
