import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { JobPool } from './job-pool.ts'

it('prevents an unhandled rejection when the library retries after its end', async () => {
  const pool = new JobPool({})
  await pool.end()
  const noted = pool.connect() as Promise<unknown>
  const outcome = await Promise.race([
    noted.then(
      () => 'connected',
      () => 'rejected',
    ),
    nextTurn('pending'),
  ])
  expect(outcome).toBe('pending')
})
