import { type ApiPromise, NotFoundError, PermissionDeniedError, type Spindle } from '@spindle/client'
import { type Permission, permissions } from '@spindle/contract/vocabulary'

/** What the key in use may do, and how fast. No operation says so, so each permission is tried where it costs little. */
export interface KeyFacts {
  /** In the order of the contract. */
  readonly permissions: readonly Permission[]
  readonly limits: readonly RequestLimit[]
}

/** As `RateLimit-Policy` gives it: so many requests of a kind in so many seconds. */
export interface RequestLimit {
  /** `reads`, `writes`, `uploads`. */
  readonly name: string
  readonly requests: number
  readonly seconds: number
}

/** Has the form of an id and is none: to check it changes nothing, and tells whether the key may write. */
const nobodysRelease = 'rel_00000000000000000000000000'

/** Throws as the requests do when the key is refused or the hub does not answer. */
export async function findKeyFacts({ releases, catalog, analytics }: Spindle, signal: AbortSignal): Promise<KeyFacts> {
  const options = { signal }
  const tries: Readonly<Record<Permission, () => ApiPromise<unknown>>> = {
    'music:read': () => releases.list({ limit: 1 }, options).page(),
    'music:write': () => releases.validate(nobodysRelease, options),
    'catalog:read': () => catalog.list({ limit: 1 }, options).page(),
    'analytics:read': () => analytics.get({ granularity: 'total', limit: 1 }, options),
  }
  const answers = await Promise.all(permissions.map((permission) => attempt(permission, tries[permission])))
  const limits = answers.flatMap(({ headers }) => parseLimits(headers?.get('ratelimit-policy') ?? ''))
  return {
    permissions: answers.flatMap(({ permission, isHeld }) => (isHeld ? [permission] : [])),
    limits: [...new Map(limits.map((limit) => [limit.name, limit])).values()],
  }
}

interface Attempted {
  readonly permission: Permission
  readonly isHeld: boolean
  readonly headers: Headers | undefined
}

/** That there is no such thing is an answer as well. */
async function attempt(permission: Permission, work: () => ApiPromise<unknown>): Promise<Attempted> {
  try {
    return { permission, isHeld: true, headers: (await work().withResponse()).response.headers }
  } catch (error) {
    if (error instanceof NotFoundError) return { permission, isHeld: true, headers: error.headers }
    if (error instanceof PermissionDeniedError) return { permission, isHeld: false, headers: error.headers }
    throw error
  }
}

/** `"reads";q=600;w=60`, several separated by commas (draft-ietf-httpapi-ratelimit-headers). */
export const parseLimits = (policy: string): readonly RequestLimit[] =>
  [...policy.matchAll(/"([\w-]+)";q=(\d+);w=(\d+)/g)].map(([, name = '', requests, seconds]) => ({
    name,
    requests: Number(requests),
    seconds: Number(seconds),
  }))
