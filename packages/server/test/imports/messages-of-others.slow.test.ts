import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { toDocument } from '../../src/features/imports/apply/to-document.ts'
import { readMessage } from '../../src/features/imports/reader/read-message.ts'
import { RefusedMessage } from '../../src/features/imports/reader/refused-message.ts'
import { sample, track } from '../interchange/sample.ts'
import { offersOf, roundTrip } from './any-round-trip.ts'

/**
 * Messages that other projects publish. We may not redistribute them: they are read from the folder in
 * SPINDLE_ERN_MATERIAL_DIR, or next to the checkout. Without them, these tests are skipped.
 */

const folder =
  process.env.SPINDLE_ERN_MATERIAL_DIR ?? resolve(import.meta.dirname, '../../../../../shared/material/ern')
const isHere = existsSync(folder)
if (!isHere) process.stderr.write('No messages of other projects are here. Set SPINDLE_ERN_MATERIAL_DIR.\n')

function read(name: string): string {
  try {
    const { version, isTakedown, release } = readMessage(readFileSync(resolve(folder, name)))
    const title = release?.members.title
    return `${version}, ${isTakedown ? 'offers nothing' : 'offers'}, ${release ? `${title}: ${release.tracks.length}` : 'no release'}`
  } catch (error) {
    if (error instanceof RefusedMessage) return `${error.code} in line ${error.line}`
    throw error
  }
}

describe.skipIf(!isHere)('a message that another project publishes', () => {
  it.each([
    ['dedex/001_audioalbum_complete.xml', '3.8.2, offers nothing, A Monkey Claw in a Velvet Glove: 6'],
    ['dedex/002_erroneous_xml.xml', 'xml_invalid in line 157'],
    ['dedex/003_version_not_supported.xml', 'message_unknown in line 11'],
    ['dedex/004_xmlns_ern_missing.xml', 'xml_invalid in line 10'],
    ['dedex/005_not_valid_xsd.xml', '3.8.2, offers nothing, A Monkey Claw in a Velvet Glove: 6'],
    ['dedex/006_zero_sound_recordings.xml', 'message_unusable in line 51'],
    ['dedex/016_utf8_artists.xml', '3.8.2, offers, 12 zlatnih kola: 12'],
    ['dedex/017_purged_release.xml', '3.8.2, offers nothing, no release'],
    ['audius-processor/01_delivery.xml', '3.8.2, offers, Example Album: 1'],
    ['audius-processor/03_delete.xml', '3.8.2, offers nothing, no release'],
    ['audius-processor/04_no_deal.xml', '3.8.2, offers nothing, Example Album: 1'],
    ['audius-processor/mead_artist_update.xml', 'message_unknown in line 4'],
    ['own/album.xml', '4.3.2, offers, Night Drive & Dawn: 3'],
    ['own/album-takedown.xml', '4.3.2, offers nothing, Night Drive & Dawn: 3'],
    ['own/purge.xml', '4.3.2, offers nothing, no release'],
    ['nasty/billion-laughs.xml', 'xml_invalid in line 11'],
  ])('%s is read as %s', (name, expected) => expect(read(name)).toBe(expected))

  it.each([
    'audius-processor/01_delivery.xml',
    'audius-processor/album_basic.xml',
    'audius-processor/dealTypes.xml',
    'audius-processor/track_follow_gated.xml',
    'audius-processor/track_pay_gated.xml',
    'dedex/016_utf8_artists.xml',
    'own/album.xml',
    'own/simple-audio-single.xml',
    'own/single.xml',
  ])('%s offers the same when it is exported and imported again', async (name) => {
    const { release } = readMessage(readFileSync(resolve(folder, name)))
    if (!release) throw new Error('the message has no release')
    const { members, tracks } = await toDocument({ identity, sender, release }, undefined, [])
    const { importIssues: _issues, ...said } = members
    const placed = tracks.map((one, index) => track(index + 1, { disc: 1, ...one } as Parameters<typeof track>[1]))
    const input = sample(said, placed)
    expect(offersOf(await roundTrip(input))).toEqual(offersOf(input))
  })

  it.each([
    ['audius-processor/01_delivery.xml', []],
    [
      'audius-processor/track_follow_gated.xml',
      [
        'The hub does not support the CommercialModelType FollowGated.',
        'The hub does not support the CommercialModelType TipGated.',
      ],
    ],
    ['audius-processor/track_pay_gated.xml', ['The hub does not support WholesalePricePerUnit.']],
    ['dedex/016_utf8_artists.xml', []],
    ['own/album.xml', []],
  ])('%s leaves these issues: %j', (name, expected) => {
    const { release } = readMessage(readFileSync(resolve(folder, name)))
    expect(release?.unclear.map((text) => text.replace(/^.*?: /, ''))).toEqual(expected)
  })
})

const identity = { icpn: null, grid: null, proprietaryIds: [] }
const sender = { id: null, name: null }
