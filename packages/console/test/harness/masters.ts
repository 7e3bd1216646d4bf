import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { coverJpeg, masterWav } from '../../../server/test/harness/submittable.ts'

/** Files on disk as people choose them: masters, covers, and what is neither. */
export interface Masters {
  readonly folder: string
  /** Three masters, by the numbers in their names in no order. */
  readonly wavs: readonly string[]
  /** One that no other test sends. */
  readonly another: string
  readonly cover: string
  readonly smallCover: string
  readonly mp3: string
  readonly empty: string
}

export async function makeMasters(): Promise<Masters> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-masters-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const put = async (name: string, bytes: Buffer): Promise<string> => {
    const path = join(folder, name)
    await writeFile(path, bytes)
    return path
  }
  return {
    folder,
    wavs: [
      await put('02 Second Sun.wav', masterWav(2)),
      await put('01 Opening.wav', masterWav(1)),
      await put('03 Closing.wav', masterWav(3)),
    ],
    another: await put('Another.wav', masterWav(9)),
    cover: await put('cover.jpg', await coverJpeg()),
    smallCover: await put('front.jpg', await coverJpeg(900)),
    // Two frames of MPEG 1 layer III, 128 kbit/s, 44.1 kHz.
    mp3: await put('04 Lossy.mp3', Buffer.concat([mp3Frame(), mp3Frame()])),
    empty: await put('05 Nothing.wav', Buffer.alloc(0)),
  }
}

const mp3Frame = (): Buffer => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])
