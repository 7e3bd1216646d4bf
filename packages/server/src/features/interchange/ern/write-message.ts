import { parseDpid } from '@spindle/contract'
import { type ErnInput, type ErnParty, isSimpleSingle, packageName, traitsOf } from './ern-model.ts'
import { collectParties, writeParties } from './parties.ts'
import { hiddenTracks, messageDeals, writeDeals } from './write-deals.ts'
import { trackArtist, writeRelease, writeReleaseId, writeTrackRelease } from './write-releases.ts'
import { type MessageContext, writeCover, writeRecording } from './write-resources.ts'
import { languageOf } from './written-values.ts'
import { type XmlWriter, xmlWriter } from './xml-writer.ts'

/**
 * ERN 4.3 to 4.3.2 as text, in parts: a release of thousands of tracks is never in memory as a whole. Every message is the whole
 * of what is true; what it leaves out is gone.
 */

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

export function* writeMessage(input: ErnInput): Generator<string> {
  yield declaration
  const isPurge = input.purpose === 'takedown' && input.receiver.takedownStyle === 'purge'
  yield* isPurge ? purge(input) : newRelease(input)
}

function rootAttributes(input: ErnInput, profile: { readonly ReleaseProfileVersionId?: string } = {}): string {
  const { receiver, release } = input
  const attributes = {
    'xmlns:ern': traitsOf(input).namespace,
    ...profile,
    AvsVersionId: receiver.avsVersion,
    LanguageAndScriptCode: languageOf(release.language) ?? 'und',
  }
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
}

function* newRelease(input: ErnInput): Generator<string> {
  const { tracks, release } = input
  const xml = xmlWriter(1)
  const parties = collectParties(input)
  const deals = messageDeals(input)
  const hidden = hiddenTracks(input, deals)
  const context: MessageContext = { input, parties, deals, hidden, artistOf: (track) => trackArtist(track, release) }
  const ReleaseProfileVersionId = isSimpleSingle(input) ? 'SimpleAudioSingle' : 'Audio'
  yield `<ern:NewReleaseMessage${rootAttributes(input, { ReleaseProfileVersionId })}>\n`
  writeHeader(xml, input)
  writeParties(xml, parties)
  yield `${xml.take()}  <ResourceList>\n`
  const inner = xmlWriter(2)
  for (const [index, track] of tracks.entries()) {
    writeRecording(inner, track, index + 1, context)
    yield inner.take()
  }
  if (release.coverUploadId !== undefined) writeCover(inner, input, tracks.length + 1)
  yield `${inner.take()}  </ResourceList>\n  <ReleaseList>\n`
  writeRelease(inner, context)
  yield inner.take()
  if (!isSimpleSingle(input))
    for (const [index, track] of tracks.entries()) {
      writeTrackRelease(inner, track, index + 1, context)
      yield inner.take()
    }
  yield '  </ReleaseList>\n'
  writeDeals(xml, input, context)
  yield `${xml.take()}</ern:NewReleaseMessage>\n`
}

function* purge(input: ErnInput): Generator<string> {
  const xml = xmlWriter(1)
  yield `<ern:PurgeReleaseMessage${rootAttributes(input)}>\n`
  writeHeader(xml, input)
  xml.element('PurgedRelease', {}, () => writeReleaseId(xml, input))
  yield `${xml.take()}</ern:PurgeReleaseMessage>\n`
}

/** The label, if it has its own DPID: a distributor sends for many labels. */
function onBehalfOf({ release: { label, labelPartyIds }, sender }: ErnInput): ErnParty[] {
  const dpid = parseDpid(labelPartyIds?.dpid ?? '')
  return dpid === undefined || dpid === sender.dpid || label === undefined ? [] : [{ dpid, name: label }]
}

function writeHeader(xml: XmlWriter, input: ErnInput): void {
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
