import { collectInTurns } from '../../../platform/concurrency/collect-in-turns.ts'
import { type ErnInput, isErn3, isPurge, isSimpleSingle, profileOf, traitsOf } from '../ern/ern-model.ts'
import { collectParties, writeParties } from '../ern/parties.ts'
import { hiddenTracks, messageDeals, writeDeals } from '../ern/write-deals.ts'
import { writeHeader } from '../ern/write-header.ts'
import { trackArtist, writeRelease, writeReleaseId, writeTrackRelease } from '../ern/write-releases.ts'
import { type MessageContext, writeCover, writeRecording } from '../ern/write-resources.ts'
import { languageOf } from '../ern/written-values.ts'
import { xmlWriter } from '../ern/xml-writer.ts'
import { writeMessage3 } from '../ern3/write-message3.ts'

/**
 * A message as text, in parts: a release of thousands of tracks is never in memory as a whole. Every message is the whole
 * of what is true; what it leaves out is gone. ERN 4.3 to 4.3.2 is written here, ERN 3 in `ern3/`.
 */

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** A part is about a track, or about all deals; ten take a few milliseconds. */
const partsAtATime = 10

/** The whole message. */
export const writeWhole = async (input: ErnInput): Promise<string> =>
  (await collectInTurns(writeMessage(input), partsAtATime)).join('')

export function* writeMessage(input: ErnInput): Generator<string> {
  yield declaration
  if (isErn3(input)) yield* writeMessage3(input)
  else yield* isPurge(input) ? purge(input) : newRelease(input)
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
  const ReleaseProfileVersionId = profileOf(input)
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
