/**
 * The settings of the embedded server, given on its command line: there they take precedence over postgresql.conf and
 * ALTER SYSTEM, and a new hub version can change them. Chosen for 2 cores and 1 GB of memory next to a Node process.
 */

/** Acknowledged means on the disk; a start fails if the running server has other values. */
export const durabilitySettings = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' } as const

/**
 * A hub needs about twenty; connections of other processes (operator commands, backups, a second node) cost little
 * memory.
 */
export const usualMaxConnections = 150

const sizing = {
  shared_buffers: '128MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  wal_compression: 'on',
  // The queries are short: compiling them costs more than it gains, and readers need no extra processes.
  jit: 'off',
  io_method: 'sync',
  max_parallel_workers_per_gather: '1',
  autovacuum: 'on',
} as const

/** The log contains events, never the statement or the row: both can contain people's data. */
const logging = {
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '%m [%p] ',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_statement: 'none',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
} as const

/** The address of the server: its directory, or the loopback address. Never anything else. */
export type Endpoint =
  | { readonly kind: 'socket'; readonly directory: string; readonly port: number }
  | { readonly kind: 'loopback'; readonly host: '127.0.0.1'; readonly port: number }

/** The `-c name=value` arguments of the server: durability first, then size, logging and address. */
export function serverArguments(endpoint: Endpoint, clusterName: string, maxConnections: number): string[] {
  const settings = {
    ...durabilitySettings,
    ...sizing,
    max_connections: String(maxConnections),
    ...logging,
    cluster_name: clusterName,
    timezone: 'UTC',
    ssl: 'off',
    password_encryption: 'scram-sha-256',
    port: String(endpoint.port),
    listen_addresses: endpoint.kind === 'loopback' ? endpoint.host : '',
    // Relative to the data directory, the server's working directory: the account may not be able to resolve its path.
    unix_socket_directories: endpoint.kind === 'socket' ? '.' : '',
    unix_socket_permissions: '0700',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
