import { createHash } from 'node:crypto'
import type { ManifestHash } from '@spindle/contract'
import type { ErnParty } from '../ern/ern-model.ts'
import { type XmlWriter, xmlWriter } from '../ern/xml-writer.ts'

/** The end mark of a batch (DDEX ERN choreography, ManifestMessage): which messages it holds, with their digests. */

export interface ManifestContent {
  readonly batchId: string
  /** ISO 8601 with `Z`. */
  readonly createdAt: string
  readonly sender: ErnParty
  readonly recipients: readonly ErnParty[]
  readonly isTest: boolean
  readonly messageId: string
  readonly releaseName: string
  /** The message as it is sent. */
  readonly message: string
  readonly hash: ManifestHash
  readonly isPurge: boolean
}

export function writeManifest(content: ManifestContent): string {
  const { batchId, createdAt, sender, recipients, isTest, messageId, releaseName, isPurge } = content
  const xml = xmlWriter(1)
  xml.element('MessageHeader', {}, () => {
    const party = (role: string, { dpid, name }: ErnParty): void =>
      xml.element(role, {}, () => {
        xml.text('PartyId', dpid)
        xml.element('PartyName', {}, () => xml.text('FullName', name))
      })
    party('MessageSender', sender)
    for (const recipient of recipients) party('MessageRecipient', recipient)
    xml.text('MessageCreatedDateTime', createdAt.replace(/\.\d+Z$/, 'Z'))
  })
  xml.text('IsTestFlag', isTest)
  xml.text('RootDirectory', batchId)
  xml.text('NumberOfMessages', 1)
  xml.element('MessageInBatch', {}, () => {
    xml.text('MessageType', isPurge ? 'PurgeReleaseMessage' : 'NewReleaseMessage')
    xml.text('MessageId', messageId)
    xml.text('URL', `/${batchId}/${releaseName}/${releaseName}.xml`)
    xml.element('IncludedReleaseId', {}, () =>
      xml.text(/^\d+$/.test(releaseName) ? 'ICPN' : 'ProprietaryId', releaseName, {
        Namespace: /^\d+$/.test(releaseName) ? undefined : `DPID:${sender.dpid}`,
      }),
    )
    xml.text('DeliveryType', 'NewReleaseDelivery')
    xml.text('ProductType', 'AudioProduct')
    writeHash(xml, content)
  })
  const root = 'ern-c:ManifestMessage'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns:ern-c="http://ddex.net/xml/ern-c/15" MessageVersionId="ern-c/15">\n${xml.take()}</${root}>\n`
}

const algorithms = { MD5: 'md5', 'SHA-256': 'sha256' } as const

function writeHash(xml: XmlWriter, { message, hash }: ManifestContent): void {
  if (hash === 'none') return
  xml.element('HashSum', {}, () => {
    xml.text('HashSum', createHash(algorithms[hash]).update(message).digest('hex'))
    xml.text('HashSumAlgorithmType', hash)
  })
}
