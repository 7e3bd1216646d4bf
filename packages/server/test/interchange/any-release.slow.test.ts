import { describe } from 'vitest'
import { testAnyRelease } from './any-release.ts'

describe('any release', () => {
  testAnyRelease(3_000)
})
