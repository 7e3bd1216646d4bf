import { applyMergePatch, type ReleaseDocument } from '@spindle/contract'
import type { ReleaseForRules, RuleContext, UploadForRules } from '../../../src/rules/release/release-view.ts'

/** A release without findings, and a way to describe how a case differs from it. */

export const uploadId = (last: string) => `upl_01JD3MZ6V8Q4W9X2K7N5T0RHY${last}` as const

const audio = (last: string, more: Partial<{ durationMs: number }> = {}): UploadForRules => ({
  id: uploadId(last),
  kind: 'audio',
  status: 'ready',
  findings: [],
  technical: { kind: 'audio', durationMs: 240_000, pcmSha256: last.repeat(64), ...more },
})

const cover: UploadForRules = {
  id: uploadId('C'),
  kind: 'image',
  status: 'ready',
  findings: [],
  technical: { kind: 'image' },
}

const track = (last: string, title: string): ReleaseDocument['tracks'][number] => ({
  title,
  uploadId: uploadId(last),
  isrc: `ZZ-ABC-26-0000${last}`,
  language: 'en',
  composition: 'original',
  containsSamples: false,
})

const release: ReleaseDocument = {
  title: 'Night Drive',
  type: 'ep',
  label: 'Blue Lamp',
  contributors: [
    { name: 'Ada', role: 'main_artist', partyIds: { isni: '0000 0001 2103 2683' } },
    { name: 'Ada Byron', role: 'songwriter', partyIds: { ipi: '00014107338' } },
  ],
  upc: '036000291452',
  grid: 'A1-2425G-ABC1234002-M',
  pLine: { year: 2026, text: 'Blue Lamp' },
  cLine: { year: 2026, text: 'Blue Lamp' },
  genre: 'electronic',
  language: 'en',
  explicit: 'not_explicit',
  releaseDate: '2027-01-15',
  originalReleaseDate: '2027-01-15',
  coverUploadId: uploadId('C'),
  aiUsage: { vocals: 'none', artwork: 'none' },
  metadata: { order: '4711' },
  tracks: [track('1', 'Intro'), track('2', 'The Edge of Town'), track('3', 'Rain on Glass'), track('4', 'Last Exit')],
}

const context: RuleContext = {
  today: '2026-11-20',
  assigns: { upc: false, isrc: false },
  delivered: false,
  outlets: ['player'],
  stores: [],
  otherTracks: [],
  knownRecordings: [],
  otherReleases: [],
}

const uploads: Readonly<Record<string, UploadForRules>> = {
  1: audio('1'),
  2: audio('2'),
  3: audio('3'),
  4: audio('4'),
  C: cover,
}

/** How a view differs from the sample: merge patches (null removes), `tracks` one patch for each track in order. */
export interface Change {
  readonly release?: object
  readonly tracks?: readonly object[]
  /** Only the first tracks are kept. */
  readonly trackCount?: number
  readonly context?: Partial<RuleContext>
  /** By the last letter of the upload's id; null removes the upload. */
  readonly uploads?: Readonly<Record<string, object | null>>
  readonly legacy?: boolean
}

/** The sample with a change. */
export function viewWith(change: Change = {}): ReleaseForRules {
  const tracks = release.tracks
    .slice(0, change.trackCount)
    .map((original, index) => applyMergePatch(original, change.tracks?.[index] ?? {}))
  const patched = applyMergePatch(uploads, change.uploads ?? {}) as Record<string, UploadForRules>
  return {
    release: applyMergePatch({ ...release, tracks }, change.release ?? {}) as ReleaseDocument,
    legacy: change.legacy ?? false,
    uploads: new Map(Object.values(patched).map((upload) => [upload.id, upload])),
    context: { ...context, ...change.context },
  }
}

/** The pointers of a rule's findings for a changed sample. */
export interface RuleCase {
  readonly rule: string
  readonly when: string
  readonly change: Change
  readonly at: readonly string[]
}

export const ruleCase = (rule: string, when: string, change: Change, ...at: string[]): RuleCase => ({
  rule,
  when,
  change,
  at,
})
