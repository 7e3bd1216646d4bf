import type { MessageCase } from './presence-messages.ts'
import { deal, farStore, nearStore, toStore, toStores } from './stores.ts'

/** What single stores do not take. */
export const storeMessages: readonly MessageCase[] = [
  [
    'store_metadata_missing',
    toStore({}, { tracks: [{ isrc: null }], legacy: true }),
    'error store_metadata_missing /tracks/0/isrc',
    'Track "Intro" has no ISRC. Required by Far Store.',
  ],
  [
    'store_deal_missing',
    toStores([nearStore, { ...farStore, takes: { uses: ['ugc'] } }]),
    'error store_deal_missing /deals',
    'None of the deals of the release is accepted by Near Store and Far Store.',
  ],
  [
    'store_deal_left_out',
    toStore({ takes: { models: ['paid'] } }, { release: { deals: [deal({ models: ['paid'] }), deal()] } }),
    'note store_deal_left_out /deals/1',
    'Deal 2 is not accepted by Far Store and will be left out of the message.',
  ],
  [
    'store_genre_unmapped',
    toStore({ genres: { jazz: 'Jazz' } }, { release: { genre: 'hip_hop' } }),
    'warning store_genre_unmapped /genre',
    'The genre has no equivalent at Far Store. It is sent as "Hip-Hop".',
  ],
  [
    'store_audio_refused',
    toStore({ takes: { audio: ['wav', 'flac'] } }, { uploads: { 1: { technical: { container: 'aiff' } } } }),
    'error store_audio_refused /tracks/0/uploadId',
    'The audio of track "Intro" is AIFF, which is not accepted by Far Store (WAV, FLAC).',
  ],
  [
    'store_cover_too_small',
    toStores([farStore, nearStore, { id: 'third', name: 'Third', takes: { leastCover: 2500 } }], {
      uploads: { C: { technical: { width: 1500, height: 1500 } } },
    }),
    'error store_cover_too_small /coverUploadId',
    'The cover has 1500 x 1500 pixels, which is too small for Far Store (3000), Near Store (2000) and Third (2500).',
  ],
  [
    'store_cover_too_small',
    toStores(
      ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, name: id, takes: { leastCover: 3000 } })),
      { uploads: { C: { technical: { width: 1500, height: 1500 } } } },
    ),
    'error store_cover_too_small /coverUploadId',
    'The cover has 1500 x 1500 pixels, which is too small for a (3000), b (3000), c (3000) and 2 more.',
  ],
]
