import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventDigest } from '../../src/features/releases/status/event-chain.ts'
import { atEnd } from '../harness/cleanup.ts'
import { releasesPath } from '../harness/releases.ts'
import { acknowledge, openStoreHub, type Sent, type StoreHub } from '../harness/store-folder.ts'

/** The program of docs/interchange.md, as a third party would run it: without the hub. */

const page = fileURLToPath(new URL('../../../../docs/interchange.md', import.meta.url))
const run = promisify(execFile)

interface Proof {
  readonly protected: string
  readonly payload: string
  readonly signature: string
}

const statementOf = ({ payload }: Proof) => JSON.parse(Buffer.from(payload, 'base64url').toString())
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('the proof of a delivery', () => {
  let store: StoreHub
  let folder: string
  let release: { readonly id: string; readonly upc: string }
  let sent: Sent
  let proof: Proof
  let place: string
  beforeAll(async () => {
    store = await openStoreHub()
    const outlet = await store.addStore()
    release = await store.submit(outlet.id)
    sent = await store.nthMessage(outlet.folder, 1)
    await acknowledge(outlet.folder, sent.messageId, 'FileOK', 'Thank you.')
    await store.reach(release.id, 'live')
    place = join(outlet.folder, sent.batch, release.upc)
    proof = (await ask(sent.messageId)).body
    folder = await mkdtemp(join(tmpdir(), 'spindle-proof-'))
    atEnd(() => rm(folder, { recursive: true, force: true }))
    const [, code = ''] = /^```js\n([\s\S]*?)^```$/m.exec(await readFile(page, 'utf8')) ?? []
    expect(code.split('\n').length).toBeLessThanOrEqual(60)
    await writeFile(join(folder, 'verify.mjs'), code)
    await writeFile(join(folder, 'message.xml'), sent.xml)
    const keys = await store.hub.request('/.well-known/jwks.json')
    await writeFile(join(folder, 'keys.json'), await keys.text())
  }, 240_000)

  const ask = (messageId: string, key = store.fixture.key) =>
    store.hub.json('GET', `${releasesPath}/${release.id}/messages/${messageId}/proof`, { key })

  /** The output of the program for this proof, and its exit code. */
  async function verify(given: Proof, { message = 'message.xml', files = place } = {}): Promise<[number, string]> {
    await writeFile(join(folder, 'proof.json'), JSON.stringify(given))
    const names = ['verify.mjs', 'proof.json', 'keys.json', message].map((name) => join(folder, name))
    return run(process.execPath, [...names, files]).then(
      ({ stdout }): [number, string] => [0, stdout],
      ({ code, stderr }: { code: number; stderr: string }): [number, string] => [code, stderr],
    )
  }

  it('is valid for anyone who has the keys, the message and the files', async () => {
    const [code, said] = await verify(proof)
    expect([code, said]).toEqual([
      0,
      expect.stringContaining(`sent ${sent.messageId} to store-1: offer of ${release.id}`),
    ])
    expect(said).toContain('It names 2 files.')
    expect(said).toContain('The store answered FileOK.')
    expect(
      (await run(process.execPath, ['verify.mjs', 'proof.json', 'keys.json', 'message.xml'], { cwd: folder })).stdout,
    ).toBe(said)
  })

  it('states what was sent, and the events that the hub has of it', async () => {
    const statement = statementOf(proof)
    const sha256 = createHash('sha256').update(sent.xml).digest('hex')
    expect(statement).toMatchObject({
      iss: store.hub.url,
      release: { id: release.id, revision: 1 },
      message: { id: sent.messageId, purpose: 'offer', sha256, batch: sent.batch },
      acknowledgement: { status: 'FileOK', text: 'Thank you.' },
    })
    expect(statement.files).toMatchObject([{ isInPackage: true }, { isInPackage: true }])
    const types = statement.events.map(({ type }: { type: string }) => type)
    expect(types).toEqual(['delivery.sent', 'delivery.acknowledged', 'delivery.live'])
    const { body } = await store.fixture.events(release.id)
    for (const event of statement.events) {
      expect(body.data).toContainEqual(event)
      expect(event.data).toMatchObject({ messageId: sent.messageId, messageSha256: sha256 })
      const { sha256: digest, ...content } = event
      expect(eventDigest(content).toString('hex')).toBe(digest)
    }
  })

  it('is invalid once anything was changed', async () => {
    const statement = statementOf(proof)
    const forged = encode({ ...statement, message: { ...statement.message, sentAt: '2020-01-01T00:00:00.000Z' } })
    expect(await verify({ ...proof, payload: forged })).toEqual([1, expect.stringContaining('signature')])
    const token = { ...proof, protected: encode({ alg: 'EdDSA', typ: 'at+jwt', kid: 'x' }) }
    expect(await verify(token)).toEqual([1, expect.stringContaining('no proof')])
    const otherKey = { ...proof, protected: encode({ alg: 'EdDSA', typ: 'delivery-proof+json', kid: 'x' }) }
    expect(await verify(otherKey)).toEqual([1, expect.stringContaining('keys of the hub')])
    await writeFile(join(folder, 'other.xml'), sent.xml.replace('Night Drive', 'Day Drive'))
    expect(await verify(proof, { message: 'other.xml' })).toEqual([1, expect.stringContaining('another one')])
    await mkdir(join(folder, 'resources'))
    for (const { path } of statement.files) await writeFile(join(folder, path), 'other bytes')
    expect(await verify(proof, { files: folder })).toEqual([1, expect.stringContaining('is another file')])
  })

  it('is not accepted as a token', async () => {
    const bearer = `${proof.protected}.${proof.payload}.${proof.signature}`
    const answer = await store.hub.json('GET', '/api/v1/distributor/keys', { bearer })
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_token'])
  })
})
