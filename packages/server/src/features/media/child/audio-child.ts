import { analyseAudio } from './analyse-audio.ts'
import { openByteSource } from './open-byte-source.ts'
import { writeReport } from './write-report.ts'

/** Entry of the child process for audio. It has no path, no environment and no database: one open file and one pipe. */

await writeReport(() => analyseAudio(openByteSource(0)))
