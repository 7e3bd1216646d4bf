import { describe, expect, it } from 'vitest'
import { toDocument } from '../../src/features/imports/apply/to-document.ts'
import { readMessage } from '../../src/features/imports/reader/read-message.ts'
import { hasSchemaOf, schemaErrors } from '../harness/ern-schema.ts'
import { message3, message4 } from './version-messages.ts'

/** The same release in each version that the hub reads: every member that is imported. */

async function read(xml: string) {
  const message = readMessage(Buffer.from(xml))
  const { release } = message
  if (!release) throw new Error('the message has no release')
  const { members, tracks } = await toDocument({ ...message, release }, undefined, [])
  const files = { tracks: release.tracks.map(({ file, seconds }) => ({ ...file, seconds })), cover: release.cover }
  return { version: message.version, members, tracks, files, notes: message.notes }
}

const hash = { algorithm: 'md5', value: 'd41d8cd98f00b204e9800998ecf8427e' }
const audio = { path: 'resources/A1.flac', hash, size: null, isProvided: true, seconds: 181 }

const members = {
  title: 'Harbour Lights',
  type: 'single',
  label: 'Far Label',
  pLine: { year: 2026, text: 'Far Label' },
  cLine: { year: 2026, text: 'Far Label' },
  genre: 'electronic',
  language: 'en',
  explicit: 'explicit',
  upc: '0200000000011',
  catalogNumber: 'FL-1',
  externalId: 'DPID:PADPIDA2099010103C:far-1',
  releaseDate: '2026-12-11',
  originalReleaseDate: '2026-12-01',
  deals: [
    {
      territories: { mode: 'include', codes: ['NO', 'SE'] },
      startsAt: '2026-12-11',
      models: ['subscription'],
      uses: ['stream'],
    },
  ],
}
const track = {
  title: 'Harbour',
  version: 'Live',
  language: 'sv',
  explicit: 'explicit',
  isrc: 'ZZABC2600001',
  iswc: 'T0345246801',
}

const expectValid = (xml: string, version: string): void => {
  if (hasSchemaOf(version)) expect(schemaErrors(xml, version)).toEqual([])
}

describe.each(['3.8', '3.8.1', '3.8.2', '3.8.3'])('a message of ERN %s', (version) => {
  it('is the release that it describes, without the identifiers it cannot express', async () => {
    const xml = message3(version)
    expectValid(xml, version)
    expect(await read(xml)).toEqual({
      version,
      members: { ...members, contributors: [{ name: 'Ada Lund', role: 'main_artist' }] },
      tracks: [
        {
          ...track,
          contributors: [
            { name: 'Ada Lund', role: 'main_artist' },
            { name: 'Bo Ek', role: 'featured_artist' },
            { name: 'Cy Dahl', role: 'producer' },
            { name: 'Cy Dahl', role: 'composer' },
          ],
        },
      ],
      files: { tracks: [audio], cover: { path: 'resources/A2.jpg', hash: null, size: null, isProvided: true } },
      notes: [],
    })
  })
})

const ada = { name: 'Ada Lund', partyIds: { isni: '0000000121032683' }, role: 'main_artist' }
const cy = { name: 'Cy Dahl', partyIds: { ipi: '00052210040' } }
const noAi = {
  aiUsage: { vocals: 'none', instruments: 'none', composition: 'none', lyrics: 'none', postProduction: 'none' },
}

describe.each([
  ['4.1', {}],
  ['4.1.1', {}],
  ['4.2', {}],
  ['4.3', {}],
  ['4.3.1', {}],
  ['4.3.2', noAi],
])('a message of ERN %s', (version, more) => {
  it('is the release that it describes, with everything that this version can express', async () => {
    const xml = message4(version)
    expectValid(xml, version)
    expect(await read(xml)).toEqual({
      version,
      members: { ...members, contributors: [ada], ...more },
      tracks: [
        {
          ...track,
          instrumental: false,
          composition: 'cover',
          contributors: [
            ada,
            { name: 'Bo Ek', role: 'featured_artist' },
            { ...cy, role: 'producer' },
            { ...cy, role: 'composer' },
          ],
        },
      ],
      files: { tracks: [audio], cover: { path: 'resources/A2.jpg', hash, size: null, isProvided: true } },
      notes: [],
    })
  })
})
