import { writeSync } from 'node:fs'
import { UnusableMedia } from '@spindle/contract/audio-headers'
import type { MediaReport } from '../report.ts'

const detailLength = 500

/** Runs the analysis and writes its one report. Anything unforeseen ends the process instead, and the parent sees that. */
export async function writeReport(analyse: () => MediaReport | Promise<MediaReport>): Promise<void> {
  let report: MediaReport
  try {
    report = await analyse()
  } catch (error) {
    if (!(error instanceof UnusableMedia)) throw error
    report = { outcome: 'unusable', code: error.code, detail: error.message.slice(0, detailLength) }
  }
  writeOutput(Buffer.from(JSON.stringify(report)))
}

/** A pipe takes what fits at the moment. */
export function writeOutput(bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(1, bytes, written)
}
