import type { MessageCase } from './presence-messages.ts'

const partyId = 'pty_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const writer = { name: 'Ada Byron', role: 'composer' }
const artist = { name: 'Ada', role: 'main_artist' }

/** Who artists and writers are. */
export const partyMessages: readonly MessageCase[] = [
  [
    'artist_id_missing',
    { release: { contributors: [{ ...artist, partyId }, writer] } },
    'note artist_id_missing /contributors/0/partyIds',
    'The artist "Ada" has no id at Spotify or Apple Music.',
  ],
  [
    'same_name_two_ids',
    {
      release: {
        contributors: [
          { ...artist, partyIds: { apple: '1' } },
          { ...artist, role: 'composer', partyIds: { apple: '2' } },
        ],
      },
    },
    'warning same_name_two_ids /contributors/1/partyIds/apple',
    '"Ada" has two ids at Apple Music: "1" and "2".',
  ],
  [
    'display_artist_differs',
    { release: { displayArtist: 'Grace' } },
    'warning display_artist_differs /displayArtist',
    'The display artist "Grace" does not name the main artist "Ada".',
  ],
  [
    'lyricist_missing',
    { tracks: [{ lyrics: { text: 'Night after night', language: 'en' }, contributors: [artist, writer] }] },
    'warning lyricist_missing /tracks/0/contributors',
    'Track "Intro" has lyrics, but no lyricist or songwriter.',
  ],
  [
    'writer_not_legal_name',
    { release: { contributors: [artist, { ...writer, name: 'A. Byron' }] } },
    'note writer_not_legal_name /contributors/1/name',
    'The writer "A. Byron" is named by initials.',
  ],
]
