import { checkValue } from '@spindle/contract/check'
import type { DeliverRequest } from '../plan/build-request.ts'

/**
 * What is remembered of a folder between runs. It never holds a secret. Uploads and releases belong to one hub and one
 * profile, so that another hub never gets ids that mean nothing to it, or another release.
 */

/** A file that was hashed, and the values that show whether it is still the same. */
export interface FileRecord {
  readonly size: number
  readonly mtimeMs: number
  readonly ctimeMs: number
  readonly sha256: string
}

/** The release that the folder became, and what was sent for it last. */
export interface ReleaseRecord {
  readonly id: string
  /** What was sent last, to distinguish changes of the folder from changes made at the hub. */
  readonly sent: DeliverRequest
}

/** What one hub, under one profile, has of the folder. */
export interface HubRecord {
  /** The upload each file became, by the name the client gives it: address and SHA-256. */
  readonly uploads: Readonly<Record<string, string>>
  readonly release?: ReleaseRecord | undefined
}

/** The content of `.spindle/state.json`. */
export interface FolderState {
  readonly version: 1
  /** Where the folder was, to find out that this one is a copy. */
  readonly path: string
  readonly files: Readonly<Record<string, FileRecord>>
  readonly hubs: Readonly<Record<string, HubRecord>>
}

/** The state of a folder of which nothing was sent to any hub. */
export const emptyState = (path: string): FolderState => ({ version: 1, path, files: {}, hubs: {} })

/** Undefined for anything that is not a state; `'newer'` for one that a newer version wrote. */
export function parseState(text: string): FolderState | 'newer' | undefined {
  try {
    const value = JSON.parse(text) as { version?: unknown } | null
    if (typeof value?.version === 'number' && value.version > 1) return 'newer'
    return checkValue(schema, value).length === 0 ? (value as FolderState) : undefined
  } catch {
    return undefined
  }
}

const text = { type: 'string' } as const
const number = { type: 'number' } as const
const object = (properties: Readonly<Record<string, object>>, required = Object.keys(properties)) =>
  ({ type: 'object', properties, required }) as const
const record = (values: object) => ({ type: 'object', additionalProperties: values }) as const

const schema = object({
  version: { const: 1 },
  path: text,
  files: record(object({ size: number, mtimeMs: number, ctimeMs: number, sha256: text })),
  hubs: record(
    object({ uploads: record(text), release: object({ id: text, sent: object({ tracks: { type: 'array' } }) }) }, [
      'uploads',
    ]),
  ),
})
