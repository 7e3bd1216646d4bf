/** Signing in at the external sign-in, on its way there and back. */
export interface OutsideWords {
  readonly signIn: (provider: string) => string
  readonly working: string
  readonly failed: string
  readonly startAgain: string
  readonly back: string
  readonly asSomebodyElse: (provider: string) => string
  readonly done: string
  readonly closeWindow: string
  readonly waiting: (provider: string) => string
  readonly noWindow: string
}

export const outside: OutsideWords = {
  signIn: (provider) => `Sign in with ${provider}`,
  working: 'Signing you in',
  failed: 'Sign-in failed',
  startAgain: 'Close this window and start again in the original window.',
  back: 'Go back',
  asSomebodyElse: (provider) => `Use another ${provider} account`,
  done: 'Identity confirmed',
  closeWindow: 'Close this window. The original window continues automatically.',
  waiting: (provider) => `Continue in the ${provider} window. This page will update when you finish.`,
  noWindow: 'Your browser blocked the sign-in window. Allow pop-ups for this page and try again.',
}
