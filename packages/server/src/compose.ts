import { accounts } from './features/accounts/index.ts'
import { activity } from './features/activity/index.ts'
import { analytics } from './features/analytics/index.ts'
import { auth, connections, nativeClients, signingKeys } from './features/auth/index.ts'
import { backups } from './features/backups/index.ts'
import { bulk } from './features/bulk/index.ts'
import { consolePages } from './features/console/index.ts'
import { contact } from './features/contact/index.ts'
import { discovery } from './features/discovery/index.ts'
import { drops } from './features/drops/index.ts'
import { health } from './features/health/index.ts'
import { identity } from './features/hub-identity/index.ts'
import { imports } from './features/imports/index.ts'
import { integration } from './features/integration/index.ts'
import { interchange, storeAdapters } from './features/interchange/index.ts'
import { keys } from './features/keys/index.ts'
import { labels } from './features/labels/index.ts'
import { live } from './features/live/index.ts'
import { mail } from './features/mail/index.ts'
import { mcp } from './features/mcp/index.ts'
import { media } from './features/media/index.ts'
import { nodes } from './features/nodes/index.ts'
import { notices } from './features/notices/index.ts'
import { operator } from './features/operator/index.ts'
import { outletRecords, outlets } from './features/outlets/index.ts'
import { parties } from './features/parties/index.ts'
import { audit, people } from './features/people/index.ts'
import { plays } from './features/plays/index.ts'
import { keptForExports, portability } from './features/portability/index.ts'
import { previews } from './features/previews/index.ts'
import { releases } from './features/releases/index.ts'
import { renditions } from './features/renditions/index.ts'
import { reports } from './features/reports/index.ts'
import { summary } from './features/summary/index.ts'
import { transfers } from './features/transfers/index.ts'
import { storedUploads, uploads } from './features/uploads/index.ts'
import { webhooks } from './features/webhooks/index.ts'
import type { ProcessRole } from './http/feature.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Overrides } from './overrides.ts'
import { makeFeatures } from './wiring/make-features.ts'

/**
 * Every feature of the hub. Its needs are in its own `index.ts`; each is made and started after what it needs. The
 * order here is the one in which operators see checks and kinds of sealed values; nothing else depends on it.
 */
export const features = [
  nodes,
  identity,
  live,
  accounts,
  audit,
  signingKeys,
  connections,
  nativeClients,
  auth,
  keys,
  webhooks,
  mail,
  people,
  contact,
  storedUploads,
  uploads,
  backups,
  keptForExports,
  portability,
  media,
  previews,
  renditions,
  parties,
  labels,
  releases,
  outletRecords,
  storeAdapters,
  outlets,
  notices,
  interchange,
  imports,
  bulk,
  transfers,
  drops,
  integration,
  plays,
  reports,
  analytics,
  summary,
  activity,
  mcp,
  discovery,
  consolePages,
  operator,
  health,
] as const

/** Makes all features from the infrastructure, the role of the process and the overrides of tests. Starts none. */
export const composeFeatures = (infrastructure: Infrastructure, overrides: Overrides, role: ProcessRole) =>
  makeFeatures(features, {
    ...infrastructure,
    role,
    sender: infrastructure.config.sender,
    host: overrides.hostname,
    analyser: overrides.analyser,
    readers: overrides.readers,
    outletAdapters: overrides.outletAdapters,
    clientMetadata: overrides.clientMetadata,
    outsideProviderTimeoutMs: overrides.outsideProviderTimeoutMs,
    webhookSending: overrides.webhooks,
    mailSending: overrides.mail,
    siblings: overrides.siblings,
  })

export type ComposedFeatures = ReturnType<typeof composeFeatures>
