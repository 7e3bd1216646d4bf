/** Signing in at the external sign-in, on its way there and back. */
export type OutsideWords = typeof outside

export const outside = {
  signIn: (provider: string) => `Sign in with ${provider}`,
  working: 'Signing you in',
  failed: 'Sign-in failed',
  startAgain: 'Close this window and start again in the original window.',
  back: 'Go back',
  asSomebodyElse: (provider: string) => `Use another ${provider} account`,
  done: 'Identity confirmed',
  closeWindow: 'Close this window. The original window continues automatically.',
  waiting: (provider: string) => `Continue in the ${provider} window. This page will update when you finish.`,
  noWindow: 'Your browser blocked the sign-in window. Allow pop-ups for this page and try again.',
}
