import { AppError } from '@spindle/contract'

/** Also for outlets of the configuration, such as the sandbox: operators cannot change them. */
export const unknownOutlet = (): AppError =>
  new AppError('not_found', { detail: 'The hub has no such outlet, or it is one that operators cannot change.' })
