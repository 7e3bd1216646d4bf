import { describe } from 'vitest'
import { testAnyRoundTrip } from './any-round-trip.ts'

describe('a release that is exported and imported again', () => {
  testAnyRoundTrip(2_000)
})
