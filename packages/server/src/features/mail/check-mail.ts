import type { Config } from '../../config/config.ts'
import type { Finding } from '../../platform/checks.ts'
import type { Clock } from '../../platform/clock.ts'
import { isUndefinedTable } from '../../platform/database/postgres-errors.ts'
import type { Sql } from '../../platform/database/sql.ts'
import { findWaitingMail, type WaitingMail } from './outbox-queries.ts'

const minuteMs = 60_000
/** Longer than a mail server that is restarted takes. */
const maxMinutes = 15

/** Reports whether mail is sent, and how long it waits. */
export async function checkMail(
  system: Sql,
  { clock, config }: { readonly clock: Clock; readonly config: Pick<Config, 'mail' | 'hubCommand'> },
): Promise<Finding> {
  if (!config.mail) return { isFine: true, text: 'the hub sends no mail: SPINDLE_SMTP_URL is not set' }
  const { host, port } = config.mail.smtp
  const { count, oldestAt, failure } = await findWaiting(system)
  if (oldestAt === null) return { isFine: true, text: `sent through ${host}:${port}; no message waits` }
  const minutes = Math.max(0, Math.floor((clock.now() - oldestAt.getTime()) / minuteMs))
  const reason = failure === null ? '' : `; the last attempt failed with ${failure}`
  return {
    isFine: minutes < maxMinutes,
    text: `${count} ${count === 1 ? 'message waits' : 'messages wait'} for ${host}:${port}, the oldest for ${minutes} minutes${reason}`,
    fix: `find the reason with: ${config.hubCommand} mail test ADDRESS`,
  }
}

/** The table does not exist until `migrate` has run. */
const findWaiting = (system: Sql): Promise<WaitingMail> =>
  findWaitingMail(system).catch((error: unknown) => {
    if (isUndefinedTable(error)) return { count: 0, oldestAt: null, failure: null }
    throw error
  })
