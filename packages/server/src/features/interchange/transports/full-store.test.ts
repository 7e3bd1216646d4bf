import { expect, it } from 'vitest'
import { saysFull } from './full-store.ts'

it.each<[number | string | undefined, string, boolean]>([
  [14, 'Unknown status', true],
  [15, 'Unknown status', true],
  [4, 'Disk quota exceeded', true],
  [4, 'No space left on device', true],
  [4, 'Insufficient disk space', true],
  [4, 'The volume is full', true],
  [3, 'Permission denied: storage quota reached', true],
  [4, 'Failure', false],
  [4, 'The directory is not empty', false],
  [3, 'Permission denied', false],
  [2, 'No such file: quota.xml', false],
  ['ECONNRESET', 'no space', false],
  [undefined, 'quota', false],
])('status %s with the message %j, full: %s', (code, message, isFull) => {
  expect(saysFull(Object.assign(new Error(message), { code }))).toBe(isFull)
})
