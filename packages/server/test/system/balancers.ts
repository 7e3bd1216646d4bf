import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/hub.ts'

/** The balancers of `deploy/`, each with the file that operators use, in front of nodes on this machine. */

export const balancers = ['haproxy', 'nginx', 'caddy'] as const
export type BalancerName = (typeof balancers)[number]

export interface Balancer {
  readonly url: string
  close(): Promise<void>
}

const deployed = (path: string): string => new URL(`../../../../deploy/${path}`, import.meta.url).pathname

interface Started {
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

type Starter = (folder: string, port: number, nodes: readonly string[]) => Promise<Started>

const starters: Readonly<Record<BalancerName, Starter>> = {
  haproxy: async (_folder, port, [first = '', second = '']) => ({
    args: ['-db', '-f', deployed('haproxy/haproxy.cfg')],
    environment: { SPINDLE_BIND: `127.0.0.1:${port}`, SPINDLE_NODE_1: first, SPINDLE_NODE_2: second },
  }),
  // It has no variables: the addresses of the file are replaced by those of the test.
  async nginx(folder, port, [first = '', second = '']) {
    const file = (await readFile(deployed('nginx/spindle.conf'), 'utf8'))
      .replaceAll('127.0.0.1:8081', first)
      .replaceAll('127.0.0.1:8082', second)
      .replace('listen 8000;', `listen 127.0.0.1:${port};`)
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n')
    const main = `daemon off; pid ${folder}/pid; error_log stderr; events { worker_connections 4096; } http { access_log off; ${places}\n${file} }`
    await writeFile(join(folder, 'nginx.conf'), main)
    return { args: ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')] }
  },
  caddy: async (folder, port, nodes) => ({
    args: ['run', '--config', deployed('caddy/Caddyfile'), '--adapter', 'caddyfile'],
    environment: {
      HOME: folder,
      CADDY_ADMIN: 'off',
      SPINDLE_SITE: `http://127.0.0.1:${port}`,
      SPINDLE_NODES: nodes.join(' '),
    },
  }),
}

/** Starts it and waits until it forwards requests. */
export async function startBalancer(name: BalancerName, nodePorts: readonly number[]): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), `spindle-${name}-`))
  const port = await freePort()
  const { args, environment = {} } = await starters[name](
    folder,
    port,
    nodePorts.map((nodePort) => `127.0.0.1:${nodePort}`),
  )
  const child = spawn(name, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...environment },
  })
  const said = collect(child)
  const url = `http://127.0.0.1:${port}`
  const isUp = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    await answer?.arrayBuffer()
    return answer?.status === 200
  }
  await eventually(isUp, { what: `${name} to pass requests on` })
  return {
    url,
    async close() {
      const ended = once(child, 'exit')
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await ended
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function collect(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text = (text + chunk).slice(-4_000)
    })
  return () => text
}
