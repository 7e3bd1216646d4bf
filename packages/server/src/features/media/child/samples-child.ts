import { findSamples } from './find-samples.ts'
import { openByteSource } from './open-byte-source.ts'
import { writeOutput } from './write-report.ts'

/** Entry of the child process that finds the samples in an AIFF. */

writeOutput(findSamples(openByteSource(0)))
