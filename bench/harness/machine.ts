import { cpus, loadavg, platform, release, totalmem } from 'node:os'

/** When and on what, in one line: a figure without its machine means nothing. */
export function describeMachine(): string {
  const all = cpus()
  return [
    new Date().toISOString().slice(0, 10),
    `${all.length} cores ${all[0]?.model.trim() ?? 'of unknown model'}`,
    `${Math.round(totalmem() / 1024 ** 3)} GiB`,
    `${platform()} ${release()}`,
    `load before ${loadavg()[0]?.toFixed(1) ?? 'unknown'}`,
    `Node ${process.versions.node}`,
  ].join(', ')
}
