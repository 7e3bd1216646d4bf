import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { UploadFacts } from '../../uploads/index.ts'
import type { ReadFile } from '../reader/reading.ts'
import { fileMatcher, type GivenFile } from './match-files.ts'

const bytes = Buffer.from('the bytes of a recording')
const digest = (algorithm: string): string => createHash(algorithm).update(bytes).digest('hex')

const uploadOf = (id: string): UploadFacts => ({
  id: id as UploadFacts['id'],
  kind: 'audio',
  status: 'ready',
  filename: null,
  contentType: null,
  size: bytes.length,
  receivedBytes: bytes.length,
  sha256: digest('sha256'),
  receipt: null as unknown as UploadFacts['receipt'],
  technical: null,
  findings: [],
})

function matching(given: readonly GivenFile[]) {
  const reads: string[] = []
  const match = fileMatcher({
    given,
    uploads: new Map(given.map(({ uploadId }) => [uploadId, uploadOf(uploadId)])),
    read: async ({ id }) => {
      reads.push(id)
      return Readable.from([bytes])
    },
  })
  const find = async (path: string): Promise<string | undefined> =>
    (await match({ path, hash: null, size: null }, 'audio')).upload?.id
  return { match, find, reads }
}

describe('files of a message', () => {
  it('are found by their path, else by a name that only one file has', async () => {
    const { find } = matching([
      { path: 'cd1/01.wav', uploadId: 'upl_1' },
      { path: './cd2\\01.wav', uploadId: 'upl_2' },
      { path: 'cd2/02.wav', uploadId: 'upl_3' },
      { path: 'cd1/01.wav', uploadId: 'upl_4' },
      { path: '../03.wav', uploadId: 'upl_5' },
    ])
    expect(await find('cd1/01.wav')).toBe('upl_1')
    expect(await find('cd2/01.wav')).toBe('upl_2')
    expect(await find('elsewhere/01.wav')).toBeUndefined()
    expect(await find('elsewhere/02.wav')).toBe('upl_3')
    expect(await find('03.wav')).toBeUndefined()
    expect(await find('cd1/%30%31.wav')).toBe('upl_1')
  })

  it('are looked through once, however many tracks there are', async () => {
    let looked = 0
    const given = Array.from({ length: 1_000 }, (_, index) => ({
      get path() {
        looked += 1
        return `resources/${index}.wav`
      },
      uploadId: `upl_${index}`,
    }))
    const { find } = matching(given)
    for (let index = 0; index < 500; index += 1) expect(await find(`other/${index}.wav`)).toBe(`upl_${index}`)
    expect(looked).toBeLessThanOrEqual(2 * given.length)
  })

  it('are read once for each kind of hash, however many tracks name them', async () => {
    const { match, reads } = matching([{ path: 'a.wav', uploadId: 'upl_1' }])
    const named = (
      algorithm: 'md5' | 'sha1' | 'sha256',
      value = digest(algorithm),
    ): Pick<ReadFile, 'path' | 'hash' | 'size'> => ({ path: 'a.wav', hash: { algorithm, value }, size: null })
    for (let track = 0; track < 5; track += 1)
      for (const algorithm of ['md5', 'sha1', 'sha256'] as const)
        expect(await match(named(algorithm), 'audio')).toMatchObject({ status: 'accepted' })
    expect(await match(named('md5', 'f'.repeat(32)), 'audio')).toMatchObject({ status: 'hash_differs' })
    expect(reads).toEqual(['upl_1', 'upl_1'])
  })

  it('are not read if their size differs from the message', async () => {
    const { match, reads } = matching([{ path: 'a.wav', uploadId: 'upl_1' }])
    const said = (size: string) =>
      match({ path: 'a.wav', hash: { algorithm: 'md5', value: digest('md5') }, size }, 'audio')
    expect(await said('25')).toMatchObject({ status: 'size_differs', upload: { id: 'upl_1' } })
    expect(reads).toEqual([])
    expect(await said('24')).toMatchObject({ status: 'accepted' })
  })
})
