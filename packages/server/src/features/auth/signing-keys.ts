import type { createLocalJWKSet, FlattenedJWS, JWK, JWTVerifyGetKey } from 'jose'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/sql.ts'
import { decrypt, encrypt, type Keys } from '../../platform/secrets/encryption.ts'
import { resealTogether, type SealedValues } from '../../platform/secrets/reseal.ts'
import { loadJose } from './load-jose.ts'
import {
  deleteSigningKey,
  deleteSigningKeys,
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  retireSigningKeys,
  updateSealedJwk,
} from './signing-key-queries.ts'
import { clockToleranceSeconds, maxTokenLifeSeconds } from './token-limits.ts'

/**
 * The keys the authorization server signs with. One signs; those before it stay published until the last token they can
 * have signed is over. Private keys are stored sealed, so a copy of the database signs nothing.
 */
export interface SigningKeys {
  /** The keys as of at most a minute ago; makes the first one. */
  current(): Promise<KeySet>
  /** The key that verifies a token; an unknown key id looks again, once a second at most. */
  readonly findKey: JWTVerifyGetKey
  /** A text under the signature of the hub (RFC 7515). `type` keeps it from being taken for a token. */
  sign(text: string, type: string): Promise<FlattenedJWS>
  /** Activates a new key; other nodes follow within a minute. */
  rotate(): Promise<{ readonly keyId: string }>
  /** The private keys as they are stored. */
  readonly sealed: SealedValues
}

interface KeySet {
  readonly signingJwk: JWK & { readonly kid: string }
  readonly publicJwks: readonly JWK[]
}

export interface SigningKeysOptions {
  readonly database: Database
  readonly clock: Clock
  readonly sealingKeys: Keys
}

export const signingAlgorithm = 'EdDSA'
const freshMs = 60_000
const missPauseMs = 1_000
// A node may sign with the old key until its set is no longer fresh.
const publishedMs = (maxTokenLifeSeconds + clockToleranceSeconds) * 1_000 + freshMs

interface Loaded extends KeySet {
  readonly loadedAtMs: number
  readonly find: ReturnType<typeof createLocalJWKSet>
}

export function rotatingSigningKeys({ database, clock, sealingKeys }: SigningKeysOptions): SigningKeys {
  let loaded: Promise<Loaded> | undefined
  let known: Loaded | undefined

  const load = async (): Promise<Loaded> => {
    const loadedAtMs = clock.now()
    const rows = await listSigningKeys(database.system, new Date(loadedAtMs - publishedMs))
    const [newest] = rows
    if (!newest || newest.retiredAt) {
      await makeFirst()
      return load()
    }
    const publicJwks = rows.map(({ publicJwk }) => publicJwk)
    const signingJwk = JSON.parse(decrypt(sealingKeys, newest.sealedJwk)) as KeySet['signingJwk']
    const { createLocalJWKSet } = await loadJose()
    return { signingJwk, publicJwks, loadedAtMs, find: createLocalJWKSet({ keys: publicJwks }) }
  }
  const reload = (): Promise<Loaded> => {
    loaded ??= load().then(
      (next) => {
        loaded = undefined
        known = next
        return next
      },
      (error: unknown) => {
        loaded = undefined
        throw error
      },
    )
    return loaded
  }
  const youngerThan = (ageMs: number): Loaded | undefined =>
    known && clock.now() - known.loadedAtMs < ageMs ? known : undefined

  const insert = async (trx: Transaction): Promise<string> => {
    const { privateJwk, publicJwk, id } = await generateSigningKey()
    const sealedJwk = encrypt(sealingKeys, JSON.stringify(privateJwk))
    await insertSigningKey(trx, { id, publicJwk, sealedJwk, createdAt: new Date(clock.now()) })
    return id
  }
  const makeFirst = (): Promise<void> =>
    database.transaction(async (trx) => {
      await lockSigningKeys(trx)
      const [newest] = await listSigningKeys(trx, new Date(clock.now() - publishedMs))
      if (!newest || newest.retiredAt) await insert(trx)
    })

  const current = async (): Promise<Loaded> => youngerThan(freshMs) ?? reload()
  return {
    current,
    async sign(text, type) {
      const { signingJwk } = await current()
      const { FlattenedSign, importJWK } = await loadJose()
      const header = { alg: signingAlgorithm, kid: signingJwk.kid, typ: type }
      return new FlattenedSign(new TextEncoder().encode(text))
        .setProtectedHeader(header)
        .sign(await importJWK(signingJwk, signingAlgorithm))
    },
    async findKey(header, token) {
      const keys = await current()
      const isKnown = keys.publicJwks.some(({ kid }) => kid === header.kid)
      return (isKnown ? keys : (youngerThan(missPauseMs) ?? (await reload()))).find(header, token)
    },
    async rotate() {
      const keyId = await database.transaction(async (trx) => {
        await lockSigningKeys(trx)
        await retireSigningKeys(trx, new Date(clock.now()))
        await deleteSigningKeys(trx, new Date(clock.now() - publishedMs))
        return insert(trx)
      })
      await reload()
      return { keyId }
    },
    sealed: sealedSigningKeys(database, sealingKeys),
  }
}

const sealedSigningKeys = (database: Database, keys: Keys): SealedValues =>
  resealTogether(database, keys, {
    name: 'signing keys',
    remedy: 'the hub creates a new one and refuses access tokens signed with the old one',
    async lock(trx) {
      await lockSigningKeys(trx)
      return (await listSigningKeys(trx, new Date(0))).map(({ id, sealedJwk }) => ({ id, sealed: sealedJwk }))
    },
    save: (trx, { id, sealed }) => updateSealedJwk(trx, { id, sealedJwk: sealed }),
    remove: deleteSigningKey,
  })

async function generateSigningKey(): Promise<{ privateJwk: JWK; publicJwk: JWK; id: string }> {
  const { calculateJwkThumbprint, exportJWK, generateKeyPair } = await loadJose()
  const { privateKey, publicKey } = await generateKeyPair(signingAlgorithm, { extractable: true })
  const bare = await exportJWK(publicKey)
  const id = await calculateJwkThumbprint(bare)
  const marks = { kid: id, alg: signingAlgorithm, use: 'sig' }
  return { privateJwk: { ...(await exportJWK(privateKey)), ...marks }, publicJwk: { ...bare, ...marks }, id }
}
