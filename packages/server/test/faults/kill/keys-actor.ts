import { call, listAll } from '../../harness/api-client.ts'
import type { Random } from '../../harness/random.ts'
import { type Actor, createTouched, promised, type Target } from './actor.ts'

const path = '/api/v1/distributor/keys'

interface KnownKey {
  readonly name: string
  readonly idempotencyKey: string | undefined
  id?: string
  secret?: string
  /** It was requested before, without an answer. */
  isRepeated?: boolean
  /** `asked`: the revocation was sent and not answered. */
  revocation: 'none' | 'asked' | 'done'
}

/** Makes API keys and revokes them. A key that was shown works; one whose revocation was answered never works again. */
export function createKeysActor(random: Random): Actor {
  const keys = createTouched<KnownKey>(random)
  let acknowledged = 0

  async function create({ url, bearer }: Target, entry: KnownKey): Promise<void> {
    const { status, body, text } = await call(url, 'POST', path, {
      bearer,
      body: { name: entry.name, permissions: ['music:read'] },
      ...(entry.idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': entry.idempotencyKey } }),
    })
    // The secret was lost with its answer; the key exists, and can only be revoked.
    const isWithheld = status === 409 && body.error === 'secret_shown_once' && typeof body.id === 'string'
    promised(status === 201 || (isWithheld && entry.isRepeated === true), `creating ${entry.name} answers 201`, text)
    Object.assign(keys.touch(entry), { id: body.id, ...(isWithheld ? {} : { secret: body.key }) })
    acknowledged++
  }

  async function revoke({ url, bearer }: Target, entry: KnownKey): Promise<void> {
    keys.touch(entry).revocation = 'asked'
    const { status, text } = await call(url, 'DELETE', `${path}/${entry.id}`, { bearer })
    promised(status === 204, `revoking ${entry.name} answers 204`, text)
    entry.revocation = 'done'
    acknowledged++
  }

  const unanswered = (): KnownKey[] =>
    keys.all.filter(({ id, idempotencyKey }) => id === undefined && idempotencyKey !== undefined)

  const repeat = (target: Target, entry: KnownKey): Promise<void> =>
    create(target, Object.assign(entry, { isRepeated: true }))

  async function verify({ url }: Target, { name, secret, revocation }: KnownKey): Promise<void> {
    if (secret === undefined || revocation === 'asked') return
    const { status } = await call(url, 'GET', '/api/v1/distributor/uploads?limit=1', { key: secret })
    promised(status === (revocation === 'done' ? 401 : 200), `key ${name}, revocation ${revocation}`, status)
  }

  return {
    name: 'keys',
    acknowledged: () => acknowledged,
    async step(target) {
      const [pending] = unanswered()
      const living = keys.all.filter(({ id, revocation }) => id !== undefined && revocation !== 'done')
      if (pending) await repeat(target, pending)
      else if (living.length > 3 && random.chance(0.4)) await revoke(target, random.pick(living))
      else {
        const idempotencyKey = random.chance(0.7) ? random.word(24) : undefined
        await create(target, keys.add({ name: `key ${random.word(16)}`, idempotencyKey, revocation: 'none' }))
      }
    },
    async verifyRecent(target) {
      for (const entry of keys.takeSample(5)) await verify(target, entry)
    },
    async verifyAll(target) {
      for (const entry of unanswered()) await repeat(target, entry)
      for (const entry of keys.all) if (entry.revocation === 'asked') await revoke(target, entry)
      for (const entry of keys.all) await verify(target, entry)
      const listed: string[] = (await listAll(target.url, path, { bearer: target.bearer })).map(({ name }) => name)
      for (const { name, id } of keys.all) {
        const count = listed.filter((other) => other === name).length
        promised(id === undefined ? count <= 1 : count === 1, `${name} is there once`, count)
      }
    },
  }
}
