import { beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../harness/free-port.ts'
import type { TestPerson } from '../../harness/people.ts'
import { sharedOutletHub } from '../../harness/shared-review-hub.ts'
import { startSshServer } from '../../harness/ssh-server.ts'

describe('readHostKey 200', () => {
  let operator: TestPerson
  beforeAll(async () => {
    ;({ operator } = await sharedOutletHub())
  })
  const read = (host: string, port: number) => operator.ask('POST', '/console/api/operator/host-key', { host, port })

  it('shows the fingerprint of the server, and signs in nowhere', async () => {
    const attempts: string[] = []
    const { host, port, hostKey } = await startSshServer((client) => {
      client.on('authentication', ({ method }) => attempts.push(method))
    })
    expect(await read(host, port)).toMatchObject({
      status: 200,
      body: { hostKey, keyType: 'ssh-ed25519', problem: null },
    })
    expect(attempts).toEqual([])
  })

  it('says why it could not get the key', async () => {
    expect(await read('127.0.0.1', await freePort())).toMatchObject({
      status: 200,
      body: { hostKey: null, keyType: null, problem: 'nothing answers at this port' },
    })
    expect((await read('no-such-server.invalid', 22)).body.problem).toMatch(
      /^(no server has this name|the name could not be looked up)$/,
    )
  })
})
