import { outsideReturnPath } from '@spindle/contract/console'
import type { Config } from '../../../config/config.ts'
import type { Finding } from '../../../platform/checks.ts'
import { discover } from './provider.ts'
import { reasonOf } from './provider-failures.ts'

const timeoutMs = 10_000

/**
 * For `doctor`: whether people could sign in with the outside provider, as far as that can be checked without a person.
 */
export async function checkOutsideProvider({
  signIn: { ways, provider },
  publicUrl,
}: Pick<Config, 'signIn' | 'publicUrl'>): Promise<Finding> {
  if (!provider) return { isFine: true, text: 'none configured' }
  if (!ways.includes('outside')) return { isFine: true, text: 'configured, but disabled by SPINDLE_SIGNIN' }
  const { name, issuer } = provider
  try {
    await discover(await import('openid-client'), { settings: provider, timeoutMs })
    return {
      isFine: true,
      text: `${name} responds as ${issuer}; register this redirect URI there: ${publicUrl}${outsideReturnPath}`,
    }
  } catch (error) {
    return {
      isFine: false,
      text: `${issuer}/.well-known/openid-configuration does not respond as this issuer (${reasonOf(error)})`,
      fix: 'set SPINDLE_SIGNIN_ISSUER to the exact issuer of the provider, and make sure that this machine can reach it',
    }
  }
}
