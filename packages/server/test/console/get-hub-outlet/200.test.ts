import { describe, expect, it } from 'vitest'
import { messages, newOutletId, outletsPath, s3 } from '../../harness/new-outlets.ts'
import { sharedOutletHub } from '../../harness/shared-review-hub.ts'

describe('getHubOutlet 200', () => {
  it('shows the settings, and of the credentials only that they are stored', async () => {
    const { operator } = await sharedOutletHub()
    const id = newOutletId()
    await operator.ask('POST', outletsPath, { id, name: 'Bucket Store', s3, messages })
    const { status, body } = await operator.ask('GET', `${outletsPath}/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, name: 'Bucket Store', isPaused: true, hasSecret: true, folder: null, sftp: null })
    expect(body.s3).toEqual({ bucket: 'deliveries', prefix: 'to/us/', region: 'us-east-1', accessKeyId: 'AKEXAMPLE' })
    expect(JSON.stringify(body)).not.toContain(s3.secretAccessKey)
  })

  it('shows nothing that is stored by mistake', async () => {
    const { hub, operator } = await sharedOutletHub()
    const id = newOutletId()
    await operator.ask('POST', outletsPath, { id, name: 'Bucket Store', s3, messages })
    await hub.hub.outlets.change(id, { password: 'left by hand' })
    expect(JSON.stringify((await operator.ask('GET', `${outletsPath}/${id}`)).body)).not.toContain('left by hand')
  })

  it('shows settings of outlets that older versions added', async () => {
    const { hub, operator } = await sharedOutletHub()
    const id = newOutletId()
    await operator.ask('POST', outletsPath, { id, name: 'Bucket Store', s3, messages })
    await hub.opened.database.system.execute(
      `update outlets set settings = settings - '{ernVersion,manifestHash,liveOn,resendFiles,writeFiles}'::text[]
       where id = $1`,
      [id],
    )
    expect((await operator.ask('GET', `${outletsPath}/${id}`)).body.messages).toMatchObject({
      ernVersion: '4.3.2',
      liveOn: 'ack',
      writeFiles: 'renamed',
    })
  })
})
