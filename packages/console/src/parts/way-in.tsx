import { useState } from 'react'
import { makeFirstPasskey, useHasPasskeys } from '../data/passkeys.ts'
import { useHubFacts } from '../data/queries.ts'
import type { WayIn } from '../data/session-api.ts'
import { words } from '../words/words.ts'
import { findPasswordProblem } from './check-fields.ts'
import { type FieldProps, PasswordField } from './field.tsx'
import { Notice } from './notice.tsx'

/** How somebody new will sign in: with a passkey where there can be one, or with a password. */
export interface WayInChoice {
  readonly chosen: 'passkey' | 'password'
  readonly hasPasskeys: boolean
  choose(way: 'passkey' | 'password'): void
  findProblem(password: string): string | undefined
  take(password: string, person: Parameters<typeof makeFirstPasskey>[0]): Promise<WayIn>
}

export function useWayIn(): WayInChoice {
  const hasPasskeys = useHasPasskeys()
  const [wish, setWish] = useState<'passkey' | 'password'>('passkey')
  const chosen = hasPasskeys ? wish : 'password'
  return {
    chosen,
    hasPasskeys,
    choose: setWish,
    findProblem: (password) => (chosen === 'password' ? findPasswordProblem(password) : undefined),
    take: async (password, person) =>
      chosen === 'password' ? { password } : { passkey: await makeFirstPasskey(person) },
  }
}

interface WayInFieldsProps {
  readonly choice: WayInChoice
  /** The field of the password, bound to its form. */
  readonly field: Pick<FieldProps, 'name' | 'value' | 'problem' | 'onChange'>
}

export function WayInFields({ choice, field }: WayInFieldsProps) {
  const { wayIn } = words
  return (
    <>
      {choice.hasPasskeys && (
        <div className="choices" role="radiogroup" aria-label={wayIn.legend}>
          {(['passkey', 'password'] as const).map((way) => (
            <label key={way}>
              <input type="radio" name="way" checked={choice.chosen === way} onChange={() => choice.choose(way)} />
              {wayIn[way]}
            </label>
          ))}
        </div>
      )}
      {choice.chosen === 'passkey' ? (
        <p className="hint">{wayIn.passkeyHint}</p>
      ) : (
        <PasswordField
          {...field}
          label={words.fields.newPassword}
          hint={words.fields.passwordHint}
          autoComplete="new-password"
        />
      )}
    </>
  )
}

/** A passkey belongs to the host name, and there is none at a bare address: said before somebody relies on it. */
export function HostWarning() {
  const hub = useHubFacts().data
  if (!hub) return null
  const { name } = hub
  const isLocal = name === 'localhost' || name.endsWith('.localhost')
  const isAddress = /^[\d.]+$|^\[/.test(name)
  if (!isLocal && !isAddress) return null
  return (
    <Notice tone="warn">
      <p>{isLocal ? words.wayIn.localHost(name) : words.wayIn.bareAddress(name)}</p>
    </Notice>
  )
}
