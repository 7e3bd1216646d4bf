import { ConfigError, type ConfigProblem } from '../../config/problems.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { Sql } from '../../platform/database/sql.ts'
import type { Keys } from '../../platform/secrets/encryption.ts'
import { findHubSecrets, loadHubSecrets, type SecretSettings, secretIdOf } from '../../platform/secrets/hub-secret.ts'
import { type SealedValues, workThrough } from '../../platform/secrets/reseal.ts'
import { findStorageIdentity, findStorageProblem, storageRefusal } from '../uploads/index.ts'
import {
  type Compared,
  findSecretProblem,
  findUrlProblem,
  isOfThisMachine,
  isUrlSet,
  unopenedProblem,
} from './compare-identity.ts'
import { findIdentity, type HubIdentity, noteIdentity, savePublicUrl, saveSecretId } from './identity-queries.ts'

/**
 * Secret, storage, database and public URL belong together. The database notes them at the first start; every later start
 * and every command compares them, because a wrong one would work at first and break tokens, links or uploads later.
 */

export interface Belongings {
  readonly system: Sql
  readonly blobs: Blobs
  readonly config: Compared & SecretSettings
}

/** What a command changes, and so does not compare. Only who replaces a lost secret makes one. */
export type Accepted = 'secret' | 'lost secret' | 'storage' | 'public URL'

const unknown: HubIdentity = { secretId: null, publicUrl: null }

/** For a start. Makes the secret of a new hub; throws ConfigError with everything that differs. */
export async function claimSecrets({ system, blobs, config }: Belongings): Promise<Keys> {
  const keys = await findHubSecrets(config)
  const { secretId, publicUrl } = (await findIdentity(system)) ?? unknown
  const isNew = secretId === null && (await findStorageIdentity(system)) === undefined
  const storage = await findStorageProblem({ system, blobs })
  refuse([
    isNew && !keys ? undefined : findSecretProblem(secretId, keys, config),
    findUrlProblem(publicUrl, config),
    storage === undefined ? undefined : storageRefusal(storage, config),
  ])
  return keys ?? loadHubSecrets(config)
}

/** For a command, which makes nothing. */
export async function compareSecrets(
  { system, blobs, config }: Belongings,
  accepted: ReadonlySet<Accepted>,
): Promise<Keys> {
  const keys = await findHubSecrets(config)
  const { secretId, publicUrl } = (await findIdentity(system)) ?? unknown
  const isAnySecret = accepted.has('secret') || accepted.has('lost secret')
  // A command that needs the storage says itself that it is away.
  const storage = accepted.has('storage')
    ? undefined
    : await findStorageProblem({ system, blobs }).catch(() => undefined)
  refuse([
    accepted.has('lost secret') ? undefined : findSecretProblem(isAnySecret && keys ? null : secretId, keys, config),
    accepted.has('public URL') || !isUrlSet(config) ? undefined : findUrlProblem(publicUrl, config),
    storage === undefined ? undefined : storageRefusal(storage, config),
  ])
  return keys ?? loadHubSecrets(config)
}

/** Once per start, after everything was compared: notes what is not known yet. Throws where another node noted something else. */
export async function noteBelongings(
  { system, config }: Omit<Belongings, 'blobs'>,
  keys: Keys,
  sealed: readonly SealedValues[],
): Promise<void> {
  const known = (await findIdentity(system)) ?? unknown
  const secretId = known.secretId ?? (await findSealingId(keys, sealed, config))
  await noteIdentity(system, { secretId, publicUrl: config.publicUrl })
  if (known.publicUrl !== null && isOfThisMachine(known.publicUrl)) await savePublicUrl(system, config.publicUrl)
  const noted = (await findIdentity(system)) ?? unknown
  refuse([findSecretProblem(noted.secretId, keys, config), findUrlProblem(noted.publicUrl, config)])
}

/** Of a hub that an earlier version made: the secret that its sealed values show. */
async function findSealingId(
  [current, previous]: Keys,
  sealed: readonly SealedValues[],
  config: Compared,
): Promise<string> {
  const { unopened, resealable } = await examineSealed(sealed)
  if (unopened.length > 0) throw new ConfigError([unopenedProblem(unopened, config)])
  return secretIdOf(resealable > 0 && previous ? previous : current)
}

/** Names of the kinds of which no secret opens all, and how many values only an earlier secret opens. */
async function examineSealed(
  sealed: readonly SealedValues[],
): Promise<{ readonly unopened: readonly string[]; readonly resealable: number }> {
  const unopened: string[] = []
  let resealable = 0
  for (const values of sealed) {
    const counts = await workThrough(values, 'examine')
    if (counts.unopened > 0) unopened.push(`${values.name}: ${counts.unopened}`)
    resealable += counts.resealed
  }
  return { unopened, resealable }
}

/** A command that was given no public URL has that of the hub: links that it prints lead there. */
export async function withKnownUrl<C extends Compared>(system: Sql, config: C): Promise<C> {
  const known = isUrlSet(config) ? undefined : await findIdentity(system)
  return { ...config, publicUrl: known?.publicUrl ?? config.publicUrl }
}

export interface IdentityCommands {
  /** Where clients reach this hub. */
  readonly publicUrl: string
  /** From now on the current secret of this process is the one of the hub. */
  acceptSecret(): Promise<void>
  acceptPublicUrl(): Promise<{ readonly before: string | undefined }>
}

export const identityCommands = ({
  database: { system },
  secrets,
  config,
}: {
  readonly database: { readonly system: Sql }
  readonly secrets: Keys
  readonly config: Pick<Compared, 'publicUrl'>
}): IdentityCommands => ({
  publicUrl: config.publicUrl,
  acceptSecret: async () => void (await saveSecretId(system, secretIdOf(secrets[0]))),
  async acceptPublicUrl() {
    const before = await findIdentity(system)
    await savePublicUrl(system, config.publicUrl)
    return { before: before?.publicUrl ?? undefined }
  },
})

function refuse(found: readonly (ConfigProblem | undefined)[]): void {
  const problems = found.filter((problem) => problem !== undefined)
  if (problems.length > 0) throw new ConfigError(problems)
}
