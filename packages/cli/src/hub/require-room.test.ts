import { expect, it } from 'vitest'
import { requireRoom } from './require-room.ts'

const signal = new AbortController().signal
const clientWith = (answer: object) =>
  ({ keys: { getCurrent: async () => answer } }) as unknown as Parameters<typeof requireRoom>[0]
const stored = { quotas: [{ name: 'storedBytes', limit: 5_000, used: 4_000 }] }

it('lets pass what fits exactly, and everything at a hub that names no quotas', async () => {
  await requireRoom(clientWith(stored), 1_000, { signal })
  await requireRoom(clientWith({}), 10 ** 15, { signal })
})

it('refuses one byte more', async () => {
  await expect(requireRoom(clientWith(stored), 1_001, { signal })).rejects.toMatchObject({ code: 'quota_exceeded' })
})
