import { checkCover, checkMaster } from '@spindle/client/suggest'
import { type Finding, fillCredits, type ReleaseDocument, ReleaseInput } from '@spindle/contract'
import { checkValue } from '@spindle/contract/check'
import { checkRelease, findingFrom, type UploadForRules, unusableFileRules } from '@spindle/contract/rules'
import type { FileFinding } from '../deliver-events.ts'
import type { FolderFile } from '../folder/read-folder.ts'
import type { DeliverRequest } from '../plan/build-request.ts'
import type { Plan } from '../plan/make-plan.ts'
import type { HubSettings } from './hub-settings.ts'

/** Everything that can be checked of a delivery before a byte of it is sent: the hub's own rules, applied here. */

/** The findings of a folder, by what they stop. */
export interface PlanCheck {
  /** Of the files: errors among them end a delivery before it uploads what would be refused. */
  readonly files: readonly FileFinding[]
  /** Of the metadata: errors among them stop a submission, not a draft. */
  readonly metadata: readonly FileFinding[]
}

/** Applies the rules that the hub publishes; what needs the decoded audio is not among them. */
export function checkPlan(plan: Plan, request: DeliverRequest, hub: HubSettings): PlanCheck {
  const files = checkFiles(plan, request)
  const uploads = files.map(({ upload }): [string, UploadForRules] => [upload.id, { ...upload, findings: [] }])
  const metadata = checkRelease({
    release: fillCredits(request) as ReleaseDocument,
    legacy: false,
    uploads: new Map(uploads),
    context: {
      today: new Date().toISOString().slice(0, 10),
      assigns: hub.assigns,
      delivered: false,
      outlets: hub.outletIds,
      stores: hub.stores,
      // Only the hub has the rest of the account.
      otherTracks: [],
      knownRecordings: [],
      otherReleases: [],
    },
  })
  const isApplied = ({ rule }: Finding): boolean => hub.ruleIds.has(rule.id)
  return {
    files: [...findUnusable(plan), ...files.flatMap((file) => placeFindings(file, isApplied)), ...findRefused(request)],
    metadata: metadata.filter(isApplied).map(withoutRule),
  }
}

interface PlacedFile {
  readonly file: FolderFile
  /** Where the request refers to it. */
  readonly pointer: string
  readonly upload: UploadForRules
}

function checkFiles({ tracks, cover }: Plan, request: DeliverRequest): readonly PlacedFile[] {
  const masters = tracks.map(({ master }, index): PlacedFile => {
    const id = request.tracks[index]?.uploadId ?? 'upl_'
    return {
      file: master.file,
      pointer: `/tracks/${index}/uploadId`,
      upload: { id, kind: 'audio', ...checkMaster(master) },
    }
  })
  if (!cover) return masters
  const upload: UploadForRules = {
    id: request.coverUploadId ?? 'upl_',
    kind: 'image',
    ...checkCover(cover, cover.file.size),
  }
  return [...masters, { file: cover.file, pointer: '/coverUploadId', upload }]
}

const placeFindings = (
  { file, pointer, upload }: PlacedFile,
  isApplied: (finding: Finding) => boolean,
): readonly FileFinding[] =>
  upload.findings.filter(isApplied).map((finding) => ({ ...withoutRule(finding), pointer, file: file.name }))

const withoutRule = ({ rule: _rule, ...finding }: Finding): FileFinding => finding

/** Findings that no upload has, because the file will not become one. */
function findUnusable({ folder }: Plan): readonly FileFinding[] {
  return folder.foreignAudio.map(({ name }) => ({
    ...withoutRule(
      findingFrom(unusableFileRules.unsupported_format, {
        detail: 'The file is not in a supported audio format, so it would be missing from the release.',
      }),
    ),
    file: name,
  }))
}

/** The request must be valid for the hub: a tag can be longer than a member may be. */
const findRefused = (request: DeliverRequest): readonly FileFinding[] =>
  checkValue(ReleaseInput, request).map(({ code, pointer, detail, fix }) => ({
    code,
    severity: 'error',
    pointer,
    message: detail,
    fix: fix ?? 'Set it in release.yaml.',
  }))
