import { describe, expect, it } from 'vitest'
import { isrcsByAudio, trackAudioOf } from './recordings.ts'

describe('trackAudioOf', () => {
  const uploads = new Map([
    ['upl_a', { technical: { kind: 'audio' as const, pcmSha256: 'aa' } }],
    ['upl_new', { technical: null }],
    ['upl_cover', { technical: { kind: 'image' as const } }],
  ])

  it.each([
    [
      { isrc: 'zz-abc-26-00001', uploadId: 'upl_a' as const },
      { isrc: 'ZZABC2600001', hasOwnIsrc: true, pcmSha256: 'aa' },
    ],
    [{ uploadId: 'upl_a' as const }, { isrc: undefined, hasOwnIsrc: false, pcmSha256: 'aa' }],
    [
      { isrc: 'nonsense', uploadId: 'upl_a' as const },
      { isrc: undefined, hasOwnIsrc: true, pcmSha256: 'aa' },
    ],
    [{ uploadId: 'upl_new' as const }, { isrc: undefined, hasOwnIsrc: false, pcmSha256: undefined }],
    [{ uploadId: 'upl_cover' as const }, { isrc: undefined, hasOwnIsrc: false, pcmSha256: undefined }],
    [{ uploadId: 'upl_gone' as const }, { isrc: undefined, hasOwnIsrc: false, pcmSha256: undefined }],
  ])('reads %j', (track, audio) => expect(trackAudioOf(track, uploads)).toEqual(audio))
})

describe('isrcsByAudio', () => {
  it('prefers what the account knows, then the first track', () => {
    const tracks = [
      { isrc: 'ZZABC2600001', pcmSha256: 'aa' },
      { isrc: 'ZZABC2600002', pcmSha256: 'bb' },
      { isrc: 'ZZABC2600003', pcmSha256: 'bb' },
      { isrc: undefined, pcmSha256: 'cc' },
      { isrc: 'ZZABC2600004', pcmSha256: undefined },
    ]
    expect(Object.fromEntries(isrcsByAudio(tracks, [{ isrc: 'ZZABC2599999', pcmSha256: 'aa' }]))).toEqual({
      aa: 'ZZABC2599999',
      bb: 'ZZABC2600002',
    })
  })
})
