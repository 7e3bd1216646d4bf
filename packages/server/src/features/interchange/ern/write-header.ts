import { parseDpid } from '@spindle/contract'
import { type ErnInput, type ErnParty, packageName } from './ern-model.ts'
import type { XmlWriter } from './xml-writer.ts'

/** Who a message is from and to, which is the same in all versions. */

/** The label, if it has its own DPID: a distributor sends for many labels. */
function onBehalfOf({ release: { label, labelPartyIds }, sender }: ErnInput): ErnParty[] {
  const dpid = parseDpid(labelPartyIds?.dpid ?? '')
  return dpid === undefined || dpid === sender.dpid || label === undefined ? [] : [{ dpid, name: label }]
}

export function writeHeader(xml: XmlWriter, input: ErnInput): void {
  const { identity, sender, receiver } = input
  xml.element('MessageHeader', {}, () => {
    xml.text('MessageThreadId', identity.threadId)
    xml.text('MessageId', identity.messageId)
    xml.text('MessageFileName', `${packageName(input)}.xml`)
    for (const [role, { dpid, name }] of [
      ['MessageSender', sender] as const,
      ...onBehalfOf(input).map((label) => ['SentOnBehalfOf', label] as const),
      ...receiver.recipients.map((recipient) => ['MessageRecipient', recipient] as const),
    ])
      xml.element(role, {}, () => {
        xml.text('PartyId', dpid)
        xml.element('PartyName', {}, () => xml.text('FullName', name))
      })
    xml.text('MessageCreatedDateTime', identity.createdAt.replace(/\.\d+Z$/, 'Z'))
    xml.text('MessageControlType', receiver.isTest ? 'TestMessage' : 'LiveMessage')
  })
}
