import fc from 'fast-check'
import { XmlDocument } from 'libxml2-wasm'
import { expect, it } from 'vitest'
import type { ErnInput } from '../../src/features/interchange/ern/ern-model.ts'
import { writeMessage } from '../../src/features/interchange/messages/ern-message.ts'
import { hasErnSchema, schemaErrors } from '../harness/ern-schema.ts'
import { anyInput } from './any-input.ts'

export const write = (input: ErnInput): string => [...writeMessage(input)].join('')

export const textsOf = (document: XmlDocument, path: string): string[] =>
  document.find(path).map(({ content }) => content)
const duplicates = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index)

/** What the schema allows and the release profiles forbid. */
function profileErrors(document: XmlDocument): string[] {
  const texts = (path: string) => textsOf(document, path)
  const parties = texts('//Party/PartyReference')
  const named = new Set(
    texts(
      '//ArtistPartyReference | //ContributorPartyReference | //ReleaseLabelReference | //RightsControllerPartyReference',
    ),
  )
  const resources = texts('//ResourceReference')
  const releases = texts('//ReleaseReference')
  const used = texts('//ReleaseResourceReference | //LinkedReleaseResourceReference')
  return [
    ...parties.filter((party) => !named.has(party)).map((party) => `nobody names ${party}`),
    ...[...named].filter((party) => !parties.includes(party)).map((party) => `${party} is nobody`),
    ...used.filter((resource) => !resources.includes(resource)).map((resource) => `${resource} is no resource`),
    ...resources.filter((resource) => !used.includes(resource)).map((resource) => `nothing uses ${resource}`),
    ...texts('//DealReleaseReference').filter((release) => !releases.includes(release)),
    ...duplicates([...parties, ...resources, ...releases]),
    ...duplicates(texts('//DealReleaseReference')),
    ...document.find('//SoundRecording').flatMap((recording) => {
      const people = recording.find('Contributor/ContributorPartyReference').map(({ content }) => content)
      const artists = recording.find('.//DisplayArtist')
      return [...duplicates(people), ...(artists.length > 0 ? [] : ['a recording without an artist'])]
    }),
    ...document.find('//DisplayArtist[not(@SequenceNumber)]').map(() => 'an artist without a place'),
    ...document
      .find('//*[.="UserDefined"][not(@UserDefinedValue) or not(@Namespace)]')
      .map(() => 'a word without a home'),
    // Only these have an element for it.
    ...texts("/*[contains(namespace-uri(), '/ern/431') or contains(namespace-uri(), '/ern/432')]//FullName").filter(
      (name) => /^various artists$/i.test(name),
    ),
  ]
}

/** The test that holds for every release, with this many of them. */
export const testAnyRelease = (count: number): void =>
  it('is a valid message that keeps the rules of its profile', () =>
    fc.assert(
      fc.property(anyInput, (input) => {
        const xml = write(input)
        const document = XmlDocument.fromString(xml)
        try {
          expect(profileErrors(document)).toEqual([])
          expect(document.find('//SoundRecording').length).toBe(input.tracks.length)
        } finally {
          document.dispose()
        }
        if (hasErnSchema) expect(schemaErrors(xml)).toEqual([])
      }),
      { numRuns: count },
    ))
