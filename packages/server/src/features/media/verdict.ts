import type { AudioTechnical, Finding, Technical } from '@spindle/contract'
import {
  type AudioFacts,
  analysisFailed,
  applyRules,
  audioHeaderRules,
  decodedAudioRules,
  findingFrom,
  findingOf,
  imageRules,
  unusableRules,
} from '@spindle/contract/rules'
import type { MediaReport } from './report.ts'

/**
 * Turns what a child reports into the verdict. Only bytes that cannot be used at all reject an upload; every other
 * error leaves it ready and stops a submission instead, so that a label may listen to what it sent.
 */

export interface MediaVerdict {
  status: 'ready' | 'rejected'
  technical: Technical | null
  findings: Finding[]
}

const rejected = (finding: Finding): MediaVerdict => ({ status: 'rejected', technical: null, findings: [finding] })

export function buildVerdict(report: MediaReport): MediaVerdict {
  switch (report.outcome) {
    case 'unusable':
      return rejected(findingOf(unusableRules[report.code], { pointer: '', message: report.detail }))
    case 'audio':
      return { status: 'ready', technical: report.technical, findings: audioFindings(report.technical, report.facts) }
    case 'image':
      return {
        status: 'ready',
        technical: report.technical,
        findings: applyRules(imageRules, { ...report.technical, ...report.facts }),
      }
  }
}

function audioFindings(technical: AudioTechnical, facts: AudioFacts): Finding[] {
  const audio = { ...technical, ...facts }
  return [...applyRules(audioHeaderRules, audio), ...applyRules(decodedAudioRules, audio)]
}

export const failedVerdict = (attempts: number, reason: string): MediaVerdict =>
  rejected(findingFrom(analysisFailed, { attempts, reason }))
