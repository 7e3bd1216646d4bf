import type { ErnFile, ErnInput } from '../../src/features/interchange/ern/ern-model.ts'

/** Releases for messages, small and random. */

export const uploadId = (place: number) => `upl_01JD3MZ6V8Q4W9X2K7N5T0${String(place).padStart(4, '0')}` as const

export const audioFile = (place: number): ErnFile => ({
  sha256: String(place % 10).repeat(64),
  size: 1000 + place,
  container: 'flac',
  audio: { codec: 'flac', channels: 2, sampleRate: 44_100, bitDepth: 16 },
})
export const coverFile: ErnFile = {
  sha256: '9'.repeat(64),
  size: 1009,
  container: 'jpeg',
  image: { width: 3000, height: 3000 },
}
export const coverId = 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYC'

type Track = ErnInput['tracks'][number]

export const track = (place: number, more: Partial<Track> = {}): Track => ({
  id: `trk_01JD3MZ6V8Q4W9X2K7N5T0${String(place).padStart(4, '0')}`,
  disc: 1,
  number: place,
  title: `Track ${place}`,
  uploadId: uploadId(place),
  durationMs: 180_000 + place * 1000,
  isrc: `ZZABC26${String(place).padStart(5, '0')}`,
  language: 'en',
  explicit: 'not_explicit',
  ...more,
})

export function sample(
  release: Partial<ErnInput['release']> = {},
  tracks: readonly Track[] = [track(1)],
  more: Partial<ErnInput> = {},
): ErnInput {
  return {
    releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
    release: {
      title: 'Night Drive',
      type: 'single',
      label: 'Blue Lamp',
      contributors: [{ name: 'Ada Lund', role: 'main_artist' }],
      upc: '0200000000011',
      pLine: { year: 2026, text: 'Blue Lamp' },
      cLine: { year: 2026, text: 'Blue Lamp' },
      genre: 'electronic',
      language: 'en',
      explicit: 'not_explicit',
      releaseDate: '2026-12-11',
      coverUploadId: coverId,
      ...release,
    },
    tracks,
    files: new Map([
      [coverId, coverFile],
      ...tracks.map((one, index): [string, ErnFile] => [one.uploadId, audioFile(index + 1)]),
    ]),
    sender: { dpid: 'PADPIDA2099010101A', name: 'Example Hub' },
    receiver: {
      recipients: [{ dpid: 'PADPIDA2099010102B', name: 'Example Store' }],
      profile: 'Audio',
      ernVersion: '4.3.2',
      avsVersion: '9',
      isTest: true,
      takedownStyle: 'no_deal',
    },
    identity: {
      messageId: 'msg_01JD3MZ6V8Q4W9X2K7N5T0RHY1',
      threadId: 'dlv_01JD3MZ6V8Q4W9X2K7N5T0RHY2',
      createdAt: '2026-11-20T10:00:00.123Z',
    },
    purpose: 'offer',
    providesFiles: true,
    isUpdate: false,
    ...more,
  }
}
