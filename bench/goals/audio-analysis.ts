import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeFlac, encodeWav, synthesise } from '../../packages/server/src/cli/synthesis/index.ts'
import { type MediaAnalyser, mediaAnalyser } from '../../packages/server/src/features/media/index.ts'
import { silentLog } from '../../packages/server/src/platform/logging/log.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { isInstalled, runCommand } from '../harness/command.ts'
import type { Report, Series, Verdict } from '../harness/report.ts'
import { interleave, type Side } from '../harness/rounds.ts'
import { median, ratioOf, spread } from '../harness/statistics.ts'

const seconds = 180

export const audioAnalysis: Goal = { id: 'P8', title: 'Audio analysis: decode, loudness, peak, silence, waveform', run }

async function run(bench: Bench): Promise<Report> {
  const hasYardsticks = isInstalled('flac', '--version') && isInstalled('ffmpeg', '-version')
  const files = await makeMasters(bench, hasYardsticks)
  const analyser = mediaAnalyser({ log: silentLog })
  bench.scratch.onClose(() => analyser.drain())
  const timed = [
    timeSide('the hub, FLAC', () => analyse(analyser, files.flac)),
    timeSide('the hub, WAV', () => analyse(analyser, files.wav)),
    ...(hasYardsticks ? [timeSide('flac -t + ffmpeg ebur128=peak=true, FLAC', () => runYardsticks(files.flac))] : []),
  ]
  for (const { side } of timed) await side.measure()
  for (const { cpu } of timed) cpu.length = 0
  const walls = await interleave(
    timed.map(({ side }) => side),
    bench.isQuick ? 3 : 9,
  )
  const [flac, wav, yardstick] = timed.map(({ cpu }) => cpu)
  const [flacWall = [], , yardstickWall] = walls
  const verdicts: Verdict[] = [realTime('FLAC, per core', flac ?? []), realTime('WAV, per core', wav ?? [])]
  if (yardstick && yardstickWall) {
    const ratio = ratioOf(flacWall, yardstickWall)
    verdicts.push({ goal: 'time / (flac -t + ffmpeg ebur128)', value: ratio.value, spread: ratio, atMost: 2.5 })
  }
  return {
    series: timed.flatMap(({ side, cpu }, index): Series[] => [
      { name: side.name, unit: 's', samples: walls[index] ?? [] },
      { name: `${side.name}, CPU time`, unit: 's', samples: cpu },
    ]),
    verdicts,
    notes: [
      `One master of ${seconds} s, stereo, 24 bits, 44.1 kHz, synthesised and encoded by ${hasYardsticks ? 'flac -8' : 'the hub'}; analysed one at a time, the start of the child process included. "Per core" counts CPU time of all threads.`,
      ...(hasYardsticks ? [] : ['flac and ffmpeg are not installed here: nothing to compare with.']),
    ],
  }
}

async function makeMasters(bench: Bench, hasFlac: boolean): Promise<{ flac: string; wav: string }> {
  const directory = await bench.scratch.directory('audio')
  const files = { flac: join(directory, 'master.flac'), wav: join(directory, 'master.wav') }
  const master = synthesise({ seconds, seed: 7, sampleRate: 44_100 })
  await writeFile(files.wav, encodeWav(master))
  // The encoder that labels use, if installed: ours compresses less, so decoding is less work.
  if (hasFlac) await runCommand('flac', ['-8', '--silent', '-o', files.flac, files.wav])
  else await writeFile(files.flac, encodeFlac(master))
  return files
}

async function analyse(analyser: MediaAnalyser, path: string): Promise<void> {
  const { status, technical } = await analyser.analyse({ path, kind: 'audio' })
  if (status !== 'ready' || technical === null) throw new Error(`${path} was not analysed`)
}

async function runYardsticks(path: string): Promise<void> {
  await runCommand('flac', ['-t', '--silent', path])
  await runCommand('ffmpeg', ['-nostdin', '-v', 'error', '-i', path, '-af', 'ebur128=peak=true', '-f', 'null', '-'])
}

/** Measures wall time and collects the CPU time of the child processes beside it. */
function timeSide(name: string, work: () => Promise<void>): { readonly side: Side; readonly cpu: number[] } {
  const cpu: number[] = []
  const measure = async (): Promise<number> => {
    const cpuBefore = childCpuSeconds()
    const start = performance.now()
    await work()
    const wallSeconds = (performance.now() - start) / 1000
    const cpuSeconds = childCpuSeconds() - cpuBefore
    cpu.push(Number.isNaN(cpuSeconds) ? wallSeconds : cpuSeconds)
    return wallSeconds
  }
  return { side: { name, measure }, cpu }
}

const ticksPerSecond = 100

/** User and system time of all children that have ended (fields 16 and 17 of proc_pid_stat); NaN without /proc. */
function childCpuSeconds(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'latin1')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
  } catch {
    return Number.NaN
  }
}

function realTime(goal: string, cpuSeconds: readonly number[]): Verdict {
  const speeds = cpuSeconds.map((each) => seconds / each)
  return { goal, value: median(speeds), spread: spread(speeds), unit: 'x real time', atLeast: 100 }
}
