import { type ErnInput, isPurge, profileOf, traitsOf } from '../ern/ern-model.ts'
import { collectParties } from '../ern/parties.ts'
import { hiddenTracks, messageDeals } from '../ern/write-deals.ts'
import { writeHeader } from '../ern/write-header.ts'
import { writeReleaseId } from '../ern/write-releases.ts'
import { languageOf } from '../ern/written-values.ts'
import { xmlWriter } from '../ern/xml-writer.ts'
import { writeDeals3 } from './write-deals3.ts'
import { writeRelease3, writeTrackRelease3 } from './write-releases3.ts'
import { writeCover3, writeRecording3 } from './write-resources3.ts'

/** ERN 3.8.2 and 3.8.3 as text, in parts like ERN 4 and for the same receivers' settings. */

export const writeMessage3 = (input: ErnInput): Generator<string> => (isPurge(input) ? purge(input) : newRelease(input))

function rootAttributes(input: ErnInput, profile: Readonly<Record<string, string>>): string {
  const { namespace } = traitsOf(input)
  const attributes = {
    'xmlns:ern': namespace,
    MessageSchemaVersionId: namespace.slice(namespace.indexOf('ern/')),
    ...profile,
    LanguageAndScriptCode: languageOf(input.release.language) ?? 'und',
  }
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
}

function* newRelease(input: ErnInput): Generator<string> {
  const { tracks, release, isUpdate, purpose } = input
  const people = { input, parties: collectParties(input) }
  const deals = messageDeals(input)
  const xml = xmlWriter(1)
  // Version 1.4 of the release profiles, as DDEX writes it for ERN 3.
  const ReleaseProfileVersionId = `CommonReleaseTypesTypes/14/${profileOf(input)}`
  yield `<ern:NewReleaseMessage${rootAttributes(input, { ReleaseProfileVersionId })}>\n`
  writeHeader(xml, input)
  xml.text('UpdateIndicator', isUpdate || purpose === 'takedown' ? 'UpdateMessage' : 'OriginalMessage')
  yield `${xml.take()}  <ResourceList>\n`
  const inner = xmlWriter(2)
  for (const [index, track] of tracks.entries()) {
    writeRecording3(inner, track, index + 1, people)
    yield inner.take()
  }
  if (release.coverUploadId !== undefined) writeCover3(inner, input, tracks.length + 1)
  yield `${inner.take()}  </ResourceList>\n  <ReleaseList>\n`
  writeRelease3(inner, people)
  yield inner.take()
  for (const [index, track] of tracks.entries()) {
    writeTrackRelease3(inner, track, index + 1, people)
    yield inner.take()
  }
  yield '  </ReleaseList>\n'
  writeDeals3(xml, input, { deals, hidden: hiddenTracks(input, deals) })
  yield `${xml.take()}</ern:NewReleaseMessage>\n`
}

function* purge(input: ErnInput): Generator<string> {
  const xml = xmlWriter(1)
  yield `<ern:PurgeReleaseMessage${rootAttributes(input, {})}>\n`
  writeHeader(xml, input)
  xml.element('PurgedRelease', {}, () => writeReleaseId(xml, input))
  yield `${xml.take()}</ern:PurgeReleaseMessage>\n`
}
