import { readdir, readlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub } from '../harness/hub.ts'
import { createLiveRelease } from '../harness/live-releases.ts'

const token = 'a'.repeat(32)

it.runIf(process.platform === 'linux')(
  'closes the file when the client disconnects in the middle',
  { timeout: 240_000 },
  async () => {
    const hub = await startTestHub({ role: 'api', environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${token}` } })
    const account = await createTestAccount(hub)
    const release = await createLiveRelease(hub, { accountId: account.accountId, properties: ['site-a'] })
    const upload = await hub.request('/api/v1/distributor/uploads', {
      method: 'POST',
      headers: { 'x-api-key': await account.key(), 'content-type': 'audio/flac' },
      body: Buffer.alloc(8_000_000, 1),
    })
    const { id } = (await upload.json()) as { id: string }
    await hub.opened.database
      .tenant(account.accountId)
      .execute(`update delivery_tracks set upload_id = $2 where account_id = $1`, [id])
    const path = `/api/integration/tracks/${release.trackIds[0]}/audio`
    const openFiles = async (): Promise<number> => {
      const links = await Promise.all(
        (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
      )
      return links.filter((link) => link.includes(id)).length
    }
    const { hostname, port } = new URL(hub.url)
    /** Some before a byte came, the others at the first ones. */
    const abortOne = (index: number): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(
            `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nRange: bytes=${index}-\r\n\r\n`,
            () => index % 3 === 0 && socket.resetAndDestroy(),
          )
        })
        socket.once('data', () => socket.destroy())
        socket.on('error', () => {})
        socket.once('close', () => resolve())
      })
    for (let done = 0; done < 500; done += 20)
      await Promise.all(Array.from({ length: 20 }, (_, index) => abortOne(done + index)))
    await eventually(async () => (await openFiles()) === 0 || undefined, { what: 'the files to be closed' })
    const whole = await hub.request(path, { headers: { authorization: `Bearer ${token}` } })
    expect((await whole.arrayBuffer()).byteLength).toBe(8_000_000)
  },
)
