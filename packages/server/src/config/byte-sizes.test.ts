import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('takes units where bytes are counted, and shows what it takes', () => {
  const bytesOf = (text: string) => readConfig({ SPINDLE_DISK_RESERVE_BYTES: text }).diskReserveBytes
  expect(['0', '268435456', '2GB', '512 MiB', '1.5kb', '1TiB', '7B'].map(bytesOf)).toEqual([
    0, 268_435_456, 2_000_000_000, 536_870_912, 1_500, 1_099_511_627_776, 7,
  ])
  for (const text of ['2 GBB', 'GB', '-1', '1.5', '1e9', '9999999999TB', '2 giga'])
    expect(() => bytesOf(text)).toThrow(
      `SPINDLE_DISK_RESERVE_BYTES: "${text}" is not a number of bytes from 0 to 9007199254740991. Fix: set a whole number, or one with a unit such as 500MB, 2GB or 1TiB`,
    )
})
