import type { Server } from 'node:http'
import { errors } from '@spindle/contract'
import type { Config } from '../../config/config.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { createServer } from '../../platform/process/http-server.ts'

/** Answers with the metrics at a port of their own. Undefined without `SPINDLE_METRICS_PORT`. */
export async function openMetricsPort(
  { metricsPort, host }: Pick<Config, 'metricsPort' | 'host'>,
  render: Metrics['render'],
): Promise<Server | undefined> {
  if (metricsPort === undefined) return undefined
  const server = createServer((_request, response) => {
    render().then(
      ({ mediaType, text }) => response.writeHead(200, { 'content-type': mediaType }).end(text),
      () => response.writeHead(errors.internal_error.status).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(Object.assign(error, { setting: 'SPINDLE_METRICS_PORT' })))
    server.listen(metricsPort, host, resolve)
  })
  return server
}
