import type { ServerResponse } from 'node:http'
import { AppError } from '@spindle/contract'

/**
 * Answers that are made and not yet taken cost memory for as long as their reader pleases, so what waits for the
 * readers of one account, and of all, is bounded. A request beyond that waits for room: a client that reads is only
 * slowed down.
 */
export interface UnsentBytes {
  /**
   * Makes an answer once there is room for it and counts it until it is sent or its connection is gone. Throws
   * `overloaded` when no room comes in time; an account that is owed nothing always gets its answer.
   */
  makeAnswer<T>(accountId: string, response: ServerResponse, make: AnswerMaker<T>): Promise<T>
}

export interface AnswerMaker<T> {
  /** False for writes: they wait for room, not for the reads of their account. */
  readonly isRead: boolean
  work(): Promise<T>
  /** How long the answer is. */
  bytesOf(answer: T): number
}

export interface UnsentBytesLimits {
  readonly perAccount: number
  readonly overall: number
  /** Reads of one account whose answers are being made at once. */
  readonly reads: number
  /** How long a request waits for room. */
  readonly patienceMs: number
}

const mebibyte = 1024 ** 2
const defaults: UnsentBytesLimits = {
  perAccount: 32 * mebibyte,
  overall: 192 * mebibyte,
  reads: 8,
  patienceMs: 10_000,
}

interface Waiting {
  readonly isRead: boolean
  go(): void
}

interface Account {
  /** Made and not yet sent. */
  unsent: number
  reads: number
  /** Requests that hold this record, whatever they wait for: it must not be forgotten under them. */
  requests: number
  readonly waiting: Set<Waiting>
}

const maxWaiting = 200

export function unsentBytes(limits: UnsentBytesLimits = defaults): UnsentBytes {
  const accounts = new Map<string, Account>()
  let total = 0
  const hasRoom = ({ unsent, reads }: Account, isRead: boolean): boolean =>
    (unsent === 0 || (unsent < limits.perAccount && total < limits.overall)) && !(isRead && reads >= limits.reads)
  const admit = (accountId: string, account: Account): void => {
    for (const waiting of account.waiting) {
      if (!hasRoom(account, waiting.isRead)) continue
      account.waiting.delete(waiting)
      if (waiting.isRead) account.reads += 1
      waiting.go()
    }
    if (account.unsent === 0 && account.requests === 0) accounts.delete(accountId)
  }
  const count = (accountId: string, account: Account, bytes: number): void => {
    const wasFull = total >= limits.overall
    total += bytes
    account.unsent += bytes
    if (bytes > 0) return
    admit(accountId, account)
    if (wasFull) for (const [otherId, other] of accounts) admit(otherId, other)
  }
  return {
    async makeAnswer(accountId, response, { isRead, work, bytesOf }) {
      const account = accounts.get(accountId) ?? { unsent: 0, reads: 0, requests: 0, waiting: new Set() }
      accounts.set(accountId, account)
      account.requests += 1
      try {
        await waitForRoom(account, { isRead, patienceMs: limits.patienceMs, admit: () => admit(accountId, account) })
        try {
          const answer = await work()
          const bytes = bytesOf(answer)
          if (bytes > 0 && !isGone(response)) {
            count(accountId, account, bytes)
            onceSent(response, () => count(accountId, account, -bytes))
          }
          return answer
        } finally {
          if (isRead) account.reads -= 1
        }
      } finally {
        account.requests -= 1
        admit(accountId, account)
      }
    },
  }
}

interface Wait {
  readonly isRead: boolean
  readonly patienceMs: number
  readonly admit: () => void
}

function waitForRoom(account: Account, { isRead, patienceMs, admit }: Wait): Promise<void> {
  if (account.waiting.size >= maxWaiting) throw noRoom()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      account.waiting.delete(waiting)
      reject(noRoom())
      admit()
    }, patienceMs)
    timer.unref()
    const waiting: Waiting = {
      isRead,
      go() {
        clearTimeout(timer)
        resolve()
      },
    }
    account.waiting.add(waiting)
    admit()
  })
}

const noRoom = (): AppError =>
  new AppError('overloaded', {
    retryAfterSeconds: 1,
    detail: 'Too much response data is still unread. Read the running responses, then try again.',
  })

// A pipelined response does not see the end of the one before it; an answer to the hub itself has no
// connection that could end.
const isGone = ({ destroyed, req }: ServerResponse): boolean => destroyed || req?.socket?.destroyed === true

function onceSent(response: ServerResponse, done: () => void): void {
  const socket = response.req?.socket
  const release = (): void => {
    response.off('finish', release)
    response.off('close', release)
    socket?.off('close', release)
    done()
  }
  response.once('finish', release)
  response.once('close', release)
  socket?.once('close', release)
}
