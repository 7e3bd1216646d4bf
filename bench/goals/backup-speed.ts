import { hash, randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench, Goal } from '../harness/bench.ts'
import { runCommand } from '../harness/command.ts'
import { measureOperator } from '../harness/hub.ts'
import type { Report } from '../harness/report.ts'
import { interleave } from '../harness/rounds.ts'
import { mebibyte, requireRoom, writeSourceFile } from '../harness/source-file.ts'
import { ratioOfPairs } from '../harness/statistics.ts'
import { createUpload, sendBytes } from '../harness/tus-client.ts'
import { startHubForUploads } from './upload-servers.ts'

export const backupSpeed: Goal = { id: 'backup-speed', title: 'A backup, and reading all of it again', run }

const largeFiles = 8

async function run(bench: Bench): Promise<Report> {
  const bytes = (bench.isQuick ? 16 : 128) * mebibyte
  const smallFiles = bench.isQuick ? 1_000 : 5_000
  await requireRoom(bench, 4 * (largeFiles * bytes + smallFiles * meanSmallBytes))
  const hub = await startHubForUploads(bench, 'api')
  for (let index = 0; index < largeFiles; index++) {
    const source = await writeSourceFile(bench, bytes)
    await sendBytes(hub, await createUpload(hub, source), source)
    await rm(source.path)
  }
  const uploads = join(hub.dataDir, 'uploads', 'complete')
  const rows = await storeSmallFiles(uploads, smallFiles)
  await (await bench.postgres()).execute(hub.databaseUrl, rows)
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
  const each = `find '${copies}' -type f -print0 | xargs -0 -n 500`
  // In the place of pg_basebackup, which not every machine has; files may go while they are copied.
  const copy = [
    `mkdir -p '${copies}'`,
    `cp -r '${cluster}' '${copies}/cluster' 2>/dev/null || true`,
    `cp -r '${uploads}' '${copies}/files'`,
    `${each} sync`,
  ].join('\n')
  const anew = async (place: string, work: () => Promise<number>): Promise<number> => {
    await rm(place, { recursive: true, force: true })
    return work()
  }
  const rounds = bench.isQuick ? 3 : 7
  const [created = [], copied = []] = await interleave(
    [
      { name: 'backup create', measure: () => anew(backup, () => operate('create', '--to', backup)) },
      { name: 'cp', measure: () => anew(copies, () => shell(copy)) },
    ],
    rounds,
  )
  await rm(join(copies, 'cluster'), { recursive: true, force: true })
  const [verified = [], summed = []] = await interleave(
    [
      { name: 'backup verify --full', measure: () => operate('verify', backup, '--full') },
      { name: 'sha256sum', measure: () => shell(`${each} sha256sum >/dev/null`) },
    ],
    rounds,
  )
  const [creating, verifying] = [ratioOfPairs(created, copied), ratioOfPairs(verified, summed)]
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
      `${largeFiles} uploads of ${bytes / mebibyte} MiB and ${smallFiles.toLocaleString('en-US')} of 4 to 60 KiB, of random bytes, and a database with next to nothing else; the first backup into an empty folder, which compares the digest of every file, against copying and syncing them and the folder of the cluster, as pg_basebackup would. Each command with its start; the median of the ratios of pairs.`,
    ],
  }
}

const meanSmallBytes = 32 * 1024
const rowsPerStatement = 5_000

/** Writes files where the hub keeps uploads, and returns the statements that make them uploads. */
async function storeSmallFiles(uploads: string, count: number): Promise<string[]> {
  const rows: { readonly id: string; readonly size: number; readonly sha256: string }[] = []
  for (let number = 0; number < count; number++) {
    const id = `upl_01BENCH${String(number).padStart(19, '0')}`
    const bytes = randomBytes(4_096 + ((number * 7_919) % (2 * (meanSmallBytes - 4_096))))
    const folder = join(uploads, id.slice(-2))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(join(folder, id), bytes, { mode: 0o600 })
    rows.push({ id, size: bytes.length, sha256: hash('sha256', bytes) })
  }
  return Array.from({ length: Math.ceil(count / rowsPerStatement) }, (_, part) => {
    const some = JSON.stringify(rows.slice(part * rowsPerStatement, (part + 1) * rowsPerStatement))
    return `insert into uploads (account_id, id, kind, filename, content_type, size, received_bytes, sha256, status)
      select a.id, u.id, 'image', 'cover.png', 'image/png', u.size, u.size, decode(u.sha256, 'hex'), 'received'
      from json_to_recordset('${some}') as u (id text, size bigint, sha256 text), (select id from accounts limit 1) a`
  })
}
