import { readFileSync } from 'node:fs'
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'

/** How a hub describes itself to agents: the same in its server card and in every conversation. */
export interface McpIdentity {
  /** Reverse DNS of the host and the name of the program, as server cards name servers. */
  readonly name: string
  readonly title: string
  /** Semantic version of this package. */
  readonly version: string
  /** At most 100 characters. */
  readonly description: string
  readonly websiteUrl: string
}

// Two folders up in the sources and in what is published.
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}

/** The identity of the hub at this address. Throws a `TypeError` when it is none. */
export const mcpIdentity = (baseUrl: string): McpIdentity => ({
  name: `${reverseName(new URL(baseUrl).hostname)}/spindle`,
  title: 'Spindle music delivery hub',
  version,
  description: 'Upload masters, draft, check and deliver music releases; read catalog and analytics.',
  websiteUrl: `${baseUrl.replace(/\/+$/, '')}/docs`,
})

/** `hub.example` is `example.hub`; an address of the network has no order to reverse. */
function reverseName(host: string): string {
  const isAddress = host.startsWith('[') || /^[\d.]+$/.test(host)
  const name = isAddress ? host.replace(/^\[|\]$/g, '') : host.split('.').filter(Boolean).reverse().join('.')
  return name.replace(/[^a-zA-Z0-9.-]/g, '-')
}

/**
 * Supported revisions of the protocol, newest first: the stateless one, and those of 2025 that begin with `initialize`.
 */
export const protocolVersions: readonly string[] = [
  '2026-07-28',
  ...SUPPORTED_PROTOCOL_VERSIONS.filter((revision) => revision.startsWith('2025-')),
]
