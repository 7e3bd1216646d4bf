import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { operatorOf } from '../harness/operator.ts'
import { openFolder, programFile } from '../harness/program-file.ts'
import { openStoreHub, senderEnvironment } from '../harness/store-folder.ts'

/** A store that takes files by HTTP PUT, and answers what the test says. */
async function startHttpStore() {
  const taken: { path: string; token: string | undefined; bytes: number }[] = []
  const state = { status: 201, text: '' }
  const take = async (request: IncomingMessage): Promise<number> => {
    const bytes = (await buffer(request)).length
    if (state.status < 300) taken.push({ path: request.url ?? '', token: request.headers.authorization, bytes })
    return state.status
  }
  const server = createServer((request, response) => {
    void take(request).then((status) => response.writeHead(status).end(state.text))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, taken, state }
}

it('the example of an outlet sends a release and its takedown, and says what the store objects to', async () => {
  const store = await openStoreHub({ environment: { SPINDLE_SECRET: 's'.repeat(32), ...senderEnvironment } })
  const inbox = await startHttpStore()
  const folder = await openFolder()
  const source = new URL('../../../../examples/outlet-program/send-package.mjs', import.meta.url)
  await writeFile(join(folder, 'send-package.mjs'), await readFile(source))
  await writeFile(join(folder, 'env'), `STORE_URL=${inbox.url}\nSTORE_TOKEN=of the store\n`)
  const program = await programFile(`#!/bin/sh\nexec ${process.execPath} ${join(folder, 'send-package.mjs')} "$1"\n`)
  const { code } = await operatorOf(store.hub)(
    ...['outlets', 'add', 'own', '--name', 'Own Store', '--to', 'PADPIDA2099010102B=Own Store'],
    ...['--live-on', 'ack', '--program', program, '--env-file', join(folder, 'env')],
  )
  expect(code).toBe(0)
  await eventually(() => store.hub.hub.outlets.list().some(({ id }) => id === 'own') || undefined, { what: 'own' })

  inbox.state.status = 422
  inbox.state.text = 'The composer is missing.'
  const release = await store.submit('own')
  await store.reach(release.id, 'refused')
  const [delivery] = (await store.fixture.get(release.id)).body.deliveries
  expect(delivery.reason).toEqual({ code: 'refused', message: 'The composer is missing.' })

  inbox.state.status = 201
  await store.fixture.act(release.id, `deliveries/${delivery.id}/retry`)
  await store.reach(release.id, 'live')
  expect(inbox.taken.map(({ path, token }) => [path.replace(/^\/msg_[^/]+\//, ''), token])).toEqual([
    [`resources/${release.upc}_T1_001.wav`, 'Bearer of the store'],
    [`resources/${release.upc}_T2_001.jpg`, 'Bearer of the store'],
    [`${release.upc}.xml`, 'Bearer of the store'],
  ])
  await store.fixture.act(release.id, 'takedown', { reason: 'Rights have ended.' })
  await store.reach(release.id, 'taken_down')
  expect(inbox.taken).toHaveLength(4)
})
