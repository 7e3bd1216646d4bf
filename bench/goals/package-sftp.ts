import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench, Goal } from '../harness/bench.ts'
import { isInstalled, runCommand } from '../harness/command.ts'
import { startFarServer } from '../harness/far-server.ts'
import { hubSender, requireWhole, writePackageFiles } from '../harness/package-files.ts'
import { freePort } from '../harness/program.ts'
import type { Report } from '../harness/report.ts'
import { interleave } from '../harness/rounds.ts'
import { mebibyte, requireRoom } from '../harness/source-file.ts'
import { isSshdInstalled, type SshServer, startSshServer } from '../harness/sshd.ts'
import { median, ratioOf, spread } from '../harness/statistics.ts'
import type { SendTask } from '../limits/send-package.ts'

export const packageSftp: Goal = { id: 'package-sftp', title: 'A package by SFTP', run }

const fileCount = 8
/** There and back. */
const farMs = 50
const folder = 'package'
const xml = '<message/>'.padEnd(20_000)

async function run(bench: Bench): Promise<Report> {
  if (!isSshdInstalled() || !isInstalled('sftp', '-h')) throw new Error('OpenSSH is not installed')
  const bytes = (bench.isQuick ? 16 : 64) * mebibyte
  await requireRoom(bench, 3 * fileCount * bytes)
  const server = await startSshServer(bench.scratch, await freePort())
  const directory = await bench.scratch.directory('store')
  const files = await writePackageFiles(bench, fileCount, bytes)
  const task: SendTask = { server, directory, folder, xml, files }
  const speedOf = (ms: number): number => (fileCount * bytes) / mebibyte / (ms / 1000)
  /** Each finds an empty store. */
  const measured = async (send: () => Promise<number>): Promise<number> => {
    const ms = await send()
    await requireWhole(join(directory, folder), files)
    await rm(join(directory, folder), { recursive: true })
    return speedOf(ms)
  }
  const byHub = await hubSender(server.home, task)
  const port = await startFarServer(bench.scratch, server.port, farMs)
  const fromFar = await hubSender(await bench.scratch.directory('far'), { ...task, server: { ...server, port } })
  const byClient = await clientSender(server, task)
  const sides = [
    { name: 'the hub', measure: () => measured(byHub) },
    { name: "OpenSSH's sftp -b", measure: () => measured(byClient) },
  ]
  for (const side of sides) await side.measure()
  const samples = await interleave(sides, bench.isQuick ? 3 : 9)
  const [hub = [], client = []] = samples
  const ratio = ratioOf(hub, client)
  const far: number[] = []
  for (let round = 0; round < 3; round++) far.push(await measured(fromFar))
  return {
    series: [
      ...sides.map(({ name }, index) => ({ name, unit: 'MiB/s', samples: samples[index] ?? [] })),
      { name: `the hub, to a server ${farMs} ms away`, unit: 'MiB/s', samples: far },
    ],
    verdicts: [
      { goal: "the hub / OpenSSH's sftp", value: ratio.value, spread: ratio, atLeast: 0.6 },
      { goal: `to a server ${farMs} ms away, MiB/s`, value: median(far), spread: spread(far), atLeast: 19.1 },
    ],
    notes: [
      `${fileCount} files of ${bytes / mebibyte} MiB of random bytes and a message of 20 kB to OpenSSH's sshd on the loopback, each file as \`.part\`, synced, renamed. The hub's SHA-256 of all bytes is included, its start is not; the start of sftp counts. Each speaks the cipher that it prefers. The far server is the same one behind a program that hands on whatever comes half that time later; 19.1 MiB/s are 20 MB/s.`,
    ],
  }
}

async function clientSender(
  { home, host, port, user }: SshServer,
  { directory, files }: SendTask,
): Promise<() => Promise<number>> {
  const [known, batch, message] = ['known_hosts', 'batch', 'message.xml'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ]
  await writeFile(known, `[${host}]:${port} ${await readFile(join(home, 'host.pub'), 'utf8')}`)
  await writeFile(message, xml)
  const written = [...files, { path: 'message.xml', source: message }]
  const lines = [
    ...[`cd ${directory}`, `mkdir ${folder}`, `mkdir ${folder}/resources`],
    ...written.flatMap(({ path, source }) => [
      // `-f` syncs.
      `put -f ${source} ${folder}/${path}.part`,
      `rename ${folder}/${path}.part ${folder}/${path}`,
    ]),
  ]
  await writeFile(batch, `${lines.join('\n')}\n`)
  const options = ['BatchMode=yes', 'IdentitiesOnly=yes', 'StrictHostKeyChecking=yes', `UserKnownHostsFile=${known}`]
  const args = [
    ...['-q', '-F', '/dev/null', '-P', String(port), '-i', join(home, 'user')],
    ...options.flatMap((option) => ['-o', option]),
    ...['-b', batch, `${user}@${host}`],
  ]
  return async () => {
    const start = performance.now()
    await runCommand('sftp', args)
    return performance.now() - start
  }
}
