import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Config } from '../../config/config.ts'
import { blobsFrom } from '../../platform/blobs/blobs-from-config.ts'
import type { Finding } from '../../platform/checks.ts'
import { findDiskSpace } from '../../platform/files/disk-space.ts'
import { workThrough } from '../../platform/secrets/reseal.ts'
import { withServices } from '../../services.ts'
import { formatBytes } from '../archives/archives.ts'
import type { Services } from '../operator-command/operator.ts'

/**
 * Additional checks of `doctor --deep`: those that take time, and those that only work from outside. They change
 * nothing.
 */

type DeepCheck = (config: Config) => Promise<Finding>

const lookInside = (config: Config, look: (services: Services) => Promise<Finding>): Promise<Finding> =>
  withServices(config, look, { migrates: false })

export const checkSealed: DeepCheck = (config) =>
  lookInside(config, async ({ sealed }) => {
    let count = 0
    const unopened: string[] = []
    const remedies: string[] = []
    for (const values of sealed) {
      const counts = await workThrough(values, 'examine')
      count += counts.current + counts.resealed + counts.unopened
      if (counts.unopened === 0) continue
      unopened.push(`${counts.unopened} ${values.name}`)
      remedies.push(values.remedy)
    }
    return {
      isFine: unopened.length === 0,
      text: unopened.length === 0 ? `${count} opened` : `no configured secret can decrypt ${unopened.join(', ')}`,
      fix: `set SPINDLE_SECRET_PREVIOUS to the secret that encrypted them and run secret rotate; otherwise ${remedies.join('; ')}`,
    }
  })

const sample = { count: 50, maxBytes: 2 * 1024 ** 3 }

export const checkMasters: DeepCheck = (config) =>
  lookInside(config, async ({ uploads }) => {
    const { read, bytes, damaged } = await uploads.storage.sample(sample)
    return {
      isFine: damaged.length === 0,
      text:
        damaged.length === 0
          ? `${read} random stored uploads (${formatBytes(bytes)}) are intact`
          : `of ${read} random stored uploads, ${damaged.length} are missing or damaged: ${damaged.join(', ')}`,
      fix: 'find all of them with storage scrub, and restore them from a backup with storage repair --from',
    }
  })

/** Uploads are refused below the reserve. The warning comes while there is still time to act. */
export async function checkReserve(config: Config): Promise<Finding> {
  const blobs = blobsFrom(config)
  try {
    const free = await blobs.freeBytes()
    if (free === undefined) return { isFine: true, text: 'the storage for uploads has no size limit' }
    const data = await findDiskSpace(config.dataDir)
    const least = Math.min(free, data?.freeBytes ?? free)
    return {
      isFine: least >= 2 * config.diskReserveBytes,
      text: `${formatBytes(least)} are free; the hub refuses new data below ${formatBytes(config.diskReserveBytes)}`,
      fix: 'enlarge the disk, or move the uploads (SPINDLE_BLOBS)',
    }
  } finally {
    await blobs.close()
  }
}

const outsideMs = 10_000
const certificateDays = 14
const dayMs = 24 * 60 * 60_000

/** Checks that the public URL reaches this hub, and that its certificate is valid for more than two weeks. */
export const checkPublicUrl: DeepCheck = (config) =>
  lookInside(config, async ({ identity: { publicUrl }, signingKeys }) => {
    const fix = `make ${publicUrl} reach this hub through a proxy with TLS, or correct SPINDLE_PUBLIC_URL`
    const { protocol, hostname } = new URL(publicUrl)
    const keyIds = await fetchKeyIds(publicUrl).catch((error: unknown) => error as Error)
    if (keyIds instanceof Error)
      return { isFine: false, text: `${publicUrl} does not respond as a hub (${reasonOf(keyIds)})`, fix }
    const { publicJwks } = await signingKeys.current()
    if (keyIds.length > 0 && !publicJwks.some(({ kid }) => kid !== undefined && keyIds.includes(kid)))
      return { isFine: false, text: `another hub answers at ${publicUrl}`, fix }
    if (protocol === 'http:')
      return {
        isFine: isThisMachine(hostname),
        text: isThisMachine(hostname)
          ? `${publicUrl} responds, but only on this machine`
          : `${publicUrl} responds without encryption`,
        fix,
      }
    const daysLeft = Math.floor(((await findCertificateEnd(publicUrl)) - Date.now()) / dayMs)
    return {
      isFine: daysLeft >= certificateDays,
      text: `${publicUrl} responds; its certificate expires in ${daysLeft} days`,
      fix: 'renew the certificate of the proxy',
    }
  })

async function fetchKeyIds(publicUrl: string): Promise<readonly string[]> {
  const ask = async (path: string): Promise<Response> => {
    const answer = await fetch(`${publicUrl}${path}`, { redirect: 'manual', signal: AbortSignal.timeout(outsideMs) })
    if (!answer.ok && answer.status !== 404) throw new Error(`${path}: ${answer.status}`)
    return answer
  }
  const alive = (await (await ask('/healthz')).json()) as { readonly status?: unknown }
  if (alive.status !== 'ok') throw new Error('/healthz is not from a hub')
  // With an outside issuer of tokens the hub has no signing keys.
  const answer = await ask('/.well-known/jwks.json')
  if (!answer.ok) return []
  const { keys } = (await answer.json()) as { readonly keys: readonly { readonly kid?: string }[] }
  return keys.flatMap(({ kid }) => kid ?? [])
}

const reasonOf = ({ message, cause }: Error): string => (cause instanceof Error ? cause.message : message)

const isThisMachine = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

const findCertificateEnd = (publicUrl: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(publicUrl)
    const host = hostname.replace(/^\[|\]$/g, '')
    const socket = connectTls({ host, port: Number(port || 443), servername: host }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.setTimeout(outsideMs, () => socket.destroy(new Error('no response')))
    socket.once('error', reject)
  })

/** The hub does not terminate TLS. If the public address is a different one, a proxy is in between. */
export async function checkProxies({ publicUrl, port, trustedProxies }: Config): Promise<Finding> {
  const { protocol, port: publicPort } = new URL(publicUrl)
  const isDirect = protocol === 'http:' && Number(publicPort || 80) === port
  if (isDirect) return { isFine: true, text: 'clients reach the hub directly' }
  return {
    isFine: trustedProxies.length > 0,
    text:
      trustedProxies.length > 0
        ? 'SPINDLE_TRUSTED_PROXIES lists the proxies in front of the hub'
        : `clients use ${publicUrl}, but the hub listens on port ${port}, and SPINDLE_TRUSTED_PROXIES does not list the proxy between them. All clients count as one address`,
    fix: 'set SPINDLE_TRUSTED_PROXIES to the address of the proxy, and SPINDLE_CONNECTIONS_PER_ADDRESS=off',
  }
}

export async function checkMetrics({ metricsPort, metricsToken, host }: Config): Promise<Finding> {
  if (metricsPort === undefined)
    return {
      isFine: metricsToken !== undefined,
      text: metricsToken === undefined ? 'no program can read the metrics' : '/metrics requires SPINDLE_METRICS_TOKEN',
      fix: 'set SPINDLE_METRICS_PORT or SPINDLE_METRICS_TOKEN, and configure Prometheus to read /metrics',
    }
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const answers = await new Promise<boolean>((resolve) => {
    const socket = connect(metricsPort, address, () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.setTimeout(outsideMs, () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
  return {
    isFine: answers,
    text: answers
      ? `${address}:${metricsPort} answers`
      : `there is no response at ${address}:${metricsPort}, the port for metrics`,
    fix: 'start the hub, or make its metrics port reachable from this machine',
  }
}
