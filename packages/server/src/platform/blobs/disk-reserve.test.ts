import { expect, it } from 'vitest'
import { diskReserve } from './disk-reserve.ts'

const openReserve = (reserveBytes: number) => {
  const disk = { free: 99 as number | undefined, asked: 0, now: 0 }
  const blobs = {
    freeBytes: async () => {
      disk.asked += 1
      return disk.free
    },
  }
  return { disk, reserve: diskReserve(blobs, { reserveBytes, now: () => disk.now }) }
}

it('refuses growth before the disk is full, and checks the storage every five seconds', async () => {
  const { disk, reserve } = openReserve(100)
  await expect(reserve.requireRoom()).rejects.toMatchObject({ code: 'storage_full' })
  expect(await reserve.hasRoom()).toBe(false)
  disk.free = 100
  disk.now = 5_001
  await reserve.requireRoom()
  expect(await reserve.hasRoom()).toBe(true)
  expect(disk.asked).toBe(2)
})

it('allows any growth in a storage without a limit, and without a reserve', async () => {
  const { disk, reserve } = openReserve(100)
  disk.free = undefined
  await reserve.requireRoom()
  await openReserve(0).reserve.requireRoom()
})
