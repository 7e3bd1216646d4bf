import type { PublishedRule } from '@spindle/contract'
import { ReleaseInput } from '@spindle/contract'
import { checkValue } from '@spindle/contract/check'
import type { DeliverRequest } from '../plan/build-request.ts'
import type { Plan } from '../plan/make-plan.ts'
import { checkCover } from './check-cover.ts'
import { checkMasters } from './check-masters.ts'
import { checkMetadata } from './check-metadata.ts'
import { findingsOf, type LocalFinding } from './finding.ts'

/** Everything that can be said of a delivery before a byte of it is sent. */

export interface PlanCheck {
  /** Of the files: errors among them end a delivery before it uploads what would be refused. */
  readonly files: readonly LocalFinding[]
  /** Of the metadata: errors among them stop a submission, not a draft. */
  readonly metadata: readonly LocalFinding[]
}

export function checkPlan(plan: Plan, request: DeliverRequest, rules: readonly PublishedRule[]): PlanCheck {
  const published = findingsOf([...checkMasters(plan.tracks), ...checkCover(plan.cover)], rules)
  return {
    files: [...unusable(plan, rules), ...published, ...refused(request)],
    metadata: findingsOf(checkMetadata(request), rules),
  }
}

/** What no rule of an upload can say, because it shall not become one, or nobody could look into it. */
function unusable(plan: Plan, rules: readonly PublishedRule[]): readonly LocalFinding[] {
  const foreign = plan.folder.foreignAudio.map(({ name }) => ({
    ruleId: 'unsupported_format',
    pointer: '',
    file: name,
    message: 'The file is not in a format for masters, so it would be missing from the release.',
  }))
  const masters = plan.tracks.map(({ master }, index) => ({ ...master, pointer: `/tracks/${index}/uploadId` }))
  const disguised = masters
    .filter(({ problem }) => problem === 'foreign')
    .map(({ file, pointer }) => ({
      ruleId: 'unsupported_format',
      pointer,
      file: file.name,
      message: 'The file is not what its name says: it does not start like WAV, AIFF, FLAC or MP3.',
    }))
  const unread = masters
    .filter(({ problem }) => problem === 'unreadable')
    .map(({ file, pointer }) => unreadable(file.name, pointer, 'The header of the file cannot be read.'))
  const { cover } = plan
  const blind =
    cover && cover.format === undefined && cover.file.size > 0
      ? [unreadable(cover.file.name, '/coverUploadId', 'The header of the picture cannot be read.')]
      : []
  return [...findingsOf([...foreign, ...disguised], rules), ...unread, ...blind]
}

/** The hub decodes the whole file and has the last word, so this is no error yet. */
const unreadable = (file: string, pointer: string, message: string): LocalFinding => ({
  code: 'header_unreadable',
  severity: 'warning',
  pointer,
  message,
  fix: 'Play it once. If it is damaged, export it again. The hub decides after decoding it.',
  file,
})

/** The request must be one the hub takes: a tag can be longer than a member may be. */
const refused = (request: DeliverRequest): readonly LocalFinding[] =>
  checkValue(ReleaseInput, request).map(({ code, pointer, detail, fix }) => ({
    code,
    severity: 'error',
    pointer,
    message: detail,
    fix: fix ?? 'Set it in release.yaml.',
    file: undefined,
  }))
