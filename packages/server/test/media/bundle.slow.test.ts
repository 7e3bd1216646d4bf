import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { encodeWav } from '../../src/cli/synthesis/index.ts'
import { childBundle } from '../../src/features/media/child/child-bundle.ts'
import { childCode, type MediaKind } from '../../src/features/media/child/child-files.ts'
import { bundleChildren, type ChildWalls, chooseWalls } from '../../src/features/media/child/child-walls.ts'
import { findChildWalls, mediaAnalyser, previewMaker } from '../../src/features/media/index.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { atEnd } from '../harness/cleanup.ts'
import { makePicture } from '../harness/pictures.ts'
import { aiff, pack, silentMp3 } from './containers.ts'
import { sine } from './signals.ts'

describe('the children as one file each', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spindle-bundle-'))
    atEnd(() => rm(folder, { recursive: true, force: true }))
    await bundleChildren()
  })

  const tone = sine({ frequency: 440, seconds: 0.2, sampleRate: 44_100, bitDepth: 16, level: 0.5 })
  const shape = { channels: 1, frames: tone.length, sampleRate: 44_100, bitDepth: 16 }
  const files: Readonly<Record<string, readonly [MediaKind, () => Uint8Array | Promise<Uint8Array>]>> = {
    'a.wav': ['audio', () => encodeWav({ sampleRate: 44_100, bitDepth: 16, channels: [tone, tone] })],
    'a.aiff': ['audio', () => aiff(shape, pack([tone], 2, 'big'))],
    'a.mp3': ['audio', () => silentMp3(40)],
    'a.jpg': ['image', () => makePicture({ width: 640, height: 640 })],
    'a.bin': ['audio', () => new Uint8Array(2_000)],
  }

  it.each(Object.entries(files))('say of %s what their sources say', async (name, [kind, make]) => {
    const path = join(folder, name)
    await writeFile(path, await make())
    const entries: string[] = []
    const analyse = (from: (bundle: string | undefined) => string | undefined) =>
      mediaAnalyser({
        log: silentLog,
        codeFor(which, bundle) {
          const code = childCode(which, from(bundle))
          entries.push(code.entry.replace(/.*\./, ''))
          return code
        },
      }).analyse({ path, kind })
    const bundled = await analyse((bundle) => bundle)
    expect(bundled).toEqual(await analyse(() => undefined))
    expect(entries).toEqual(['mjs', 'ts'])
  })

  it('read nothing of the sources, and are used for previews too', async () => {
    const bundle = await childBundle.find()
    const { readable } = childCode('thumbnail', bundle)
    expect(readable.filter((path) => !path.includes('/node_modules/'))).toEqual([bundle])
    const path = join(folder, 'b.jpg')
    await writeFile(path, await makePicture({ width: 640, height: 640 }))
    expect((await previewMaker({ log: silentLog }).shrinkPicture(path, 64)).length).toBeGreaterThan(0)
  })

  it('start from their sources when the bundle was deleted', async () => {
    const path = join(folder, 'c.wav')
    await writeFile(path, encodeWav({ sampleRate: 44_100, bitDepth: 16, channels: [tone, tone] }))
    const walls = await findChildWalls()
    const findWalls = async () => ({ ...walls, bundle: join(folder, 'gone') })
    const { status } = await mediaAnalyser({ log: silentLog, findWalls }).analyse({ path, kind: 'audio' })
    expect(status).toBe('ready')
  })

  it('do not weaken the sandbox', async () => {
    const walls = (prefix: string): ChildWalls => ({ account: true, network: prefix === 'both', prefix: [prefix] })
    const all = [walls('both'), walls('one')]
    const choose = (holds: (prefix: string | undefined, bundle: string | undefined) => boolean) =>
      chooseWalls(all, 'bundle', async ({ prefix }, bundle) => holds(prefix[0], bundle))
    expect(await choose(() => true)).toEqual({ ...all[0], bundle: 'bundle' })
    // The account that children run under may not read the bundle.
    expect(await choose((_prefix, bundle) => bundle === undefined)).toEqual(all[0])
    expect(await choose((prefix) => prefix === 'one')).toEqual({ ...all[1], bundle: 'bundle' })
  })
})
