// Turns what a child reports into the verdict. Only bytes that cannot be used at all reject an upload; every other
// error leaves it ready and stops a submission instead, so that a label may listen to what it sent.
import { type Finding, findingOf, type Rule, type Technical } from '@spindle/contract'
import { audioFindings } from './audio-findings.ts'
import { imageFindings } from './image-findings.ts'
import type { MediaReport, UnusableCode } from './report.ts'
import { rules } from './rules.ts'

export interface MediaVerdict {
  status: 'ready' | 'rejected'
  technical: Technical | null
  findings: Finding[]
}

const unusableRules: Readonly<Record<UnusableCode, Rule>> = {
  empty_file: rules.emptyFile,
  unsupported_format: rules.unsupportedFormat,
  corrupt: rules.corrupt,
  truncated: rules.truncated,
  md5_mismatch: rules.md5Mismatch,
  cover_format: rules.coverFormat,
  cover_too_heavy: rules.coverTooHeavy,
}

const rejected = (finding: Finding): MediaVerdict => ({ status: 'rejected', technical: null, findings: [finding] })

export const buildVerdict = (report: MediaReport): MediaVerdict => {
  switch (report.outcome) {
    case 'unusable':
      return rejected(findingOf(unusableRules[report.code], '', report.detail))
    case 'audio':
      return { status: 'ready', technical: report.technical, findings: audioFindings(report) }
    case 'image':
      return { status: 'ready', technical: report.technical, findings: imageFindings(report) }
  }
}

export const failedVerdict = (attempts: number, reason: string): MediaVerdict =>
  rejected(findingOf(rules.analysisFailed, '', `The analysis was tried ${attempts} times and ended early: ${reason}.`))
