import {
  AppError,
  type FieldError,
  type Finding,
  labelKey,
  limits,
  parseGtin,
  type ReleaseDocument,
  type ReleaseType,
} from '@spindle/contract'
import {
  checkRelease,
  isrcsByAudio,
  type KnownRecording,
  type OtherTrack,
  type ReleaseForRules,
  type ReplacedRelease,
  type RuleContext,
  type StoreForRules,
  suggestedTypeOf,
  trackAudioOf,
} from '@spindle/contract/rules'
import type { Clock } from '../../../platform/clock.ts'
import type { Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import type { OutletsFeature } from '../../outlets/index.ts'
import { lockUploads, type UploadFacts } from '../../uploads/index.ts'
import { describeReplaced } from '../replacement/check-replacement.ts'
import {
  type AccountContext,
  findAccountContext,
  hasFreeUpc,
  type IdentifiedRecording,
  type PlacedOtherTrack,
} from './check-queries.ts'
import { findOwnFindings, type OwnFindingsOptions } from './hook/find-own-findings.ts'
import { findKnownRecordings } from './recording-queries.ts'

/** Applies every rule to a release, with the data of the account and the hub that rules need. */

export interface Checked {
  readonly findings: readonly Finding[]
  readonly errors: number
  readonly warnings: number
  readonly checkedAt: Date
  readonly suggestedType: ReleaseType
  /** What the findings of the operator's hook are of; undefined without an answer. */
  readonly hookSha256: string | undefined
}

export interface CheckInput {
  readonly releaseId: string
  readonly document: ReleaseDocument
  readonly legacy: boolean
  readonly delivered: boolean
  readonly uploads: ReadonlyMap<string, UploadFacts>
  /** False once identifiers are assigned: a track without one then stays without. */
  readonly mayAssign: boolean
  /** Only what matters to this outlet, even if the release is not meant for it. */
  readonly outlet?: string | undefined
  /** The request says why the audio under an ISRC of the replaced release is another one. */
  readonly givesAudioReason?: boolean | undefined
  /** Before a submission: the check needs an answer of the operator's hook. */
  readonly mustAskHook?: boolean | undefined
  /** What the hook is given, if that is not the document: codes are assigned after it has answered. */
  readonly hookDocument?: ReleaseDocument | undefined
}

export interface Checker {
  loadUploads(trx: Tenant, document: ReleaseDocument): Promise<ReadonlyMap<string, UploadFacts>>
  /** Throws `DoFirst` if the hook of the operator has to be asked. */
  check(trx: TenantTransaction, input: CheckInput): Promise<Checked>
  /** The identifiers that the release would get if it were submitted now. */
  findAssigned(sql: Tenant): Promise<RuleContext['assigns']>
}

export interface CheckerOptions extends OwnFindingsOptions {
  readonly clock: Clock
  readonly assignsIsrc: boolean
  readonly outlets: Pick<OutletsFeature, 'list' | 'adapterOf'>
}

export function releaseChecker({ clock, assignsIsrc, outlets, ...own }: CheckerOptions): Checker {
  return {
    // Locked until the commit: an analysis that ends meanwhile waits, and then finds the release to check again.
    loadUploads: (trx, document) => lockUploads(trx, uploadIdsOf(document)),
    findAssigned: async (sql) => ({ upc: await hasFreeUpc(sql), isrc: assignsIsrc }),
    async check(trx, input) {
      const { releaseId, document, legacy, delivered, uploads, mayAssign, outlet } = input
      const replacedId = delivered ? undefined : document.replaces
      const knownRecordings = mayAssign ? await findRecordings(trx, { releaseId, document, uploads }) : []
      const recordings = listRecordings(document, uploads, knownRecordings)
      const checkedAt = new Date(clock.now())
      const account = await findAccountContext(trx, {
        releaseId,
        recordings,
        gtin14: document.upc === undefined ? null : (parseGtin(document.upc) ?? null),
        replacedId,
        labelKey: document.label === undefined ? undefined : labelKey(document.label),
        year: checkedAt.getUTCFullYear() % 100,
      })
      const view: ReleaseForRules = {
        release: document,
        legacy,
        uploads,
        context: {
          today: checkedAt.toISOString().slice(0, 10),
          assigns: mayAssign ? findAssignable(account, assignsIsrc) : { upc: false, isrc: false },
          labelCodes: account.labelCodes ?? undefined,
          delivered,
          outlets: outlets.list().map(({ id }) => id),
          stores: listStores(outlets),
          askedOutlet: outlet,
          otherTracks: await findReplaceable(trx, input, { recordings, otherTracks: account.otherTracks }),
          knownRecordings,
          otherReleases: account.otherReleases,
          replaced: replacedId === undefined ? undefined : await findReplacedFor(trx, input, replacedId),
        },
      }
      const { findings: ownFindings, sha256: hookSha256 } = await findOwnFindings(own, trx, {
        releaseId,
        document: input.hookDocument ?? document,
        mustAsk: input.mustAskHook === true,
      })
      // Those of the hook first: they are never among those that are too many.
      const findings = [...ownFindings, ...checkRelease(view)]
      const count = (severity: Finding['severity']) =>
        findings.filter((finding) => finding.severity === severity).length
      return {
        // Tens of thousands fit into one body of metadata; they are too many to read, and every answer would include
        // them.
        findings: findings.slice(0, limits.maxFindings),
        errors: count('error'),
        warnings: count('warning'),
        checkedAt,
        suggestedType: suggestedTypeOf(view).type,
        hookSha256,
      }
    },
  }
}

/** A label with a prefix or a range of its own gets codes from there alone. */
const findAssignable = ({ hasFreeUpc, labelCodes }: AccountContext, assignsIsrc: boolean): RuleContext['assigns'] => ({
  upc: labelCodes?.upcRange ? labelCodes.hasUpc : hasFreeUpc,
  isrc: labelCodes?.isrcPrefix ? labelCodes.hasIsrc : assignsIsrc,
})

const findReplacedFor = (sql: Tenant, input: CheckInput, replacedId: string): Promise<ReplacedRelease | null> =>
  describeReplaced(
    sql,
    { releaseId: input.releaseId, replacedId, tracks: input.document.tracks },
    { givesReason: input.givesAudioReason === true },
  )

interface Compared {
  readonly recordings: readonly IdentifiedRecording[]
  readonly otherTracks: readonly PlacedOtherTrack[]
}

/**
 * Tells a finding about an ISRC with other audio whether the release can replace the one that has it. Only if that one is the
 * only conflict: the advice must not lead to another finding.
 */
async function findReplaceable(
  sql: Tenant,
  input: CheckInput,
  { recordings, otherTracks }: Compared,
): Promise<readonly OtherTrack[]> {
  const conflicts = otherTracks.filter((other) =>
    recordings.some(({ isrc, pcmSha256 }) => isrc === other.isrc && pcmSha256 !== other.pcmSha256),
  )
  const [first, second] = new Map(conflicts.map((other) => [other.releaseId, other])).values()
  const canReplace = first !== undefined && second === undefined && !input.delivered && !input.legacy
  if (!canReplace || input.document.replaces !== undefined || !['down', 'out'].includes(first.place)) return otherTracks
  const replaced = await findReplacedFor(sql, input, first.releaseId)
  const free = new Set(replaced?.otherAudio.flatMap(({ isrc, use }) => (use === null ? [isrc] : [])))
  if (replaced?.replacedBy !== null || !conflicts.every(({ isrc }) => isrc !== null && free.has(isrc)))
    return otherTracks
  const canBeReplaced = first.place === 'down' ? 'now' : 'after_takedown'
  return otherTracks.map((other) => (conflicts.includes(other) ? { ...other, canBeReplaced } : other))
}

/** The outlets that state what they accept. */
const listStores = ({ list, adapterOf }: CheckerOptions['outlets']): StoreForRules[] =>
  list().flatMap(({ id, name, kind, settings }) => {
    const wishes = adapterOf(kind)?.describeWishes?.({ settings })
    return wishes ? [{ id, name, ...wishes }] : []
  })

/** What the account knows of the audio of tracks without an ISRC. */
async function findRecordings(
  sql: Tenant,
  { releaseId, document, uploads }: Pick<CheckInput, 'releaseId' | 'document' | 'uploads'>,
): Promise<readonly KnownRecording[]> {
  const digests = document.tracks.flatMap((track) => {
    const { hasOwnIsrc, pcmSha256 } = trackAudioOf(track, uploads)
    return hasOwnIsrc || pcmSha256 === undefined ? [] : [pcmSha256]
  })
  return digests.length === 0 ? [] : await findKnownRecordings(sql, releaseId, digests)
}

/** With the ISRCs that tracks without one take. */
function listRecordings(
  document: ReleaseDocument,
  uploads: CheckInput['uploads'],
  known: readonly KnownRecording[],
): IdentifiedRecording[] {
  const taken = isrcsByAudio([], known)
  return document.tracks.flatMap((track) => {
    const { isrc: own, hasOwnIsrc, pcmSha256 } = trackAudioOf(track, uploads)
    const isrc = hasOwnIsrc || pcmSha256 === undefined ? own : taken.get(pcmSha256)
    return isrc === undefined || pcmSha256 === undefined ? [] : [{ isrc, pcmSha256 }]
  })
}

interface Referring {
  readonly coverUploadId?: string | undefined
  readonly tracks: readonly { readonly uploadId?: string }[]
}

interface Reference {
  readonly pointer: string
  readonly uploadId: string
}

const listReferences = ({ coverUploadId, tracks }: Referring): Reference[] => [
  ...(coverUploadId === undefined ? [] : [{ pointer: '/coverUploadId', uploadId: coverUploadId }]),
  ...tracks.flatMap(({ uploadId }, index) =>
    uploadId === undefined ? [] : [{ pointer: `/tracks/${index}/uploadId`, uploadId }],
  ),
]

const uploadIdsOf = (release: Referring): string[] => [
  ...new Set(listReferences(release).map(({ uploadId }) => uploadId)),
]

/** Throws `upload_reference_unknown` or `upload_incomplete` naming every place; missing ones come first. */
export function requireUploads(release: Referring, uploads: ReadonlyMap<string, UploadFacts>): void {
  const refused = listReferences(release).flatMap((reference) => {
    const error = describeReference(reference, uploads.get(reference.uploadId))
    return error ? [error] : []
  })
  if (refused.length === 0) return
  const missing = refused.some(({ code }) => code === 'upload_reference_unknown')
  throw new AppError(missing ? 'upload_reference_unknown' : 'upload_incomplete', { errors: refused })
}

function describeReference({ pointer, uploadId }: Reference, upload: UploadFacts | undefined): FieldError | undefined {
  if (upload === undefined || upload.status === 'expired')
    return {
      pointer,
      code: 'upload_reference_unknown',
      detail: `This account has no upload ${uploadId}.`,
      fix: 'Upload the file and use the id of the upload.',
    }
  if (upload.status !== 'awaiting_data') return undefined
  const total = upload.size === null ? 'an unknown number of bytes' : `${upload.size} bytes`
  return {
    pointer,
    code: 'upload_incomplete',
    detail: `The hub has received ${upload.receivedBytes} of ${total} of upload ${uploadId}.`,
    fix: 'Send the rest of the bytes, then try again.',
  }
}
