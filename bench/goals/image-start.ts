import { spawnSync } from 'node:child_process'
import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Bench, Goal } from '../harness/bench.ts'
import { runCommand } from '../harness/command.ts'
import { startHub } from '../harness/hub.ts'
import { freePort, type Program, startCommand } from '../harness/program.ts'
import type { Report } from '../harness/report.ts'
import { interleave, type Side } from '../harness/rounds.ts'
import { startSide } from '../harness/start-side.ts'
import { ratioOf } from '../harness/statistics.ts'

export const imageStart: Goal = { id: 'image-start', title: 'The start of the image against that of a checkout', run }

const checkout = fileURLToPath(new URL('../..', import.meta.url))
/** Whom the image runs as. */
const uid = 10_001

async function run(bench: Bench): Promise<Report> {
  const reason = whyImpossible()
  if (reason !== undefined) throw new Error(reason)
  const image = join(await bench.scratch.directory('image'), 'image')
  await runCommand(join(checkout, 'deploy/container/root-filesystem'), [image])
  const [ofImage, ofCheckout] = [await bench.scratch.directory('data'), await bench.scratch.directory('data')]
  await chown(ofImage, uid, uid)
  const sides: readonly Side[] = [
    startSide('the files of the image, read-only', () => startImage(bench, image, ofImage)),
    startSide('the checkout', () => startHub(bench, { dataDir: ofCheckout })),
  ]
  // The first starts make the database, and fill the caches of the disk and of the compiler; they are not counted.
  for (const each of sides) await each.measure()
  const [packed = [], unpacked = []] = await interleave(sides, bench.isQuick ? 5 : 15)
  const ratio = ratioOf(packed, unpacked)
  return {
    series: sides.map(({ name }, index) => ({ name, unit: 'ms', samples: [packed, unpacked][index] ?? [] })),
    verdicts: [{ goal: 'image / checkout', value: ratio.value, spread: ratio, atMost: 1.2 }],
    notes: [
      `From the spawn of the process to the first 200 of GET /readyz, asked every 3 ms; embedded PostgreSQL on data that is there. The image is what \`deploy/container/root-filesystem\` makes, started as uid ${uid} by mount and chroot as a container would be (\`tools/enter-image\`); what podman or Docker themselves take for a start is not in it.`,
    ],
  }
}

/** Undefined if it can be started. */
function whyImpossible(): string | undefined {
  if (process.platform !== 'linux') return 'The image is for Linux: on this system it cannot be started.'
  if (process.getuid?.() !== 0)
    return 'Only root may start the files of the image (mount, chroot): run this goal as root.'
  if (spawnSync('unshare', ['--mount', 'true']).status !== 0)
    return 'This machine forbids mounts of its own (unshare --mount): run this goal outside a container, or in a privileged one.'
  return undefined
}

async function startImage({ scratch }: Bench, image: string, dataDir: string): Promise<Program> {
  const port = await freePort()
  return startCommand({
    scratch,
    command: join(checkout, 'tools/enter-image'),
    args: [image, dataDir, 'node', 'packages/server/bin/hub.mjs', 'serve'],
    port,
    readyPath: '/readyz',
    environment: {
      PATH: `/opt/spindle/node_modules/.bin:${process.env.PATH}`,
      HOME: dataDir,
      NODE_ENV: 'production',
      SPINDLE_DATA_DIR: dataDir,
      SPINDLE_PORT: String(port),
      SPINDLE_LOG_LEVEL: 'warn',
      SPINDLE_RATE_LIMIT: 'off',
      SPINDLE_DRAIN_SECONDS: '0',
    },
  })
}
