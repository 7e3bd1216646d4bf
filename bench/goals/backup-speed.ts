import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench, Goal } from '../harness/bench.ts'
import { runCommand } from '../harness/command.ts'
import { measureOperator } from '../harness/hub.ts'
import type { Report } from '../harness/report.ts'
import { interleave } from '../harness/rounds.ts'
import { mebibyte, requireRoom, writeSourceFile } from '../harness/source-file.ts'
import { ratioOf } from '../harness/statistics.ts'
import { createUpload, sendBytes } from '../harness/tus-client.ts'
import { startHubForUploads } from './upload-servers.ts'

export const backupSpeed: Goal = { id: 'backup-speed', title: 'A backup, and reading all of it again', run }

const fileCount = 16

async function run(bench: Bench): Promise<Report> {
  const bytes = (bench.isQuick ? 16 : 64) * mebibyte
  await requireRoom(bench, 4 * fileCount * bytes)
  const hub = await startHubForUploads(bench, 'api')
  for (let index = 0; index < fileCount; index++) {
    const source = await writeSourceFile(bench, bytes)
    await sendBytes(hub, await createUpload(hub, source), source)
    await rm(source.path)
  }
  const uploads = await filesOf(join(hub.dataDir, 'uploads'), bytes)
  const places = await bench.scratch.directory('backups')
  const [backup, copies] = [join(places, 'backup'), join(places, 'copies')]
  const operate = async (...args: string[]): Promise<number> =>
    (await measureOperator(bench, hub.databaseUrl, ['backup', ...args], hub.dataDir)).seconds
  const shell = async (script: string): Promise<number> => {
    const path = join(places, 'script.sh')
    await writeFile(path, script)
    const start = performance.now()
    await runCommand('sh', ['-e', path])
    return (performance.now() - start) / 1000
  }
  const cluster = new URL(hub.databaseUrl).searchParams.get('host') ?? ''
  // In the place of pg_basebackup, which not every machine has; files may go while they are copied.
  const copyCluster = `cp -r '${cluster}' '${copies}/cluster' 2>/dev/null || true\nsync '${copies}/cluster'`
  const copy = uploads
    .map((path, index) => `cp '${path}' '${copies}/files/${index}'\nsync '${copies}/files/${index}'`)
    .join('\n')
  const anew = async (place: string, work: () => Promise<number>): Promise<number> => {
    await rm(place, { recursive: true, force: true })
    return work()
  }
  const rounds = bench.isQuick ? 3 : 7
  const [created = [], copied = []] = await interleave(
    [
      { name: 'backup create', measure: () => anew(backup, () => operate('create', '--to', backup)) },
      { name: 'cp', measure: () => anew(copies, () => shell(`mkdir -p '${copies}/files'\n${copyCluster}\n${copy}`)) },
    ],
    rounds,
  )
  const [verified = [], summed = []] = await interleave(
    [
      { name: 'backup verify --full', measure: () => operate('verify', backup, '--full') },
      { name: 'sha256sum', measure: () => shell(`sha256sum '${copies}'/files/* >/dev/null`) },
    ],
    rounds,
  )
  const [creating, verifying] = [ratioOf(created, copied), ratioOf(verified, summed)]
  return {
    series: [
      { name: 'backup create', unit: 's', samples: created },
      { name: 'cp and sync of the same files and of the cluster', unit: 's', samples: copied },
      { name: 'backup verify --full', unit: 's', samples: verified },
      { name: 'sha256sum of the same files', unit: 's', samples: summed },
    ],
    verdicts: [
      { goal: 'backup create / cp and sync', value: creating.value, spread: creating, atMost: 1.3 },
      { goal: 'backup verify --full / sha256sum', value: verifying.value, spread: verifying, atMost: 1.2 },
    ],
    notes: [
      `${fileCount} uploads of ${bytes / mebibyte} MiB of random bytes and a database with next to nothing else; the first backup into an empty folder, which compares the digest of every file, against copying and syncing them and the folder of the cluster, as pg_basebackup would. Each command with its start.`,
    ],
  }
}

/** Those of this size. */
async function filesOf(folder: string, bytes: number): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  if (files.length < fileCount) throw new Error(`${folder} has ${files.length} files of ${bytes} bytes`)
  return files
}
