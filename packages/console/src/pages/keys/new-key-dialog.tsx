import type { CreatedApiKey, Permission } from '@spindle/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hubOf } from '../../data/api/hub.ts'
import { keysKey } from '../../data/queries/queries.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { findMissing, onlyProblems } from '../../parts/forms/check-fields.ts'
import { Field, Select } from '../../parts/forms/field.tsx'
import { FormProblems } from '../../parts/forms/form-problems.tsx'
import { useForm } from '../../parts/forms/use-form.ts'
import { Button } from '../../parts/layout/button.tsx'
import { useConfirmed } from '../../parts/sign-in/confirmation.tsx'
import { words } from '../../words/words.ts'

const presets = ['deliver', 'read', 'choose'] as const
type Preset = (typeof presets)[number]

const all = Object.keys(words.keys.permissions) as Permission[]
const ofPreset: Readonly<Record<Exclude<Preset, 'choose'>, readonly Permission[]>> = {
  deliver: all,
  read: all.filter((permission) => permission.endsWith(':read')),
}

const lifetimes = { never: undefined, quarter: 90, year: 365 } as const
type Lifetime = keyof typeof lifetimes

const dayMs = 86_400_000

export interface NewKeyDialogProps {
  readonly accountId: string
  readonly onClose: () => void
  readonly onReveal: (created: CreatedApiKey) => void
}

export function NewKeyDialog({ accountId, onClose, onReveal }: NewKeyDialogProps) {
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const [preset, setPreset] = useState<Preset>('deliver')
  const [chosen, setChosen] = useState<readonly Permission[]>([])
  const [lifetime, setLifetime] = useState<Lifetime>('never')
  const permissions = preset === 'choose' ? chosen : ofPreset[preset]
  const form = useForm({
    initial: { name: '', permissions: '' },
    check: ({ name }) =>
      onlyProblems({
        name: findMissing(name, words.keys.name),
        permissions: permissions.length === 0 ? words.keys.permissionMissing : undefined,
      }),
    async send({ name }) {
      const days = lifetimes[lifetime]
      const expiresAt = days === undefined ? undefined : new Date(Date.now() + days * dayMs).toISOString()
      const body = { name: name.trim(), permissions: [...permissions], ...(expiresAt !== undefined && { expiresAt }) }
      const created = await confirmed((options) => hubOf(accountId).keys.create(body, options))
      void client.invalidateQueries({ queryKey: keysKey(accountId) })
      onClose()
      onReveal(created)
    },
  })
  return (
    <Dialog title={words.keys.make} onClose={onClose}>
      <form ref={form.formRef} className="stack" noValidate onSubmit={form.submit}>
        <FormProblems form={form} />
        <Field
          {...form.bind('name')}
          label={words.keys.name}
          hint={words.keys.nameHint}
          maxLength={200}
          autoComplete="off"
        />
        <fieldset className="choices">
          <legend>{words.keys.presets.legend}</legend>
          {presets.map((name) => (
            <label key={name}>
              <input type="radio" name="preset" checked={preset === name} onChange={() => setPreset(name)} />
              {words.keys.presets[name]}
            </label>
          ))}
        </fieldset>
        {preset === 'choose' && (
          <PermissionChoice chosen={chosen} problem={form.problems.permissions} onChange={setChosen} />
        )}
        <LifetimeChoice lifetime={lifetime} onChange={setLifetime} />
        <p className="row dialog-actions">
          <Button onClick={onClose}>{words.keys.cancel}</Button>
          <Button type="submit" look="primary" isBusy={form.isSending}>
            {words.keys.make}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}

interface PermissionChoiceProps {
  readonly chosen: readonly Permission[]
  readonly problem: string | undefined
  readonly onChange: (chosen: readonly Permission[]) => void
}

const PermissionChoice = ({ chosen, problem, onChange }: PermissionChoiceProps) => (
  <fieldset className="choices nested">
    <legend className="visually-hidden">{words.keys.presets.choose}</legend>
    {all.map((permission) => (
      <label key={permission}>
        <input
          type="checkbox"
          checked={chosen.includes(permission)}
          aria-invalid={problem !== undefined || undefined}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...chosen, permission] : chosen.filter((one) => one !== permission))
          }
        />
        {words.keys.permissions[permission]}
      </label>
    ))}
    {problem !== undefined && <p className="problem">{problem}</p>}
  </fieldset>
)

interface LifetimeChoiceProps {
  readonly lifetime: Lifetime
  readonly onChange: (lifetime: Lifetime) => void
}

const LifetimeChoice = ({ lifetime, onChange }: LifetimeChoiceProps) => (
  <Select
    label={words.keys.expires}
    value={lifetime}
    onChange={({ currentTarget: { value } }) => onChange(value as Lifetime)}
  >
    {(Object.keys(lifetimes) as Lifetime[]).map((name) => (
      <option key={name} value={name}>
        {words.keys.lifetimes[name]}
      </option>
    ))}
  </Select>
)
