/**
 * A configured database that cannot be used. `message` and `fix` are one line each; neither contains the URL, because
 * it has a password in it.
 */
export class UnusableDatabaseError extends Error {
  readonly fix: string
  constructor(message: string, fix: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'UnusableDatabaseError'
    this.fix = fix
  }
}

/** The addresses of the database do not work together as the hub needs: a setting must change. */
export class DatabaseAddressError extends UnusableDatabaseError {}

/** Why the first connection failed, in words that name the part of the address to check. */
export function explainConnectFailure(
  error: unknown,
  { host, port }: { host: string; port: number },
  setting = 'DATABASE_URL',
): Error {
  const { code = '', message } = error as Error & { code?: string }
  const address = host.startsWith('/') ? `the socket in ${host}` : `${host}:${port}`
  const [what, fix] = whyNot(code, { host, address, message, setting })
  return new UnusableDatabaseError(what, fix, error)
}

interface Failure {
  readonly host: string
  readonly address: string
  /** The text from PostgreSQL or the driver. */
  readonly message: string
  /** The setting with the address. */
  readonly setting: string
}

function whyNot(code: string, { host, address, message, setting }: Failure): readonly [what: string, fix: string] {
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return [`No PostgreSQL listens at ${address}`, `start it, or correct the host and port in ${setting}`]
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return [`The host ${host} in ${setting} cannot be resolved (${code})`, 'correct the host']
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return noAnswer(address, code, setting)
    case '28P01':
    case '28000':
      return [
        `PostgreSQL at ${address} refused the sign-in: ${message}`,
        `correct user and password in ${setting} (characters such as @ : / # are written as %40 %3A %2F %23), or allow the user in pg_hba.conf`,
      ]
    case '3D000':
      return [
        `The database does not exist in the PostgreSQL at ${address}: ${message}`,
        `create it with createdb, or correct its name in ${setting}`,
      ]
    case '57P03':
      return [`PostgreSQL at ${address} is starting or stopping: ${message}`, 'wait until it is ready']
  }
  if (message.includes('timeout expired')) return noAnswer(address, 'no answer within 10 s', setting)
  if (message.includes('Connection terminated')) return noAnswer(address, 'the connection was closed', setting)
  return [`PostgreSQL at ${address} cannot be used: ${message}`, `correct ${setting}`]
}

const noAnswer = (address: string, why: string, setting: string): readonly [string, string] => [
  `No PostgreSQL responds at ${address} (${why})`,
  `correct the host and port in ${setting}, and check the firewall between the machines`,
]

/**
 * The permission that a database user needs besides connecting, to create tables (PostgreSQL 15 no longer grants it to
 * everyone).
 */
export const explainMigrationFailure = (error: unknown): unknown =>
  (error as { code?: string }).code === '42501'
    ? new UnusableDatabaseError(
        `The user in DATABASE_URL cannot create the tables of the hub: ${(error as Error).message}`,
        'make that user the owner of the database (alter database ... owner to ...)',
        error,
      )
    : error
