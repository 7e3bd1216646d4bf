import { coverJpeg, masterWav } from '../../../server/test/harness/submittable.ts'

/** The files of the EP by their names, of half a minute each: long enough for a network to fail in the middle. */
export const epFiles = async (): Promise<Map<string, Buffer>> =>
  new Map([
    ['1.wav', masterWav(1)],
    ['2.wav', masterWav(2)],
    ['3.wav', masterWav(3)],
    ['cover.jpg', await coverJpeg()],
  ])
