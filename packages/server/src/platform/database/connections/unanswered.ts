import { convertPostgresError } from '../postgres-errors.ts'

/** What is told in place of an answer that does not come. */
export const unanswered = (): unknown =>
  convertPostgresError(Object.assign(new Error('The database does not respond'), { code: 'ETIMEDOUT' }))

/** Gives up after so long. What it waited for may still come, and is thrown away. */
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
