import { fstatSync, readSync } from 'node:fs'
import type { ByteSource } from '@spindle/contract/audio-headers'

/** The child process owns no path: the parent opens the file and hands it over as standard input, read here by position. */
export const openByteSource = (fd: number): ByteSource => ({
  size: fstatSync(fd).size,
  read: (position, target) => {
    let filled = 0
    while (filled < target.length) {
      const count = readSync(fd, target, filled, target.length - filled, position + filled)
      if (count === 0) break
      filled += count
    }
    return filled
  },
})
