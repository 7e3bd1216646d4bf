import { timingSafeEqual } from 'node:crypto'
import { AppError } from '@spindle/contract'
import type { SessionItem, SignInWay } from '@spindle/contract/console'
import type { SignInSettings } from '../../../config/sign-in.ts'
import type { SessionPrincipal } from '../../../http/principal.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Transaction } from '../../../platform/database/sql.ts'
import type { Ids } from '../../../platform/values/ids.ts'
import type { Audit, AuditActor } from '../audit/audit.ts'
import { isToken, makeToken, tokenDigest } from '../opaque-token.ts'
import { deleteLinksOf } from '../users/link-queries.ts'
import { waysOf } from '../users/sign-in-methods.ts'
import { findUser, type UserRow } from '../users/user-queries.ts'
import {
  deleteSession,
  deleteSessionByDigest,
  deleteSessions,
  findSessionByDigest,
  insertSession,
  listSessionRows,
  replaceDigest,
  type SessionRow,
  setSeen,
} from './session-queries.ts'
import { confirmedMs, isLive, longestMs, seenEveryMs } from './session-rules.ts'

/**
 * Sessions of people. They are read from the database with every request and never cached, so every node refuses an
 * ended one immediately.
 */
export interface Sessions {
  /** Ends the browser's previous session in the same transaction. */
  begin(trx: Transaction, request: NewSession): Promise<BegunSession>
  find(token: string, network: string): Promise<SessionPrincipal | undefined>
  /** The person confirmed their identity: the cookie gets a new value, the old one is invalid. */
  confirm(trx: Transaction, user: UserRow, session: SessionPrincipal): Promise<BegunSession>
  /** Throws `session_not_found` unless it belongs to the person. */
  end(user: Pick<SessionPrincipal, 'id'>, sessionId: string): Promise<void>
  /**
   * Including the links that sign the person in, and the programs that act for the person: another user of the session
   * may have made one.
   */
  endOthers(trx: Transaction, ended: EndedPerson, exceptId: string | null): Promise<void>
  list(session: SessionPrincipal): Promise<SessionItem[]>
}

export interface EndedPerson {
  readonly user: Pick<UserRow, 'id'>
  /** The person who ends it. */
  readonly actor: AuditActor
}

/** The origin of a request. */
export interface Visitor {
  readonly network: string
  readonly device: string | undefined
  readonly sessionToken: string | undefined
  readonly cookies: string | undefined
}

export interface NewSession {
  readonly user: Pick<UserRow, 'id' | 'name' | 'isOperator'>
  readonly way: SignInWay
  readonly visitor: Visitor
}

export interface BegunSession {
  readonly token: string
  readonly maxAgeSeconds: number
  readonly sessionId: SessionRow['id']
}

export interface SessionsOptions {
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
  readonly audit: Audit
  readonly signIn: SignInSettings
  /** Programs that act for a person, in any account. */
  readonly programs: { endAll(trx: Transaction, actor: AuditActor, userId: string): Promise<void> }
}

const maxDeviceLength = 300

export const actorOf = ({ id, name }: Pick<UserRow, 'id' | 'name'>): AuditActor => ({ type: 'user', id, name })

export function sessionService({ database, ids, clock, audit, signIn, programs }: SessionsOptions): Sessions {
  const secondsLeft = (expiresAt: Date): number => Math.max(1, Math.ceil((expiresAt.getTime() - clock.now()) / 1000))
  return {
    async begin(trx, { user, way, visitor }) {
      const now = new Date(clock.now())
      const { network, device, sessionToken } = visitor
      if (sessionToken !== undefined) await deleteSessionByDigest(trx, tokenDigest(sessionToken))
      const token = makeToken()
      const row: SessionRow = {
        sha256: tokenDigest(token),
        id: ids.make('ses'),
        userId: user.id,
        way,
        createdAt: now,
        seenAt: now,
        confirmedAt: now,
        expiresAt: new Date(now.getTime() + longestMs(user.isOperator)),
        device: device === undefined ? null : Array.from(device).slice(0, maxDeviceLength).join(''),
        network,
      }
      await insertSession(trx, row)
      await audit.recordForHub(trx, { type: 'session.started', actor: actorOf(user), data: { session: row.id, way } })
      return { token, maxAgeSeconds: secondsLeft(row.expiresAt), sessionId: row.id }
    },
    async find(token, network) {
      if (!isToken(token)) return undefined
      const digest = tokenDigest(token)
      const row = await findSessionByDigest(database.system, digest)
      if (!row || !timingSafeEqual(row.sha256, digest)) return undefined
      const user = await findUser(database.system, row.userId)
      const now = clock.now()
      if (!user || !isLive(row, user, now)) return undefined
      if (now >= row.seenAt.getTime() + seenEveryMs)
        await setSeen(database.system, { sha256: digest, now: new Date(now), network })
      return toPrincipal(row, user, signIn)
    },
    async confirm(trx, user, { sessionId }) {
      const token = makeToken()
      const confirmedAt = new Date(clock.now())
      const expiresAt = await replaceDigest(trx, { id: sessionId, sha256: tokenDigest(token), confirmedAt })
      if (!expiresAt) throw new AppError('signed_out')
      await audit.recordForHub(trx, { type: 'session.confirmed', actor: actorOf(user), data: { session: sessionId } })
      return { token, maxAgeSeconds: secondsLeft(expiresAt), sessionId }
    },
    end: ({ id }, sessionId) =>
      database.transaction(async (trx) => {
        const user = await findUser(trx, id)
        if (!user || !(await deleteSession(trx, id, sessionId))) throw new AppError('session_not_found')
        await audit.recordForHub(trx, { type: 'session.ended', actor: actorOf(user), data: { session: sessionId } })
      }),
    async endOthers(trx, { user, actor }, exceptId) {
      await deleteSessions(trx, user.id, exceptId)
      await deleteLinksOf(trx, user.id)
      await programs.endAll(trx, actor, user.id)
    },
    async list({ id, sessionId, isOperator }) {
      const now = clock.now()
      const rows = await listSessionRows(database.system, id)
      return rows
        .filter((row) => isLive(row, { isOperator, disabledAt: null }, now))
        .map((row) => toItem(row, row.id === sessionId))
    },
  }
}

const toPrincipal = (row: SessionRow, user: UserRow, signIn: SignInSettings): SessionPrincipal => ({
  kind: 'session',
  id: user.id,
  name: user.name,
  sessionId: row.id,
  isOperator: user.isOperator,
  confirmedUntilMs: row.confirmedAt.getTime() + confirmedMs,
  confirmsBy: waysOf(user, signIn),
})

const toItem = (row: SessionRow, isCurrent: boolean): SessionItem => ({
  id: row.id,
  isCurrent,
  way: row.way,
  createdAt: row.createdAt.toISOString(),
  seenAt: row.seenAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  device: row.device,
  network: row.network,
})
