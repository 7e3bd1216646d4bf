import { expect, it } from 'vitest'
import { encodeLongBody, lengthOfPieces, writesOf } from './long-body.ts'

const encode = (body: string) => encodeLongBody({ status: 200, headers: {}, body })

it('leaves short bodies alone', async () => {
  expect(await encode('é'.repeat(1_000))).toEqual({ status: 200, headers: {}, body: 'é'.repeat(1_000) })
})

it.each([
  ['ASCII', 'x'],
  ['two bytes each', 'é'],
  // A pair of UTF-16 units each, so that a piece would end within one.
  ['beyond the first plane', '𝄞'],
])('makes the same bytes of a long body, also of %s', async (_name, character) => {
  const body = `.${character.repeat(700_000)}`
  const { body: none, pieces = [] } = await encode(body)
  expect(none).toBeUndefined()
  expect(pieces.length).toBeGreaterThan(2)
  expect(Buffer.concat([...writesOf(pieces)]).equals(Buffer.from(body))).toBe(true)
  expect(lengthOfPieces(pieces)).toBe(Buffer.byteLength(body))
  for (const bytes of writesOf(pieces)) expect(bytes.length).toBeLessThanOrEqual(65_536)
})

it('lets others have a turn in between', async () => {
  let turns = 0
  const tick = (): void => {
    turns += 1
    if (!isDone) setImmediate(tick)
  }
  let isDone = false
  setImmediate(tick)
  await encode('x'.repeat(2_000_000))
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(6)
})
