import { describe, expect, it } from 'vitest'
import { makePicture } from '../../../server/test/harness/pictures.ts'
import { taggedFlac, wav } from './masters.ts'
import { planOf } from './plan-of.ts'

const second = wav({ seconds: 1 })

describe('headers', () => {
  it.each([
    [
      { width: 3000, height: 2000 },
      { container: 'jpeg', width: 3000, height: 2000, colour: 'rgb', hasAlpha: false },
    ],
    [
      { width: 64, colours: 'cmyk' },
      { container: 'jpeg', width: 64, height: 64, colour: 'cmyk', hasAlpha: false },
    ],
    [
      { width: 64, colours: 'b-w' },
      { container: 'jpeg', width: 64, height: 64, colour: 'grey', hasAlpha: false },
    ],
    [
      { width: 70, format: 'png', alpha: true },
      { container: 'png', width: 70, height: 70, colour: 'rgb', hasAlpha: true },
    ],
    [
      { width: 70, format: 'png' },
      { container: 'png', width: 70, height: 70, colour: 'rgb', hasAlpha: false },
    ],
    [
      { width: 90, height: 60, format: 'webp' },
      { container: 'webp', width: 90, height: 60, colour: 'rgb', hasAlpha: false },
    ],
    [
      { width: 90, format: 'webp', alpha: true },
      { container: 'webp', width: 90, height: 90, colour: 'rgb', hasAlpha: true },
    ],
    [
      { width: 50, format: 'tiff', colours: 'cmyk' },
      { container: 'tiff', width: 50, height: 50, colour: 'cmyk', hasAlpha: false },
    ],
    [
      { width: 50, height: 40, format: 'tiff' },
      { container: 'tiff', width: 50, height: 40, colour: 'rgb', hasAlpha: false },
    ],
  ] as const)('of the picture %j', async (options, format) => {
    const { plan } = await planOf({ '1.wav': second, 'cover.png': await makePicture(options) })
    expect(plan.cover?.format).toEqual(format)
  })

  it('of broken pictures return nothing and do no harm', async () => {
    for (const options of [{ width: 64 }, { width: 64, format: 'tiff' }, { width: 64, format: 'webp' }] as const) {
      const whole = await makePicture(options)
      for (const length of [0, 3, 9, 21]) {
        const { plan } = await planOf({ '1.wav': second, 'cover.png': whole.subarray(0, length) })
        expect(plan.cover?.format).toBeUndefined()
      }
    }
  })

  it('of masters show what the hub will check', async () => {
    const { plan } = await planOf({
      '1.wav': wav({ seconds: 2, sampleRate: 8_000, channels: 1 }),
      '2.flac': taggedFlac({}, 3),
      '3.wav': 'no audio at all',
      '4.wav': '',
      '5.flac': taggedFlac({}).subarray(0, 30),
    })
    expect(plan.tracks.map(({ master }) => master.format ?? master.unusable?.code)).toEqual([
      {
        container: 'wav',
        codec: 'pcm_s24le',
        sampleRate: 8_000,
        bitDepth: 24,
        channels: 1,
        durationMs: 2_000,
        floatSamples: false,
        trailingBytes: 0,
        wavExtensible: false,
      },
      {
        container: 'flac',
        codec: 'flac',
        sampleRate: 44_100,
        bitDepth: 24,
        channels: 2,
        durationMs: 3_000,
        floatSamples: false,
      },
      'unsupported_format',
      'empty_file',
      'truncated',
    ])
  })
})
