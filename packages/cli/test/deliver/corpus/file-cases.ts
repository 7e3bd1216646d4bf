import { encodeFlac, synthesise } from '../../../../server/src/cli/synthesis/index.ts'
import { makePicture } from '../../../../server/test/harness/pictures.ts'
import { taggedFlac } from '../masters.ts'
import { buildWav, listInfo } from './build-wav.ts'
import { coverCase, type FolderCase, masterCase, type OddMaster } from './folder-case.ts'

const flac = Buffer.from(encodeFlac(synthesise({ seconds: 5, seed: 9, sampleRate: 44_100 })))

/** Frames of MPEG-1 layer III, 128 kbit/s at 44.1 kHz, each 26 ms of silence. */
const silentMp3 = (frames: number): Buffer =>
  Buffer.concat(
    Array.from({ length: frames }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(413)])),
  )

const masters = (): Readonly<Record<string, Partial<OddMaster> & Pick<OddMaster, 'bytes'>>> => ({
  'a FLAC is fine': { file: '03 Song.flac', bytes: taggedFlac({ TITLE: 'Northern Window' }, 5) },
  'a master is empty': { bytes: Buffer.alloc(0) },
  'a master is text': { bytes: Buffer.from('no audio at all, whatever the name says') },
  'a master is mono': { bytes: buildWav({ channels: 1 }) },
  'a master has eight channels': { bytes: buildWav({ channels: 8, seconds: 4 }) },
  'the sample rate is low': { bytes: buildWav({ sampleRate: 8000 }) },
  'the sample rate is high': { bytes: buildWav({ sampleRate: 192_000, seconds: 4 }) },
  'the samples have 24 bits': { bytes: buildWav({ bits: 24 }) },
  'the samples have 32 bits': { bytes: buildWav({ bits: 32 }) },
  'the samples are 32-bit float': { bytes: buildWav({ bits: 32, code: 3 }) },
  'the samples are 64-bit float': { bytes: buildWav({ bits: 64, code: 3 }) },
  'the master is RF64': { bytes: buildWav({ form: 'RF64', seed: 3 }) },
  'the header announces more than there is': { bytes: buildWav({ claimedBytes: 10_000_000 }) },
  'the header is the extensible one': { bytes: buildWav({ code: 0xfffe, seed: 4 }) },
  'the samples are A-law': { bytes: buildWav({ bits: 8, code: 6 }) },
  'the block size is wrong': { bytes: buildWav({ blockBytes: 3 }) },
  'tags stand before the audio': { bytes: buildWav({ seed: 5, before: [listInfo({ INAM: Buffer.from('Tide') })] }) },
  'tags stand behind the audio': { bytes: buildWav({ seed: 6, behind: listInfo({ INAM: Buffer.from('Tide') }) }) },
  'an Ogg is called WAV': { bytes: Buffer.from('OggS and nothing more') },
  'an MP3 is called WAV': { bytes: silentMp3(1200) },
  'the samples have 8 bits': { bytes: buildWav({ bits: 8 }) },
  'a track lasts a second': { bytes: buildWav({ seconds: 1 }) },
  'the samples of a FLAC are damaged': {
    file: '03 Song.flac',
    bytes: Buffer.concat([flac.subarray(0, 30_000), Buffer.alloc(500, 0x55), flac.subarray(30_500)]),
    decodedCodes: ['corrupt', 'upload_rejected'],
  },
  'a FLAC ends too early': {
    file: '03 Song.flac',
    bytes: flac.subarray(0, 60_000),
    decodedCodes: ['truncated', 'upload_rejected'],
  },
})

/** Folders of good metadata with one master that is odd. */
export const oddMasters = (cover: Buffer): readonly FolderCase[] =>
  Object.entries(masters()).map(([name, { file = '03 Song.wav', ...master }]) =>
    masterCase(name, cover, { file, ...master }),
  )

/** Folders of good metadata and masters with an odd cover. */
export async function oddCovers(): Promise<readonly FolderCase[]> {
  return [
    coverCase('the cover is tiny', 'cover.jpg', await makePicture({ width: 500 })),
    coverCase('the cover is small', 'cover.jpg', await makePicture({ width: 1500 })),
    coverCase('the cover is large', 'cover.jpg', await makePicture({ width: 6100 })),
    coverCase('the cover is not square', 'cover.jpg', await makePicture({ width: 3000, height: 2900 })),
    coverCase('the cover is for print', 'cover.jpg', await makePicture({ colours: 'cmyk' })),
    coverCase('the cover is grey', 'cover.jpg', await makePicture({ colours: 'b-w' })),
    coverCase('the cover is transparent', 'cover.png', await makePicture({ format: 'png', alpha: true })),
    coverCase('the cover is WebP', 'cover.webp', await makePicture({ format: 'webp' })),
    coverCase('the cover is TIFF', 'cover.tif', await makePicture({ format: 'tiff' })),
    coverCase('the cover is empty', 'cover.jpg', Buffer.alloc(0)),
    coverCase('the cover is text', 'cover.jpg', Buffer.from('no picture at all, whatever the name says')),
    coverCase('the cover is a GIF', 'cover.jpg', Buffer.from('GIF89a and nothing more of it')),
    coverCase('the cover is a PDF', 'cover.png', Buffer.from('%PDF-1.7 and nothing more of it')),
    coverCase('the cover is too heavy', 'cover.jpg', Buffer.concat([await makePicture(), Buffer.alloc(21_000_000)])),
  ]
}
