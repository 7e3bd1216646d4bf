import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, requestToken } from '../harness/accounts.ts'
import { freePort, startTestHub } from '../harness/hub.ts'
import { operatorOf, runOperatorCommand, shellOf } from '../harness/operator.ts'
import { startUploadHub, testBytes, type UploadClient } from '../harness/uploads.ts'

/** What `doctor --deep` finds in a hub that looks healthy from outside. */

interface Found {
  readonly name: string
  readonly isFine: boolean
  readonly text: string
  readonly fix?: string
}

const added = ['sealed values', 'masters', 'age of backups', 'room', 'public URL', 'proxies', 'figures']

describe('doctor --deep', () => {
  let client: UploadClient
  beforeAll(async () => {
    client = await startUploadHub({ environment: { SPINDLE_METRICS_TOKEN: 'm'.repeat(16) } })
  })
  const examine = async (more: Readonly<Record<string, string>> = {}): Promise<readonly Found[]> => {
    const { out } = await runOperatorCommand(['doctor', '--deep', '--json'], { ...shellOf(client.hub), ...more })
    return JSON.parse(out.join('\n'))
  }
  const find = (found: readonly Found[], name: string): Found | undefined => found.find((one) => one.name === name)

  it('looks at what doctor alone does not', async () => {
    const { out } = await operatorOf(client.hub)('doctor', '--json')
    const usual: readonly Found[] = JSON.parse(out.join('\n'))
    const deep = await examine()
    expect(deep.slice(0, usual.length).map(({ name }) => name)).toEqual(usual.map(({ name }) => name))
    expect(deep.slice(usual.length).map(({ name }) => name)).toEqual(added)
  })

  it('reads masters, and names those that are gone or damaged', async () => {
    const store = async (seed: number): Promise<string> => {
      const path = await client.begin(1_000 + seed)
      expect((await client.patch(path, 0, testBytes(1_000 + seed))).status).toBe(204)
      return path.split('/').at(-1) ?? ''
    }
    const [whole, damaged, gone] = [await store(1), await store(2), await store(3)]
    expect(find(await examine(), 'masters')).toMatchObject({
      isFine: true,
      text: expect.stringMatching(/^3 random stored uploads \(.* KiB\) are intact$/),
    })
    const fileOf = (id: string): string => join(client.hub.dataDir, 'uploads/complete', id.slice(-2), id)
    const bytes = await readFile(fileOf(damaged))
    bytes.writeUInt8(bytes.readUInt8(500) ^ 1, 500)
    await writeFile(fileOf(damaged), bytes)
    await rm(fileOf(gone))
    const masters = find(await examine(), 'masters')
    expect(masters).toMatchObject({ isFine: false, fix: expect.stringContaining('backup') })
    for (const id of [damaged, gone]) expect(masters?.text).toContain(id)
    expect(masters?.text).not.toContain(whole)
  })

  it('opens what is sealed', async () => {
    const account = await createTestAccount(client.hub)
    await requestToken(client.hub, account)
    expect(find(await examine(), 'sealed values')).toEqual({ name: 'sealed values', isFine: true, text: '1 opened' })
    await client.hub.opened.database.system.execute(`update signing_keys set sealed_jwk = sealed_jwk || '\\x00'`)
    expect(find(await examine(), 'sealed values')).toMatchObject({
      isFine: false,
      text: 'no configured secret can decrypt 1 signing keys',
      fix: expect.stringContaining('SPINDLE_SECRET_PREVIOUS'),
    })
    await client.hub.opened.database.system.execute('delete from signing_keys')
    await client.hub.hub.signingKeys.rotate()
  })

  it('calls the public URL, and distinguishes this hub from another one', async () => {
    const system = client.hub.opened.database.system
    expect(find(await examine(), 'public URL')).toMatchObject({
      isFine: true,
      text: `${client.hub.url} responds, but only on this machine`,
    })
    const other = await startTestHub({ role: 'api' })
    await system.execute('update hub_identity set public_url = $1', [other.url])
    expect(find(await examine(), 'public URL')).toMatchObject({
      isFine: false,
      text: `another hub answers at ${other.url}`,
    })
    await system.execute('update hub_identity set public_url = $1', [`http://127.0.0.1:${await freePort()}`])
    expect(find(await examine(), 'public URL')).toMatchObject({
      isFine: false,
      text: expect.stringMatching(/does not respond as a hub \(.*ECONNREFUSED/),
    })
    await system.execute('update hub_identity set public_url = $1', [client.hub.url])
  })

  it('names backups that are old, proxies that are not trusted, figures that nothing reads, and a disk that is soon full', async () => {
    const found = await examine({
      SPINDLE_PUBLIC_URL: 'https://hub.example',
      SPINDLE_METRICS_PORT: String(await freePort()),
      SPINDLE_DISK_RESERVE_BYTES: '1000TB',
    })
    expect(find(found, 'age of backups')).toMatchObject({
      isFine: false,
      text: 'no backup has been completed yet; no backup has been restored as a test yet',
    })
    expect(find(found, 'proxies')).toMatchObject({
      isFine: false,
      text: expect.stringContaining('All clients count as one address'),
    })
    expect(find(found, 'figures')).toMatchObject({
      isFine: false,
      text: expect.stringContaining('there is no response at 127.0.0.1:'),
    })
    expect(find(found, 'room')).toMatchObject({ isFine: false })
    expect(find(await examine({ SPINDLE_TRUSTED_PROXIES: '127.0.0.1' }), 'figures')).toMatchObject({
      isFine: false,
      text: 'no program can read the metrics',
    })
  })
})
