import { expect, it } from 'vitest'
import { bytesInFlight } from './bytes-in-flight.ts'

it('counts what arrived and is not stored, and forgets the rest of a body when it ends', () => {
  const inFlight = bytesInFlight()
  const [one, other] = [inFlight.begin(), inFlight.begin()]
  one.arrived(100)
  other.arrived(7)
  one.stored(60)
  expect(inFlight.count()).toBe(47)
  one.end()
  expect(inFlight.count()).toBe(7)
  other.stored(7)
  other.end()
  expect(inFlight.count()).toBe(0)
})
