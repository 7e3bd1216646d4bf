import { AppError } from '@spindle/contract'
import { isUniqueViolation } from '../../../platform/database/postgres-errors.ts'
import { mailIndex } from './user-queries.ts'

/** Runs a write that the index of email addresses may refuse; throws `mail_taken`. */
export async function refusingTakenMail<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error, mailIndex) ? mailTaken() : error
  }
}

export const mailTaken = (): AppError =>
  new AppError('mail_taken', {
    errors: [
      {
        pointer: '/email',
        code: 'taken',
        detail: 'This email address is already in use.',
        fix: 'Sign in first, then open the link again. If you cannot sign in, ask the hub operator.',
      },
    ],
  })
