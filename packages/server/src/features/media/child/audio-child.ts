// Entry of the child process for audio. It has no path, no environment and no database: one open file and one pipe.
import { analyseAudio } from './analyse-audio.ts'
import { openByteSource } from './byte-source.ts'
import { writeReport } from './write-report.ts'

await writeReport(() => analyseAudio(openByteSource(0)))
