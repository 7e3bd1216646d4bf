import { readAiffHeader } from '@spindle/contract/audio-headers'
import { openByteSource } from './open-byte-source.ts'
import { writeOutput } from './write-report.ts'

/** Entry of the child process that finds the samples in an AIFF: numbers are all it says. */

const { layout, position, frames, format } = readAiffHeader(openByteSource(0))
writeOutput(Buffer.from(JSON.stringify({ ...layout, position, frames, sampleRate: format.sampleRate })))
