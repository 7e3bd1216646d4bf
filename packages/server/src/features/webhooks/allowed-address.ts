import type { AllowedTargets } from '../../platform/outgoing/allowed-targets.ts'

/** Whether a webhook may have this address, as far as that is known before its host is looked up. */
export function isAllowedAddress(targets: AllowedTargets, url: string): boolean {
  if (!URL.canParse(url)) return false
  const { username, password } = new URL(url)
  return username === '' && password === '' && targets.allowsUrl(new URL(url))
}
