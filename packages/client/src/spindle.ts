import { createCaller } from './call.ts'
import { type Credentials, createCredentials, warnInBrowser } from './credentials.ts'
import { createIntegration, type Integration } from './resources/integration.ts'
import { createKeys, type Keys } from './resources/keys.ts'
import { type AnalyticsResource, type Catalog, createAnalytics, createCatalog } from './resources/numbers.ts'
import {
  createLegacy,
  createOutlets,
  createReference,
  createRules,
  type Legacy,
  type Outlets,
  type Reference,
  type Rules,
} from './resources/reference.ts'
import { createReleases, type Releases } from './resources/releases.ts'
import { createTransport, type Fetch, type Logger } from './transport/transport.ts'
import { createDefaultStore } from './uploads/local-store.ts'
import type { UploadStore } from './uploads/store.ts'
import { createTus } from './uploads/tus.ts'
import { createUploads, type Uploads } from './uploads/uploads.ts'

/** A hub, the credentials to it, and how to talk. */
export interface SpindleOptions extends Credentials {
  /** Address of the hub, e.g. `https://hub.example`. */
  readonly baseUrl: string
  /** Attempts after the first; default 2. */
  readonly maxRetries?: number | undefined
  /** Limit of one attempt in milliseconds; default 60 s. Uploads have their own. */
  readonly timeoutMs?: number | undefined
  /** Default `globalThis.fetch`. */
  readonly fetch?: Fetch | undefined
  /** Default: warnings on the console. */
  readonly logger?: Logger | undefined
  /**
   * Where unfinished uploads are remembered. Default: in a browser page its `localStorage`, else in memory;
   * `@spindle/client/node` has one of files.
   */
  readonly uploadStore?: UploadStore | undefined
}

/** A client of a hub. Resources have the verbs `create`, `retrieve`, `update`, `list`, `del`, and those of their own. */
export class Spindle {
  readonly baseUrl: string
  readonly releases: Releases
  readonly uploads: Uploads
  readonly keys: Keys
  readonly catalog: Catalog
  readonly analytics: AnalyticsResource
  readonly integration: Integration
  readonly outlets: Outlets
  readonly rules: Rules
  readonly reference: Reference
  readonly legacy: Legacy

  constructor(options: SpindleOptions) {
    const baseUrl = parseBaseUrl(options.baseUrl)
    const { logger = { warn: (message) => console.warn(message) } } = options
    warnInBrowser(options, logger)
    const send = createTransport({
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      maxRetries: options.maxRetries ?? 2,
      timeoutMs: options.timeoutMs ?? 60_000,
      logger,
    })
    const credentials = createCredentials(options, send, baseUrl)
    const call = createCaller({ baseUrl, send, credentials })
    const tus = createTus({ baseUrl, send, credentials, mayKeepBodies: options.fetch !== undefined })
    this.baseUrl = baseUrl
    this.releases = createReleases(call)
    this.uploads = createUploads({ call, tus, baseUrl, store: options.uploadStore ?? createDefaultStore() })
    this.keys = createKeys(call)
    this.catalog = createCatalog(call)
    this.analytics = createAnalytics(call)
    this.integration = createIntegration(call)
    this.outlets = createOutlets(call)
    this.rules = createRules(call)
    this.reference = createReference(call)
    this.legacy = createLegacy(call)
  }
}

function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isAddress = url?.protocol === 'https:' || url?.protocol === 'http:'
  // Whoever wrote a password into it would find it dropped, or in a log.
  if (isAddress ? url.username + url.password !== '' : text.includes('@'))
    throw new TypeError('baseUrl holds a credential; give the address of the hub, e.g. https://hub.example')
  if (!isAddress) throw new TypeError(`baseUrl is "${text}"; give the address of the hub, e.g. https://hub.example`)
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}
