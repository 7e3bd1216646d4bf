import type { ErnInput } from '../../packages/server/src/features/interchange/ern/ern-model.ts'
import { writeWhole } from '../../packages/server/src/features/interchange/messages/ern-message.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import type { Report } from '../harness/report.ts'
import { median } from '../harness/statistics.ts'

export const messageWriting: Goal = { id: 'message-writing', title: 'A message of 500 tracks', run }

const trackCount = 500
const artist = { name: 'Ada Lund', role: 'main_artist' as const, partyIds: { isni: '0000000121032683' } }

/** Names every possible contributor; no two tracks are offered on the same terms. */
const trackAt = (place: number): ErnInput['tracks'][number] => ({
  id: `trk_01JD3MZ6V8Q4W9X2K7N5T0${String(place).padStart(4, '0')}`,
  disc: 1,
  number: place,
  title: `Song ${place}`,
  uploadId: `upl_01JD3MZ6V8Q4W9X2K7N5T0${String(place).padStart(4, '0')}`,
  durationMs: 180_000,
  isrc: `ZZABC26${String(place).padStart(5, '0')}`,
  language: 'en',
  explicit: 'not_explicit',
  contributors: [
    artist,
    ...['composer', 'producer', 'mixer', 'performer'].map((role, index) => ({
      name: `Person ${place} ${index}`,
      role: role as 'composer',
    })),
  ],
  restrictions: [{ territories: { mode: 'include', codes: [`${letter(place)}${letter(Math.floor(place / 26))}`] } }],
})

const letter = (place: number): string => String.fromCharCode(65 + (place % 26))

function input(): ErnInput {
  const tracks = Array.from({ length: trackCount }, (_, index) => trackAt(index + 1))
  const audio = { codec: 'flac', channels: 2, sampleRate: 44_100, bitDepth: 16 } as const
  return {
    releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    release: {
      title: 'Night Drive',
      type: 'album',
      label: 'Blue Lamp',
      contributors: [artist],
      upc: '0200000000011',
      pLine: { year: 2026, text: 'Blue Lamp' },
      cLine: { year: 2026, text: 'Blue Lamp' },
      genre: 'electronic',
      language: 'en',
      explicit: 'not_explicit',
      releaseDate: '2026-12-11',
    },
    tracks,
    files: new Map(
      tracks.map(({ uploadId }) => [uploadId, { sha256: 'a'.repeat(64), size: 1000, container: 'flac', audio }]),
    ),
    sender: { dpid: 'PADPIDA2099010101A', name: 'Example Hub' },
    receiver: {
      recipients: [{ dpid: 'PADPIDA2099010102B', name: 'Example Store' }],
      profile: 'Audio',
      ernVersion: '4.3.2',
      avsVersion: '9',
      isTest: true,
      takedownStyle: 'no_deal',
    },
    identity: { messageId: 'msg_1', threadId: 'dlv_1', createdAt: '2026-11-20T10:00:00.123Z' },
    purpose: 'offer',
    providesFiles: true,
    isUpdate: false,
  }
}

async function run(bench: Bench): Promise<Report> {
  const release = input()
  const samples: number[] = []
  let bytes = 0
  for (let round = 0; round < (bench.isQuick ? 3 : 15); round++) {
    const start = performance.now()
    bytes = Buffer.byteLength(await writeWhole(release))
    samples.push(performance.now() - start)
  }
  return {
    series: [{ name: `${trackCount} tracks`, unit: 'ms', samples }],
    verdicts: [{ goal: `a message of ${trackCount} tracks, ms`, value: median(samples), atMost: 1000 }],
    notes: [
      `The XML of a release of ${trackCount} tracks, each with five people and terms of its own: ${Math.round(bytes / 1024)} KiB. The first round, which compiles the code, counts too.`,
    ],
  }
}
