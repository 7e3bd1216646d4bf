import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readAcknowledgements } from '../../src/features/interchange/packages/read-acknowledgement.ts'
import { type DropHub, delivery, driveDrops, filesIn, lay, layBatch, openDropHub } from '../harness/drop-folder.ts'
import { createReleaseFixture } from '../harness/releases.ts'
import { addStoresTo, type StoreHub, senderEnvironment } from '../harness/store-folder.ts'

/** The acknowledgements that senders find beside their messages. */

describe('a drop that acknowledges', () => {
  let drop: DropHub
  beforeAll(async () => {
    drop = await openDropHub({ environment: senderEnvironment })
  })
  const acknowledged = async (folder: string) => {
    const names = (await filesIn(folder)).filter((path) => path.startsWith('acknowledgements/'))
    const texts = await Promise.all(names.map((path) => readFile(join(folder, path), 'utf8')))
    return { names, texts, said: texts.flatMap((text) => readAcknowledgements(Buffer.from(text))) }
  }

  it('reports for each message what happened to it', async () => {
    const folder = await drop.addDrop('telling', undefined, { acknowledges: true })
    const [fine, wrong] = [await delivery(51), await delivery(52)]
    const batch = '20261120100000123'
    const changed = { ...wrong, xml: wrong.xml.replace(/<HashSumValue>.{8}/, '<HashSumValue>00000000') }
    await layBatch(folder, batch, [fine, changed])
    await drop.lookUntilQuiet('telling')
    await drop.letSettle()
    await drop.lookUntilQuiet('telling')
    const { names, texts, said } = await acknowledged(folder)
    expect(names).toEqual([
      expect.stringMatching(/^acknowledgements\/ACK_D51_\d{17}\.xml$/),
      expect.stringMatching(/^acknowledgements\/ACK_D52_\d{17}\.xml$/),
    ])
    expect(said).toEqual([
      { messageId: 'D51', status: 'FileOK', text: '' },
      {
        messageId: 'D52',
        status: 'SignatureOrHashSumWrongOrMissing',
        text: expect.stringContaining('resources/A1.wav'),
      },
    ])
    const [{ id, endedAt }] = await drop.imports('telling')
    expect(texts[0]).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<ern-c-sftp:ErnAcknowledgementStatusMessage xmlns:ern-c-sftp="http://ddex.net/xml/ern-c-sftp/17">
  <MessageHeader>
    <MessageId>${id}</MessageId>
    <MessageSender>
      <PartyId>PADPIDA2099010101A</PartyId>
      <PartyName>
        <FullName>Example Hub</FullName>
      </PartyName>
    </MessageSender>
    <MessageRecipient>
      <PartyId>PADPIDA2099010103C</PartyId>
      <PartyName>
        <FullName>Far Label</FullName>
      </PartyName>
    </MessageRecipient>
    <MessageCreatedDateTime>${endedAt.replace(/\.\d+Z$/, 'Z')}</MessageCreatedDateTime>
  </MessageHeader>
  <ReleaseStatus>
    <ReleaseId>
      <ICPN>${fine.upc}</ICPN>
    </ReleaseId>
    <ReleaseStatus>ReleaseReceivedByReleaseDistributor</ReleaseStatus>
    <Acknowledgement>
      <MessageType>NewReleaseMessage</MessageType>
      <MessageId>D51</MessageId>
      <MessageStatus>
        <Status>FileOK</Status>
      </MessageStatus>
    </Acknowledgement>
  </ReleaseStatus>
</ern-c-sftp:ErnAcknowledgementStatusMessage>
`)
  })

  it('keeps names of others inside its folder', async () => {
    const folder = await drop.addDrop('hostile', undefined, { acknowledges: true })
    const { upc, xml, files } = await delivery(53, { messageId: '../../done/x &amp; y' })
    await lay(join(folder, upc), { [`${upc}.xml`]: xml, ...files })
    await drop.lookUntilQuiet('hostile')
    const { names, said } = await acknowledged(folder)
    expect(names).toEqual([expect.stringMatching(/^acknowledgements\/ACK_\.\._\.\._done_x___y_\d{17}\.xml$/)])
    expect(said).toEqual([{ messageId: '../../done/x & y', status: 'FileOK', text: '' }])
  })

  it('writes nothing when acknowledgements are off', async () => {
    const folder = await drop.addDrop('silent')
    const { upc, xml, files } = await delivery(54)
    await lay(join(folder, upc), { [`${upc}.xml`]: xml, ...files })
    await drop.lookUntilQuiet('silent')
    expect(await drop.packages('silent')).toEqual([[upc, 'done', null]])
    expect((await acknowledged(folder)).names).toEqual([])
  })

  it('is read by a hub that delivers there', async () => {
    const store: StoreHub = await addStoresTo(drop.hub, drop.fixture)
    const { id: outlet, folder } = await store.addStore({ askEverySeconds: 0.1 })
    const other = driveDrops(drop.hub, await createReleaseFixture(drop.hub, 'Next'))
    await other.addDrop('next-hub', { kind: 'folder', place: { folder } }, { acknowledges: true })
    const release = await store.submit(outlet)
    await store.nthMessage(folder, 1)
    await other.lookUntilQuiet('next-hub')
    await store.reach(release.id, 'live')
    const { body } = await drop.fixture.events(release.id)
    expect(body.data.map(({ type }: { type: string }) => type)).toContain('delivery.acknowledged')
    const [draft] = await other.imports('next-hub')
    expect(draft).toMatchObject({ status: 'created', senderId: 'PADPIDA2099010101A' })

    await drop.fixture.act(release.id, 'takedown', { reason: 'Rights have ended.' })
    await store.nthMessage(folder, 1)
    await other.lookUntilQuiet('next-hub')
    await drop.fixture.until(release.id, ({ status }) => status === 'taken_down')
  })
})
