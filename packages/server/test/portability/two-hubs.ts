import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { permissions } from '@spindle/contract'
import { operatorActor } from '../../src/features/people/index.ts'
import type { AccountId } from '../../src/platform/values/ids.ts'
import { type Inhabitant, properties } from '../acceptance/tenants/world.ts'
import { createsKeys } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'

/** The hub from which an account is exported and the one that imports it, both with the same properties. */

const releasesPath = '/api/v1/music-distributor/releases'

const environment = {
  SPINDLE_INTEGRATION_TOKENS: Object.entries(properties)
    .map(([property, token]) => `${property}=${token}`)
    .join(','),
  SPINDLE_SANDBOX_OUTLET: 'on',
}

export const startOtherHub = (): Promise<TestHub> => startTestHub({ environment })

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-exports-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A key that may read and write everything of the account: keys are never in an export. */
export async function newKey({ hub }: TestHub, accountId: AccountId): Promise<string> {
  const { http } = hub
  const keys = createsKeys(http)
  const everything = { actor: operatorActor, grantable: permissions, isLimitedToOwn: false } as const
  const created = await http.database.tenantTransaction(accountId, (trx) =>
    keys.create(trx, everything, { name: 'key of the new hub', permissions: [...permissions] }),
  )
  return created.key
}

/** Waits until none of its work is running: from then on nothing changes in the background. */
export async function untilAtRest(hub: TestHub, inhabitants: readonly Inhabitant[]): Promise<void> {
  for (const { key, things } of inhabitants)
    for (const id of things.rel)
      await eventually(
        async () => (await hub.json('GET', `${releasesPath}/${id}`, { key })).body.deliverySummary.pending === 0,
        { what: `the deliveries of ${id} to come to rest` },
      )
}

/** Everything the account reads about its deliveries. Addresses belong to the hub; the rest to the account. */
export async function readAccount(
  hub: TestHub,
  key: string,
  { things }: Pick<Inhabitant, 'things'>,
): Promise<Record<string, unknown>> {
  const paths = [
    `${releasesPath}?limit=100`,
    `${releasesPath}?query=${things.word[0]}`,
    '/api/v1/distributor/uploads?limit=100',
    '/api/v1/distributor/catalog?limit=100',
    '/api/v1/distributor/parties?count=true',
    '/api/v1/distributor/party-suggestions?count=true',
    ...things.pty.map((id) => `/api/v1/distributor/parties/${id}/releases`),
    '/api/v1/distributor/analytics?from=2020-01-01&to=2030-01-01&groupBy=track',
    ...things.rel.flatMap((id) => [
      `${releasesPath}/${id}`,
      `${releasesPath}/${id}/events`,
      `${releasesPath}/${id}/deliveries`,
    ]),
    ...things.upl.map((id) => `/api/v1/distributor/uploads/${id}`),
  ]
  const read: Record<string, unknown> = {}
  for (const path of paths) {
    const { status, body } = await hub.json('GET', path, { key })
    const { requestId: _ofThisRequest, ...answer } = JSON.parse(JSON.stringify(body).replaceAll(hub.url, ''))
    read[path] = { status, ...answer }
  }
  return read
}

/** JSON pointers of what two values differ in, with both. */
export function differencesOf(one: unknown, other: unknown, at = ''): Record<string, [unknown, unknown]> {
  if (Object.is(one, other)) return {}
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return { [at]: [one, other] }
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.assign(
    {},
    ...[...names].map((name) =>
      differencesOf(
        (one as Record<string, unknown>)[name],
        (other as Record<string, unknown>)[name],
        at === '' ? name : `${at} ${name}`,
      ),
    ),
  )
}
