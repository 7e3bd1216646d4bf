import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toDocument } from '../../src/features/imports/apply/to-document.ts'
import { readMessage } from '../../src/features/imports/reader/read-message.ts'
import type { ErnInput } from '../../src/features/interchange/ern/ern-model.ts'
import { versionTraits } from '../../src/features/interchange/ern/ern-versions.ts'
import { hasSeveralArtists } from '../../src/features/interchange/ern/write-releases.ts'
import { writeMessage } from '../../src/features/interchange/messages/ern-message.ts'
import { anyInput } from '../interchange/any-input.ts'
import { withoutHelp } from './any-round-trip.ts'

/**
 * The content of a message makes the same message again. Only what is not carried according to docs/interchange.md is
 * removed first.
 */

const write = (input: ErnInput): string => [...writeMessage(input)].join('')

/** Parties are numbered in the order in which a message names them; their identities are compared instead. */
function withoutReferences(xml: string): string {
  const parties = new Map<string, string>()
  for (const [, reference = '', rest = ''] of xml.matchAll(
    /<Party>\s*<PartyReference>(P\d+)<\/PartyReference>([\s\S]*?)<\/Party>/g,
  ))
    parties.set(reference, rest.replaceAll(/\s+</g, '<'))
  return xml
    .replace(/ {2}<PartyList>[\s\S]*<\/PartyList>\n/, '')
    .replaceAll(/>(P\d+)</g, (_, reference: string) => `>${parties.get(reference)}<`)
}

/** ERN 3 has names of labels only, and a mark only for compilations of several artists. */
const withoutErn3 = (release: ErnInput['release'], input: ErnInput): ErnInput['release'] => {
  if (versionTraits[input.receiver.ernVersion].family === 4) return release
  const { labelPartyIds: _ids, isCompilation, ...rest } = release
  return { ...rest, ...(isCompilation !== undefined && hasSeveralArtists(input) && { isCompilation }) }
}

function carried(input: ErnInput): ErnInput {
  const { tracks, receiver } = input
  const release = withoutErn3(input.release, input)
  const unordered = (people: ErnInput['release']['contributors'] = []) =>
    people.map(({ sequence: _sequence, ...person }) => person)
  return {
    ...input,
    purpose: 'offer',
    // People whom all tracks share are people of the release after an import, and would be shown at the product.
    receiver: { ...receiver, compilationType: undefined, productRoles: undefined },
    release: {
      ...release,
      externalId: release.externalId ?? 'label-1',
      contributors: unordered(release.contributors),
      aiUsage: withoutHelp(release.aiUsage),
    },
    tracks: tracks.map(({ language, ...track }, index) => ({
      ...track,
      ...(language === undefined || language === 'nonsense!' ? {} : { language }),
      disc: Math.min(track.disc, index + 1),
      aiUsage: withoutHelp(track.aiUsage),
      ...(track.contributors && { contributors: unordered(track.contributors) }),
    })),
  } as ErnInput
}

/** Play order, the order of recordings in messages. */
function inPlayOrder(input: ErnInput): ErnInput {
  const discs = [...new Set(input.tracks.map(({ disc }) => disc))].sort((a, b) => a - b)
  const tracks = [...input.tracks]
    .sort((a, b) => a.disc - b.disc)
    .map((track) => ({ ...track, disc: discs.indexOf(track.disc) + 1 }))
  const isSimple = input.receiver.profile === 'SimpleAudioSingle' && tracks.length === 1
  const { discTitles, ...release } = input.release
  const titles =
    isSimple || discTitles === undefined ? {} : { discTitles: discs.map((_, index) => `Side ${index} of it`) }
  return { ...input, release: { ...release, ...titles }, tracks }
}

async function readBack(input: ErnInput): Promise<ErnInput | undefined> {
  const message = readMessage(Buffer.from(write(input)))
  const { release } = message
  if (!release || message.isTakedown) return undefined
  const { members, tracks } = await toDocument({ ...message, release }, undefined, [])
  const again = tracks.map((track, index) => {
    const { id, uploadId, durationMs, number } = input.tracks[index] ?? input.tracks[0] ?? {}
    return { ...track, id, uploadId, durationMs, number, disc: track.disc ?? 1 }
  })
  return {
    ...input,
    release: { ...members, coverUploadId: input.release.coverUploadId },
    tracks: again,
  } as ErnInput
}

it('a message that was read makes the same message', async () => {
  await fc.assert(
    fc.asyncProperty(anyInput, async (any) => {
      const input = inPlayOrder(carried(any))
      // Without a deal of the release stores do not accept the message, and none is sent.
      fc.pre(input.release.deals?.length !== 0 || input.release.preorderDate !== undefined)
      const again = await readBack(input)
      fc.pre(again !== undefined)
      if (again) expect(withoutReferences(write(again))).toBe(withoutReferences(write(input)))
    }),
    { numRuns: 150, seed: 2026 },
  )
})
