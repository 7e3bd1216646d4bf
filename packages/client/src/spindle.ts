import { environmentFetch } from '#environment-fetch'
import { type Credentials, credentialSource, warnInBrowser } from './credentials.ts'
import { operationCaller } from './operations/call-operation.ts'
import { type RawRequest, type RawRequestOptions, rawRequester } from './operations/raw-request.ts'
import { type AnalyticsResource, analyticsResource } from './resources/analytics.ts'
import { type BulkJobs, bulkResource } from './resources/bulk.ts'
import { type Catalog, catalogResource } from './resources/catalog.ts'
import { type Events, eventsResource } from './resources/events.ts'
import { type Exports, exportsResource } from './resources/exports.ts'
import { type Imports, importsResource } from './resources/imports.ts'
import { type Integration, integrationResource } from './resources/integration.ts'
import { type Keys, keysResource } from './resources/keys.ts'
import { type Defaults, defaultsResource, type Labels, labelsResource } from './resources/labels.ts'
import { type Legacy, legacyResource } from './resources/legacy-releases.ts'
import { type Outlets, outletsResource } from './resources/outlets.ts'
import { type Parties, partiesResource } from './resources/parties.ts'
import { type Recordings, recordingsResource } from './resources/recordings.ts'
import { type Reference, type Rules, referenceResource, rulesResource } from './resources/reference.ts'
import { type Releases, releasesResource } from './resources/releases.ts'
import { type Reports, reportsResource } from './resources/reports.ts'
import { type TableImports, tableImportsResource } from './resources/table-imports.ts'
import { type TableMappings, tableMappingsResource } from './resources/table-mappings.ts'
import { type Transfers, transfersResource } from './resources/transfers.ts'
import { type Trash, trashResource } from './resources/trash.ts'
import { type Uploads, uploadsResource } from './resources/uploads.ts'
import { type Webhooks, webhooksResource } from './resources/webhooks.ts'
import type { ApiPromise } from './transport/api-promise.ts'
import { type Fetch, httpTransport, type Logger } from './transport/transport.ts'
import { defaultUploadCache } from './uploads/local-upload-cache.ts'
import { tusClient } from './uploads/tus.ts'
import type { UploadCache } from './uploads/upload-cache.ts'

/** A hub, the credentials to it, and how to talk. */
export interface SpindleOptions extends Credentials {
  /** Address of the hub, e.g. `https://hub.example`. */
  readonly baseUrl: string
  /** Attempts after the first; default 2. */
  readonly maxRetries?: number | undefined
  /** Limit of one attempt in milliseconds; default 60 s. Uploads have their own. */
  readonly timeoutMs?: number | undefined
  /** Default `globalThis.fetch`; in Node by way of the proxy that HTTPS_PROXY or HTTP_PROXY names, unless NO_PROXY does. */
  readonly fetch?: Fetch | undefined
  /** Default: warnings on the console. */
  readonly logger?: Logger | undefined
  /**
   * Where unfinished uploads are remembered. Default: in a browser page its `localStorage`, else in memory;
   * `@spindle/client/node` has one of files.
   */
  readonly uploadCache?: UploadCache | undefined
}

/** A client of a hub. Resources have the verbs `create`, `get`, `update`, `list`, `delete`, and some of their own. */
export class Spindle {
  readonly baseUrl: string
  readonly releases: Releases
  readonly uploads: Uploads
  readonly keys: Keys
  readonly catalog: Catalog
  readonly recordings: Recordings
  readonly trash: Trash
  readonly parties: Parties
  readonly labels: Labels
  /** What all releases of the account have in common. */
  readonly defaults: Defaults
  /** What happens in the account: as it happens, and afterwards. */
  readonly events: Events
  readonly webhooks: Webhooks
  readonly bulk: BulkJobs
  /** Transfers of a catalog from another distributor. */
  readonly transfers: Transfers
  readonly imports: Imports
  readonly tableImports: TableImports
  readonly tableMappings: TableMappings
  readonly exports: Exports
  readonly analytics: AnalyticsResource
  readonly reports: Reports
  readonly integration: Integration
  readonly outlets: Outlets
  readonly rules: Rules
  readonly reference: Reference
  readonly legacy: Legacy
  readonly #request: RawRequest

  constructor(options: SpindleOptions) {
    const baseUrl = parseBaseUrl(options.baseUrl)
    const { logger = { warn: (message) => console.warn(message) } } = options
    warnInBrowser(options, logger)
    const fetch: Fetch = options.fetch ?? environmentFetch
    const send = httpTransport({
      fetch,
      maxRetries: options.maxRetries ?? 2,
      timeoutMs: options.timeoutMs ?? 60_000,
      logger,
    })
    const credentials = credentialSource(options, send, baseUrl)
    const call = operationCaller({ baseUrl, send, credentials })
    const tus = tusClient({ baseUrl, send, fetch, credentials, mayKeepBodies: options.fetch !== undefined })
    this.baseUrl = baseUrl
    this.releases = releasesResource(call)
    this.uploads = uploadsResource({ call, tus, baseUrl, cache: options.uploadCache ?? defaultUploadCache() })
    this.keys = keysResource(call)
    this.events = eventsResource(call)
    this.webhooks = webhooksResource(call)
    this.bulk = bulkResource(call)
    this.transfers = transfersResource(call)
    this.imports = importsResource(call)
    this.tableImports = tableImportsResource(call)
    this.tableMappings = tableMappingsResource(call)
    this.exports = exportsResource(call)
    this.catalog = catalogResource(call)
    this.recordings = recordingsResource(call)
    this.trash = trashResource(call)
    this.parties = partiesResource(call)
    this.labels = labelsResource(call)
    this.defaults = defaultsResource(call)
    this.analytics = analyticsResource(call)
    this.reports = reportsResource(call)
    this.integration = integrationResource(call)
    this.outlets = outletsResource(call)
    this.rules = rulesResource(call)
    this.reference = referenceResource(call)
    this.legacy = legacyResource(call)
    this.#request = rawRequester({ baseUrl, send, credentials })
  }

  /**
   * Sends a request to any path of the hub with the credential that the path takes, for what has no method.
   * Answers the response with its body unread. Throws `TypeError` for an address of another host, and `SpindleError` as every method does.
   */
  request(method: string, path: string, options?: RawRequestOptions): ApiPromise<Response> {
    return this.#request(method, path, options)
  }
}

function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isAddress = url?.protocol === 'https:' || url?.protocol === 'http:'
  // A password in it would be dropped, or end up in a log.
  if (isAddress ? url.username + url.password !== '' : text.includes('@'))
    throw new TypeError('baseUrl contains a credential; use the address of the hub, such as https://hub.example')
  if (!isAddress) throw new TypeError(`baseUrl is "${text}"; use the address of the hub, such as https://hub.example`)
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}
