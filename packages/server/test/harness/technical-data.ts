import type { AudioTechnical, ImageTechnical } from '@spindle/contract'

/** The analysis of a master and a cover that pass every rule. */

interface AudioDescription {
  readonly durationMs?: number | undefined
  /** The digest of the samples: the same digest is the same recording. */
  readonly pcmSha256: string
}

export const describeAudio = ({ durationMs = 180_000, pcmSha256 }: AudioDescription): AudioTechnical => ({
  kind: 'audio',
  container: 'wav',
  codec: 'pcm_s16le',
  sampleRate: 44_100,
  bitDepth: 16,
  channels: 2,
  durationMs,
  sampleCount: 7_938_000,
  integratedLufs: -14,
  truePeakDbtp: -1.5,
  leadingSilenceMs: 0,
  trailingSilenceMs: 0,
  clippedSamples: 0,
  dualMono: false,
  pcmSha256,
  peaks: [0, 255],
})

export const coverTechnical: ImageTechnical = {
  kind: 'image',
  container: 'jpeg',
  width: 3000,
  height: 3000,
  colourSpace: 'srgb',
  hasAlpha: false,
  bitDepth: 8,
}
