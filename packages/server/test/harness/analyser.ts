import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { bytesInMemory, UnusableMedia } from '@spindle/contract/audio-headers'
import sharp from 'sharp'
import { analyseAudio } from '../../src/features/media/child/analyse-audio.ts'
import { type MediaAnalyser, type MediaVerdict, mediaAnalyser } from '../../src/features/media/index.ts'
import { buildVerdict } from '../../src/features/media/verdict.ts'
import { silentLog } from '../../src/platform/logging/log.ts'

/**
 * The verdicts of the hub without the process that reads each file: audio is measured here, and of a picture only the
 * header is read. Results are cached, because tests send the same few masters. `test/media` tests the real analyser.
 */
export const storedVerdicts: MediaAnalyser = {
  async analyse({ path, kind }) {
    const bytes = await readFile(path)
    const key = `${kind} ${createHash('sha256').update(bytes).digest('hex')}`
    const verdict = stored.get(key) ?? judge(kind, bytes)
    stored.set(key, verdict)
    return verdict
  },
  start() {},
  async drain() {},
}

/** The analyser of a running hub: every file is read by a separate process. */
export const realAnalyser = (): MediaAnalyser => mediaAnalyser({ log: silentLog })

const stored = new Map<string, Promise<MediaVerdict>>()

async function judge(kind: 'audio' | 'image', bytes: Buffer): Promise<MediaVerdict> {
  try {
    return buildVerdict(kind === 'audio' ? await analyseAudio(bytesInMemory(bytes)) : await describePicture(bytes))
  } catch (error) {
    if (!(error instanceof UnusableMedia)) throw error
    return buildVerdict({ outcome: 'unusable', code: error.code, detail: error.message })
  }
}

async function describePicture(bytes: Buffer) {
  const { format, width, height, space, hasAlpha, depth } = await sharp(bytes)
    .metadata()
    .catch(() => Promise.reject(new UnusableMedia('corrupt', 'The image is damaged and cannot be decoded.')))
  return {
    outcome: 'image',
    technical: {
      kind: 'image',
      container: format,
      width,
      height,
      colourSpace: space,
      hasAlpha,
      bitDepth: depth === 'ushort' ? 16 : 8,
    },
    facts: { bytes: bytes.length },
  } as const
}
