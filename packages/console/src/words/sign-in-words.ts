/** Signing in at the outside provider, on its way there and back. */
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
  failed: 'That did not sign you in',
  startAgain: 'Close this window, and start again in the other one.',
  back: 'Go back',
  asSomebodyElse: (provider) => `Use another sign-in of ${provider}`,
  done: 'That was you',
  closeWindow: 'Close this window. The other one goes on by itself.',
  waiting: (provider) => `Go on in the window of ${provider}. This page waits for you.`,
  noWindow: 'Your browser opened no window. Let this page open windows, and try again.',
}
