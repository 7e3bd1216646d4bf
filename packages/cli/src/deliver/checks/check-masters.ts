import type { MasterFormat } from '../folder/read-master.ts'
import type { PlannedTrack } from '../plan/make-plan.ts'
import type { Hit } from './finding.ts'

/** What the hub's analysis will say of a master, as far as its header tells. The thresholds are those of its published rules. */

type Check = readonly [ruleId: string, test: (format: MasterFormat) => string | false]

const kilohertz = (hertz: number): string => `${hertz / 1000} kHz`
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const checks: readonly Check[] = [
  [
    'lossy_master',
    ({ container }) => container === 'mp3' && 'The file is MP3, which has already thrown away a part of the music.',
  ],
  ['mono', ({ channels }) => channels === 1 && 'The file has one channel.'],
  ['more_than_stereo', ({ channels = 0 }) => channels > 2 && `The file has ${channels} channels.`],
  ['sample_rate_low', ({ sampleRate: rate = 44_100 }) => rate < 44_100 && `The sample rate is ${kilohertz(rate)}.`],
  ['sample_rate_high', ({ sampleRate: rate = 0 }) => rate > 96_000 && `The sample rate is ${kilohertz(rate)}.`],
  ['bit_depth_low', ({ bitDepth = 16 }) => bitDepth < 16 && `The bit depth is ${bitDepth}.`],
  ['bit_depth_32', ({ bitDepth = 0 }) => bitDepth > 24 && `The samples have ${bitDepth} bits.`],
  ['too_short', ({ durationMs: ms = 4_000 }) => ms < 4_000 && `The track lasts ${seconds(ms)}.`],
  ['short', ({ durationMs: ms = 0 }) => ms >= 4_000 && ms < 30_000 && `The track lasts ${seconds(ms)}.`],
  ['long', ({ durationMs: ms = 0 }) => ms > 5_400_000 && `The track lasts ${(ms / 60_000).toFixed(1)} minutes.`],
]

export function checkMasters(tracks: readonly PlannedTrack[]): readonly Hit[] {
  return tracks.flatMap(({ master: { file, format } }, index) => {
    const at = { pointer: `/tracks/${index}/uploadId`, file: file.name }
    if (file.size === 0) return [{ ...at, ruleId: 'empty_file', message: 'The file has no bytes.' }]
    if (!format) return []
    return checks.flatMap(([ruleId, test]) => {
      const message = test(format)
      return message === false ? [] : [{ ...at, ruleId, message }]
    })
  })
}
