import { describe } from 'vitest'
import { countFromEnvironment } from '../harness/random.ts'
import { testAnyRoundTrip } from './any-round-trip.ts'

describe('a release that is exported and imported again', () => {
  testAnyRoundTrip(countFromEnvironment('ROUND_TRIPS', { usual: 500, soak: 5_000 }))
})
