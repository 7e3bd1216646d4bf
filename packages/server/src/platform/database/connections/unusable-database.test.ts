import { describe, expect, it } from 'vitest'
import { explainConnectFailure, explainMigrationFailure } from './unusable-database.ts'

const said = (code: string | undefined, message: string, host = 'db.example') => {
  const failure = Object.assign(new Error(message), code === undefined ? {} : { code })
  const { message: what, fix } = explainConnectFailure(failure, { host, port: 5432 }) as Error & { fix: string }
  return { what, fix }
}

describe('explainConnectFailure', () => {
  it.each([
    ['ECONNREFUSED', 'connect ECONNREFUSED', 'No PostgreSQL listens at db.example:5432', /start it/],
    ['ENOTFOUND', 'getaddrinfo', 'The host db.example in DATABASE_URL cannot be resolved (ENOTFOUND)', /host/],
    ['EHOSTUNREACH', 'x', 'No PostgreSQL responds at db.example:5432 (EHOSTUNREACH)', /firewall/],
    [
      undefined,
      'Connection terminated unexpectedly',
      'No PostgreSQL responds at db.example:5432 (the connection was closed)',
      /port/,
    ],
    [undefined, 'timeout expired', 'No PostgreSQL responds at db.example:5432 (no answer within 10 s)', /firewall/],
    [
      '28P01',
      'password authentication failed for user "a"',
      'PostgreSQL at db.example:5432 refused the sign-in: password authentication failed for user "a"',
      /password/,
    ],
    [
      '3D000',
      'database "a" does not exist',
      'The database does not exist in the PostgreSQL at db.example:5432: database "a" does not exist',
      /createdb/,
    ],
    [
      '57P03',
      'the database system is starting up',
      'PostgreSQL at db.example:5432 is starting or stopping: the database system is starting up',
      /wait/,
    ],
    ['XX000', 'odd', 'PostgreSQL at db.example:5432 cannot be used: odd', /DATABASE_URL/],
  ])('%s: %s', (code, message, what, fix) => {
    expect(said(code, message).what).toBe(what)
    expect(said(code, message).fix).toMatch(fix)
  })

  it('names a socket as one', () => {
    expect(said('ENOENT', 'x', '/run/postgresql').what).toBe('No PostgreSQL listens at the socket in /run/postgresql')
  })
})

describe('explainMigrationFailure', () => {
  it('names who must own the database', () => {
    const refused = Object.assign(new Error('permission denied for schema public'), { code: '42501' })
    expect(explainMigrationFailure(refused)).toMatchObject({ fix: expect.stringContaining('owner of the database') })
  })

  it('passes everything else on', () => {
    const other = new Error('other')
    expect(explainMigrationFailure(other)).toBe(other)
  })
})
