import { expect } from 'vitest'
import { coverJpeg } from '../../../server/test/harness/submittable.ts'
import { runSpindle } from '../harness/run-spindle.ts'
import type { SpindleResult } from '../harness/spindle-home.ts'
import { type DeliveryHub, startDeliveryHub } from './deliver-hub.ts'
import { completeManifest, type Files, makeFolder } from './make-folder.ts'
import { wav } from './masters.ts'

/** Where a label works: folders with three songs and a cover, a hub, and the command. */
export interface DeliverFixture extends DeliveryHub {
  readonly masters: readonly [Buffer, Buffer, Buffer]
  readonly cover: Buffer
  /** A folder without findings; each is another release. */
  album(more?: Files): Promise<string>
  manifest(): string
  deliver(folder: string, ...more: readonly string[]): Promise<SpindleResult>
  /** The same for a run that must go well. */
  delivered(folder: string, ...more: readonly string[]): Promise<Delivered>
}

export interface Delivered extends SpindleResult {
  readonly summary: {
    readonly releaseId: string
    readonly status: string
    readonly tracks: readonly { readonly id: string }[]
  }
}

export async function openDeliverFixture(environment?: Readonly<Record<string, string>>): Promise<DeliverFixture> {
  const hub = await startDeliveryHub(environment)
  const cover = await coverJpeg()
  const masters = [wav({ seed: 1 }), wav({ seed: 2 }), wav({ seed: 3 })] as const
  let serial = 0
  const manifest = (): string => completeManifest(++serial)
  const deliver: DeliverFixture['deliver'] = (folder, ...more) => runSpindle(['deliver', folder, ...more], hub.settings)
  return {
    ...hub,
    masters,
    cover,
    manifest,
    deliver,
    album: (more = {}) =>
      makeFolder({
        ...Object.fromEntries(masters.map((master, index) => [`0${index + 1} Song ${index + 1}.wav`, master])),
        'cover.jpg': cover,
        'release.yaml': manifest(),
        ...more,
      }),
    async delivered(folder, ...more) {
      const ended = await deliver(folder, '--json', ...more)
      expect(ended, ended.stderr).toMatchObject({ code: 0 })
      return { ...ended, summary: JSON.parse(ended.stdout) as Delivered['summary'] }
    },
  }
}
