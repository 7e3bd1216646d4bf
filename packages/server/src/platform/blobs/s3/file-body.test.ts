import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, expect, it } from 'vitest'
import { eventually } from '../../../../test/harness/eventually.ts'
import { fileBody } from './file-body.ts'

const folder = await mkdtemp(join(tmpdir(), 'spindle-file-body-'))
afterAll(() => rm(folder, { recursive: true }))
const content = randomBytes(1_000_000)

async function openContent(): Promise<FileHandle> {
  const file = await open(join(folder, 'part'), 'w+')
  await file.write(content)
  return file
}

/** Copies the bytes it accepts, like the operating system; a stalled one accepts nothing more. */
const request = (onChunk: (chunk: Buffer) => void, { isStalled = false } = {}): Writable =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      onChunk(chunk)
      if (!isStalled) setImmediate(done)
    },
  })

async function received(file: FileHandle, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  const sending = fileBody(file, bytes).pipe(request((chunk) => chunks.push(Buffer.from(chunk))))
  await once(sending, 'finish')
  return Buffer.concat(chunks)
}

it('sends the first bytes of a file, as often as it takes', async () => {
  const file = await openContent()
  const [whole, start] = await Promise.all([received(file, content.length), received(file, 300_000)])
  expect(whole.equals(content)).toBe(true)
  expect(start.equals(content.subarray(0, 300_000))).toBe(true)
  await file.close()
})

it('needs no more than 32 buffers for any number of requests, and gets them back from those that end', async () => {
  const file = await openContent()
  const memory = new Set<unknown>()
  const stalled = Array.from({ length: 100 }, () => request(({ buffer }) => memory.add(buffer), { isStalled: true }))
  for (const one of stalled) fileBody(file, content.length).pipe(one)
  await eventually(() => memory.size === 32, { what: 'the buffers to be in use' })
  const waiting = received(file, content.length)
  for (const one of stalled) one.destroy()
  expect((await waiting).equals(content)).toBe(true)
  expect(memory.size).toBe(32)
  await file.close()
})

it('ends the request of a file that has fewer bytes', async () => {
  const file = await openContent()
  const sending = fileBody(file, content.length + 1).pipe(request(() => {}))
  const [error] = await once(sending, 'error')
  expect(String(error)).toBe('Error: a temporary file ended at byte 1000000 of 1000001')
  await file.close()
})
