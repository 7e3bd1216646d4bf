import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type MediaAnalyser, mediaAnalyser } from '../../src/features/media/index.ts'
import { silentLog } from '../../src/platform/log.ts'
import { coverTechnical, describeAudio } from './technical.ts'

/**
 * An analyser that passes every file without reading what it means, for tests of what follows an analysis: other bytes
 * are another recording. test/media has the real one.
 */
export const storedVerdicts: MediaAnalyser = {
  async analyse({ path, kind }) {
    if (kind === 'image') return { status: 'ready', technical: coverTechnical, findings: [] }
    const pcmSha256 = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
    return { status: 'ready', technical: describeAudio({ pcmSha256 }), findings: [] }
  },
  start() {},
  async drain() {},
}

/** The analyser of a hub that runs: every file is read by a process of its own. */
export const realAnalyser = (): MediaAnalyser => mediaAnalyser({ log: silentLog })
