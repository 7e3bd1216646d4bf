import type { ErnParty } from '../ern/ern-model.ts'
import { xmlWriter } from '../ern/xml-writer.ts'

/**
 * The hub's acknowledgement of a message that it imported: ErnAcknowledgementStatusMessage of DDEX's ERN choreography
 * 1.7, the first that names the message it is about. In the order of DDEX's data dictionary of August 2018.
 */

export interface AcknowledgementContent {
  /** Of the acknowledgement itself. */
  readonly id: string
  /** ISO 8601 with `Z`. */
  readonly createdAt: string
  readonly sender: ErnParty
  readonly recipient: { readonly dpid: string; readonly name: string | undefined }
  readonly messageId: string
  readonly isPurge: boolean
  /** As the package is called after it. */
  readonly releaseName: string
  /** A word of ErncFileStatus. */
  readonly status: string
  readonly text: string | undefined
}

export const takenStatus = 'FileOK'

export function writeAcknowledgement(content: AcknowledgementContent): string {
  const { id, createdAt, sender, recipient, messageId, isPurge, releaseName, status, text } = content
  const xml = xmlWriter(1)
  const party = (role: string, { dpid, name }: AcknowledgementContent['recipient']): void =>
    xml.element(role, {}, () => {
      xml.text('PartyId', dpid)
      if (name !== undefined) xml.element('PartyName', {}, () => xml.text('FullName', name))
    })
  xml.element('MessageHeader', {}, () => {
    xml.text('MessageId', id)
    party('MessageSender', sender)
    party('MessageRecipient', recipient)
    xml.text('MessageCreatedDateTime', createdAt.replace(/\.\d+Z$/, 'Z'))
  })
  xml.element('ReleaseStatus', {}, () => {
    const isIcpn = /^\d{12,14}$/.test(releaseName)
    xml.element('ReleaseId', {}, () =>
      xml.text(isIcpn ? 'ICPN' : 'ProprietaryId', releaseName, {
        Namespace: isIcpn ? undefined : `DPID:${recipient.dpid}`,
      }),
    )
    xml.text(
      'ReleaseStatus',
      status === takenStatus ? 'ReleaseReceivedByReleaseDistributor' : 'ProcessingErrorAtReleaseDistributor',
    )
    xml.text('ErrorText', status === takenStatus ? undefined : text)
    xml.element('Acknowledgement', {}, () => {
      xml.text('MessageType', isPurge ? 'PurgeReleaseMessage' : 'NewReleaseMessage')
      xml.text('MessageId', messageId)
      xml.element('MessageStatus', {}, () => {
        xml.text('Status', status)
        xml.text('Information', text)
      })
    })
  })
  const root = 'ern-c-sftp:ErnAcknowledgementStatusMessage'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns:ern-c-sftp="http://ddex.net/xml/ern-c-sftp/17">\n${xml.take()}</${root}>\n`
}
