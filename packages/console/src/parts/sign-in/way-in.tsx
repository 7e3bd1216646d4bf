import { useState } from 'react'
import type { WayIn } from '../../data/api/session-api.ts'
import { useHubFacts } from '../../data/queries/queries.ts'
import { useOutsideName } from '../../data/session/outside.ts'
import { makeFirstPasskey, useHasPasskeys, useHasPasswords } from '../../data/session/passkeys.ts'
import { words } from '../../words/words.ts'
import { findPasswordProblem } from '../forms/check-fields.ts'
import { type FieldProps, PasswordField } from '../forms/field.tsx'
import { Notice } from '../layout/notice.tsx'

type Way = 'outside' | 'passkey' | 'password'

/** How a new person will sign in: by one of the methods of this hub. */
export interface WayInChoice {
  readonly chosen: Way
  readonly ways: readonly Way[]
  /** What people call the outside provider. */
  readonly outside: string
  choose(way: Way): void
  findProblem(password: string): string | undefined
  /** Not for the outside provider, which the person goes to. */
  take(password: string, person: Parameters<typeof makeFirstPasskey>[0]): Promise<WayIn>
}

export function useWayIn(): WayInChoice {
  const outside = useOutsideName()
  const known: Readonly<Record<Way, boolean>> = {
    outside: outside !== undefined,
    passkey: useHasPasskeys(),
    password: useHasPasswords(),
  }
  const ways = (['outside', 'passkey', 'password'] as const).filter((way) => known[way])
  const [wish, setWish] = useState<Way>()
  const chosen = ways.find((way) => way === wish) ?? ways[0] ?? 'password'
  return {
    chosen,
    ways,
    outside: outside ?? '',
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
  const labels: Readonly<Record<Way, string>> = {
    outside: wayIn.outside(choice.outside),
    passkey: wayIn.passkey,
    password: wayIn.password,
  }
  return (
    <>
      {choice.ways.length > 1 && (
        <div className="choices" role="radiogroup" aria-label={wayIn.legend}>
          {choice.ways.map((way) => (
            <label key={way}>
              <input type="radio" name="way" checked={choice.chosen === way} onChange={() => choice.choose(way)} />
              {labels[way]}
            </label>
          ))}
        </div>
      )}
      {choice.chosen === 'outside' && <p className="hint">{wayIn.outsideHint(choice.outside)}</p>}
      {choice.chosen === 'passkey' && <p className="hint">{wayIn.passkeyHint}</p>}
      {choice.chosen === 'password' && (
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

/** A passkey belongs to the host name, and a bare IP address has none: shown before a person relies on it. */
export function HostWarning({ hasPasskey }: { readonly hasPasskey: boolean }) {
  const hub = useHubFacts().data
  if (!hub) return null
  const { name } = hub
  const isLocal = name === 'localhost' || name.endsWith('.localhost')
  const isAddress = /^[\d.]+$|^\[/.test(name)
  if (!(isLocal && hasPasskey) && !isAddress) return null
  return (
    <Notice tone="warn">
      <p>{isLocal ? words.wayIn.localHost(name) : words.wayIn.bareAddress(name)}</p>
    </Notice>
  )
}
