import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { isMissing } from '../harness/programs.ts'
import { startBalancer } from './balancers.ts'

/**
 * Two health checks in a row take a node off. If two backends checked the same path on their own, one of them could miss
 * every check while the other misses none, and requests for it would be refused although a node is ready.
 */

const uploadPath = '/api/v1/distributor/uploads/upl_1'
/** More than two rounds of checks of either backend would need. */
const checksToSee = 9

it.skipIf(isMissing('haproxy'))(
  'forwards uploads while every second health check fails',
  { timeout: 120_000 },
  async () => {
    const nodes = await Promise.all([startNode(), startNode()])
    const balancer = await startBalancer(
      'haproxy',
      nodes.map(({ port }) => port),
    )
    try {
      for (const node of nodes) node.failEverySecondCheck()
      await eventually(() => nodes.every(({ failedChecks }) => failedChecks() >= checksToSee), {
        what: 'failed health checks of both nodes',
        timeoutMs: 60_000,
      })
      const answers = await Promise.all(
        ['/api/v1/distributor/releases', uploadPath].map((path) => fetch(`${balancer.url}${path}`)),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    } finally {
      await balancer.close()
      for (const node of nodes) node.close()
    }
  },
)

/** Answers everything with 200, but for every second check of `/readyz` once it is told to. */
async function startNode() {
  let isFailing = false
  let checks = 0
  let failed = 0
  const server = createServer((request, answer) => {
    const isCheck = request.url === '/readyz' && request.headers['x-forwarded-for'] === undefined
    const isSecond = isCheck && checks++ % 2 === 1
    const fails = isSecond && isFailing
    if (fails) failed++
    answer.writeHead(fails ? 503 : 200).end()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    failEverySecondCheck: () => {
      isFailing = true
    },
    failedChecks: () => failed,
    close: () => server.close(),
  }
}
