import { encodeMp3 } from './encode-mp3.ts'
import { openByteSource } from './open-byte-source.ts'
import { writeOutput } from './write-report.ts'

/** Entry of the child process that encodes audio. Its output is the MP3, as it is made. */

const [, , , bitRate, sampleRate] = process.argv

await encodeMp3(openByteSource(0), { bitRate: Number(bitRate), sampleRate: Number(sampleRate) }, writeOutput)
