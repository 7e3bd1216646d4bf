import type { PlayerRelease, PlayerTrack } from '../../src/index.ts'

/** Releases as a site's server passes them on. `turn` tells the addresses of one answer from those of another. */

export const sampleTrack = (number: number, turn = 1, more: Partial<PlayerTrack> = {}): PlayerTrack => ({
  trackId: `trk_${number}`,
  title: `Track ${number}`,
  version: null,
  displayArtist: 'Ada Verne',
  durationMs: 200_000,
  signedAudio: { url: `http://hub.test/master/${number}?turn=${turn}` },
  renditions: [{ signedAudio: { url: `http://hub.test/mp3/${number}?turn=${turn}` } }],
  audio: { sha256: `digest ${number}`, integratedLufs: -10 },
  ...more,
})

export const sampleRelease = (turn = 1, numbers: readonly number[] = [1, 2, 3]): PlayerRelease => ({
  id: 'rel_1',
  title: 'Night Harbour',
  version: null,
  displayArtist: 'Ada Verne',
  signedCover: { url: `http://hub.test/cover?turn=${turn}` },
  tracks: numbers.map((number) => sampleTrack(number, turn)),
})
