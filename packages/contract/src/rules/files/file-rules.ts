import { type CheckedRule, defineRule } from '../define-rule.ts'
import type { RuleId } from '../rule-ids.ts'
import { exportAgain, sources } from './sources.ts'

/** Rules about a file as a whole: it arrives as it was sent, is stored, and can be read. */

/** Why a file cannot be used at all, in words for the person who sent it. */
export interface Unusable {
  readonly detail: string
}

const asReported = ({ detail }: Unusable): string => detail

/** Files that cannot be opened: the message says what they are and why; the code that read the file writes it. */
const unusable = (
  id: RuleId,
  { title, fix, source }: { readonly title: string; readonly fix: string; readonly source: string },
): CheckedRule<Unusable> =>
  defineRule({ id, severity: 'error', appliesTo: 'upload', title, fix, source, check: asReported })

/** Each rejects the upload. The members are the codes a reader of files reports. */
export const unusableFileRules = {
  empty_file: unusable('empty_file', {
    title: 'The file must not be empty',
    fix: exportAgain,
    source: sources.integrity,
  }),
  unsupported_format: unusable('unsupported_format', {
    title: 'The file must be in a supported format',
    fix: 'Export as WAV, FLAC or AIFF (covers: JPEG or PNG).',
    source: sources.integrity,
  }),
  corrupt: unusable('corrupt', {
    title: 'The file must not be damaged',
    fix: exportAgain,
    source: sources.integrity,
  }),
  truncated: unusable('truncated', {
    title: 'The file must be complete',
    fix: exportAgain,
    source: sources.integrity,
  }),
  md5_mismatch: unusable('md5_mismatch', {
    title: 'The audio must match the checksum of its encoder',
    fix: `The file changed after encoding. ${exportAgain}`,
    source: sources.flac,
  }),
} as const

/** The analysis did not finish in any attempt. */
export const analysisFailed = defineRule<{ readonly attempts: number; readonly reason: string }>({
  id: 'analysis_failed',
  severity: 'error',
  appliesTo: 'upload',
  title: 'The hub must be able to analyse the file within its limits',
  fix: `${exportAgain} If the new file fails too, contact the hub operator.`,
  source: sources.integrity,
  check: ({ attempts, reason }) => `The analysis failed ${attempts} ${attempts === 1 ? 'time' : 'times'}: ${reason}.`,
})

/** The bytes that arrived are not those that were announced. `sha256` is that of the bytes, in lower-case hex. */
export const checksumMismatch = defineRule<{ readonly sha256: string }>({
  id: 'checksum_mismatch',
  severity: 'error',
  appliesTo: 'upload',
  title: 'The file must match its declared checksum',
  fix: 'Upload the file again.',
  source: sources.integrity,
  check: ({ sha256 }) => `The received file has the SHA-256 ${sha256}, which differs from the declared value.`,
})

/** The disk refused to keep the bytes. */
export const storageFailed = defineRule<void>({
  id: 'storage_failed',
  severity: 'error',
  appliesTo: 'upload',
  title: 'The hub must be able to store the file',
  fix: 'Upload the file again. If it fails again, contact the hub operator.',
  source: sources.storage,
  check: () => 'The hub could not store the file.',
})
