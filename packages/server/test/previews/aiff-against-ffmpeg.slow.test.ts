import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { isMissing } from '../harness/programs.ts'
import { storeFile } from '../harness/submittable.ts'

/**
 * The WAV that a browser gets for an AIFF has the samples that another program finds in it, whole and in every range.
 */

const forms = [
  // How ffmpeg writes the AIFF, the raw samples it finds in it, and the bytes of one sample.
  { name: 'AIFF of 8 bits', codec: 'pcm_s8', raw: 'u8', width: 1 },
  { name: 'AIFF of 16 bits', codec: 'pcm_s16be', raw: 's16le', width: 2 },
  { name: 'AIFF of 24 bits', codec: 'pcm_s24be', raw: 's24le', width: 3 },
  { name: 'AIFF of 32 bits', codec: 'pcm_s32be', raw: 's32le', width: 4 },
  { name: 'AIFF-C of 16 bits, little-endian (sowt)', codec: 'pcm_s16le', raw: 's16le', width: 2 },
  { name: 'AIFF-C of 32 bits in float (fl32)', codec: 'pcm_f32be', raw: 'f32le', width: 4 },
] as const

describe.skipIf(isMissing('ffmpeg'))('AIFF in a browser', () => {
  let hub: TestHub
  let key: string
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spindle-aiff-'))
    atEnd(() => rm(folder, { recursive: true, force: true }))
    hub = await startTestHub()
    key = await (await createTestAccount(hub)).key(['music:write', 'music:read'])
  })

  const ffmpeg = (...args: string[]): Buffer => {
    const { status, stdout, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args], { maxBuffer: 2 ** 27 })
    if (status !== 0) throw new Error(stderr.toString())
    return stdout
  }

  it.each(forms)('holds the samples of $name', async ({ codec, raw, width }) => {
    const file = join(folder, `${codec}.aiff`)
    // Longer than what the disk is read by, and of a length that no block of samples divides.
    const noise = 'anoisesrc=d=3.0007:r=44100:seed=7,pan=stereo|c0=c0|c1=-0.5*c0'
    ffmpeg('-f', 'lavfi', '-i', noise, '-c:a', codec, file)
    const id = await storeFile({ url: hub.url, key }, 'audio/aiff', await readFile(file))
    const get = async (range?: string): Promise<Buffer> => {
      const response = await hub.request(`/api/v1/distributor/uploads/${id}/audio`, {
        headers: { 'x-api-key': key, ...(range === undefined ? {} : { range }) },
      })
      expect(response.status).toBe(range === undefined ? 200 : 206)
      return Buffer.from(await response.arrayBuffer())
    }
    const samples = ffmpeg('-i', file, '-f', raw, '-')
    const wav = await get()
    const header = wav.length - samples.length
    expect(header).toBe(raw === 'f32le' ? 58 : 44)
    expect(wav.subarray(header).equals(samples)).toBe(true)
    // The other program accepts the WAV, and finds the same samples in it.
    const heard = spawnSync('ffmpeg', ['-v', 'error', '-f', 'wav', '-i', '-', '-f', raw, '-'], {
      input: wav,
      maxBuffer: 2 ** 27,
    })
    expect(heard.stderr.toString()).toBe('')
    expect(heard.stdout.equals(samples)).toBe(true)
    const last = wav.length - 1
    const middle = header + width * 70_000 + 1
    for (const [start, end] of [
      [0, 43],
      [header - 1, header],
      [header + 1, header + 5],
      [262_143, 262_145],
      [middle, middle + 300_001],
      [last - width, last],
      [last, last],
    ] as const)
      expect((await get(`bytes=${start}-${end}`)).equals(wav.subarray(start, end + 1)), `${start}-${end}`).toBe(true)
  })
})
