/** Signing in at the outside provider, on its way there and back. */
export type OutsideWords = typeof outside

export const outside = {
  signIn: (provider: string) => `Sign in with ${provider}`,
  working: 'Signing you in',
  failed: 'Sign-in failed',
  startAgain: 'Close this window and start again in the original window.',
  back: 'Go back',
  asSomebodyElse: (provider: string) => `Use another sign-in of ${provider}`,
  done: 'That was you',
  closeWindow: 'Close this window. The other one goes on by itself.',
  waiting: (provider: string) => `Go on in the window of ${provider}. This page waits for you.`,
  noWindow: 'Your browser opened no window. Let this page open windows, and try again.',
}
