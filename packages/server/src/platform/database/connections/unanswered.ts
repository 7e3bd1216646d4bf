import { convertPostgresError } from '../postgres-errors.ts'

/** The error that is thrown if no answer comes. */
export const unanswered = (): unknown =>
  convertPostgresError(Object.assign(new Error('The database does not respond'), { code: 'ETIMEDOUT' }))

/** Rejects after `timeoutMs`. A later result of the promise is ignored. */
export async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unanswered()), timeoutMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
