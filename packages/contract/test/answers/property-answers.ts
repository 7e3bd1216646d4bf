import { FeedChange } from '../../src/api/catalog/feed-events.ts'
import { PlayableRelease } from '../../src/api/catalog/playable-releases.ts'
import type { AnswerSample } from './answer-sample.ts'

const ulid = '01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const at = '2026-11-21T08:00:00.000Z'

/** What a site gets that shows and plays releases. */
export const propertyAnswers: readonly AnswerSample[] = [
  {
    name: 'PlayableRelease',
    schema: PlayableRelease,
    sample: {
      id: `rel_${ulid}`,
      title: 'Night Drive',
      version: 'Deluxe Edition',
      type: 'ep',
      displayArtist: 'Ada Byron',
      contributors: [{ name: 'Ada Byron', role: 'main_artist' }],
      label: 'Blue Lamp',
      upc: '4006381333931',
      catalogNumber: 'BL-1',
      releaseDate: '2026-01-01',
      originalReleaseDate: '2025-03-01',
      genre: 'electronic',
      language: 'en',
      explicit: 'clean',
      pLine: { year: 2026, text: 'Blue Lamp' },
      cLine: { year: 2026, text: 'Blue Lamp Music' },
      trackCount: 2,
      cover: { url: 'https://hub.example/c', width: 3000, height: 3000 },
      signedCover: { url: 'https://hub.example/s', expiresAt: at, boundTo: '203.0.113.7' },
      tracks: [
        {
          trackId: `trk_${ulid}`,
          title: 'First Light',
          version: null,
          displayArtist: 'Ada Byron',
          contributors: [{ name: 'Ada Byron', role: 'main_artist' }],
          isrc: null,
          explicit: null,
          disc: 1,
          number: 1,
          durationMs: 181_000,
          territories: { mode: 'worldwide' },
          audio: {
            url: 'https://hub.example/a',
            contentType: 'audio/flac',
            size: 7,
            sha256: 'd'.repeat(64),
            integratedLufs: -9.5,
            truePeakDbtp: null,
          },
          changedAt: at,
          signedAudio: { url: 'https://hub.example/s', expiresAt: at, boundTo: null },
          renditions: [
            {
              format: 'mp3',
              contentType: 'audio/mpeg',
              bitRate: 192,
              size: 7,
              signedAudio: { url: 'https://hub.example/s', expiresAt: at, boundTo: null },
            },
          ],
        },
      ],
    },
    mayBeNull: [
      ...['version', 'displayArtist', 'label', 'upc', 'catalogNumber', 'releaseDate', 'originalReleaseDate'],
      ...['genre', 'language', 'explicit', 'pLine', 'cLine', 'cover', 'signedCover'],
    ],
    mayBeAbsent: [],
  },
  {
    name: 'FeedChange',
    schema: FeedChange,
    sample: {
      releaseId: `rel_${ulid}`,
      changedAt: at,
      trackIds: [`trk_${ulid}`],
      endedTrackIds: [`trk_${ulid}`],
    },
    mayBeNull: [],
    mayBeAbsent: [],
  },
]
