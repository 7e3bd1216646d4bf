import type { ByteSource } from '../child/byte-source.ts'
import { UnusableMedia } from '../report.ts'
import type { PcmFile } from './pcm.ts'

export const openMp3 = (_source: ByteSource, _start: number): PcmFile => {
  throw new UnusableMedia('unsupported_format', 'The content is no audio format known here.')
}
