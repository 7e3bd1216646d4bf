import type { ApiKey, CreatedApiKey } from '@spindle/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hubOf } from '../../data/api/hub.ts'
import { keysKey } from '../../data/queries/queries.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Select } from '../../parts/forms/field.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { useConfirmed } from '../../parts/sign-in/confirmation.tsx'
import { formatAgo, words } from '../../words/words.ts'

export interface KeyRowProps {
  readonly accountId: string
  readonly apiKey: ApiKey
  readonly mayChange: boolean
  readonly onReveal: (created: CreatedApiKey) => void
}

const looks: Readonly<Record<ApiKey['status'], readonly [string, string]>> = {
  active: ['●', 'good'],
  expired: ['◌', 'idle'],
  revoked: ['✕', 'idle'],
}

export function KeyRow({ accountId, apiKey, mayChange, onReveal }: KeyRowProps) {
  const [asked, setAsked] = useState<'rotate' | 'revoke'>()
  const { keys } = words
  const [mark, tone] = looks[apiKey.status]
  const isUsable = apiKey.status === 'active'
  const facts = [
    usedOf(apiKey),
    keys.created(formatAgo(apiKey.createdAt)),
    ...(apiKey.madeBy?.name ? [keys.madeBy(apiKey.madeBy.name)] : []),
    ...(isUsable && apiKey.expiresAt !== null ? [keys.ends(formatAgo(apiKey.expiresAt))] : []),
  ]
  const close = (): void => setAsked(undefined)
  return (
    <li className="key-row">
      <span className="release-text">
        <bdi className="release-title">{apiKey.name}</bdi>
        <span className="mono soft">{apiKey.hint}</span>
        <span className="small soft">{apiKey.permissions.map((one) => keys.permissions[one]).join(' · ')}</span>
        <span className="small soft">{facts.join(' · ')}</span>
      </span>
      <span className={`chip ${tone}`}>
        <span aria-hidden="true">{mark}</span> {keys.statuses[apiKey.status]}
      </span>
      {mayChange && isUsable && (
        <span className="row key-actions">
          {apiKey.rotatedTo === null && (
            <Button aria-label={keys.rotateOf(apiKey.name)} onClick={() => setAsked('rotate')}>
              {keys.rotate}
            </Button>
          )}
          <Button aria-label={keys.revokeOf(apiKey.name)} onClick={() => setAsked('revoke')}>
            {keys.revoke}
          </Button>
        </span>
      )}
      {asked === 'rotate' && <RotateDialog accountId={accountId} apiKey={apiKey} onClose={close} onReveal={onReveal} />}
      {asked === 'revoke' && <RevokeDialog accountId={accountId} apiKey={apiKey} onClose={close} />}
    </li>
  )
}

function usedOf({ lastUsedAt, lastUsedFrom }: ApiKey): string {
  if (lastUsedAt === null) return words.keys.unused
  const when = formatAgo(lastUsedAt)
  return lastUsedFrom === null ? words.keys.used(when) : words.keys.usedFrom(when, lastUsedFrom)
}

interface DialogProps {
  readonly accountId: string
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

const overlaps = ['86400', '3600', '604800', '0'] as const
type Overlap = (typeof overlaps)[number]
const secondsOf = { 0: 0, 3600: 3_600, 86400: 86_400, 604800: 604_800 } as const

function RotateDialog({ accountId, apiKey, onClose, onReveal }: DialogProps & Pick<KeyRowProps, 'onReveal'>) {
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const [overlap, setOverlap] = useState<Overlap>('86400')
  const rotate = useMutation({
    mutationFn: () =>
      confirmed((options) => hubOf(accountId).keys.rotate(apiKey.id, { overlapSeconds: secondsOf[overlap] }, options)),
    onSuccess: (created) => {
      void client.invalidateQueries({ queryKey: keysKey(accountId) })
      onClose()
      onReveal(created)
    },
  })
  return (
    <Dialog title={words.keys.rotateTitle(apiKey.name)} onClose={onClose}>
      <p>{words.keys.rotateText}</p>
      <Select
        label={words.keys.overlap}
        value={overlap}
        onChange={({ currentTarget: { value } }) => setOverlap(value as Overlap)}
      >
        {overlaps.map((name) => (
          <option key={name} value={name}>
            {words.keys.overlaps[name]}
          </option>
        ))}
      </Select>
      {rotate.error && <FailureNotice error={rotate.error} />}
      <p className="row dialog-actions">
        <Button onClick={onClose}>{words.keys.cancel}</Button>
        <Button look="primary" isBusy={rotate.isPending} onClick={() => rotate.mutate()}>
          {words.keys.rotate}
        </Button>
      </p>
    </Dialog>
  )
}

function RevokeDialog({ accountId, apiKey, onClose }: DialogProps) {
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const revoke = useMutation({
    mutationFn: () => confirmed((options) => hubOf(accountId).keys.revoke(apiKey.id, options)),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keysKey(accountId) })
      onClose()
    },
  })
  return (
    <Dialog title={words.keys.revokeTitle(apiKey.name)} onClose={onClose}>
      <p>{words.keys.revokeText}</p>
      {revoke.error && <FailureNotice error={revoke.error} />}
      <p className="row dialog-actions">
        <Button onClick={onClose}>{words.keys.cancel}</Button>
        <Button look="danger" isBusy={revoke.isPending} onClick={() => revoke.mutate()}>
          {words.keys.revoke}
        </Button>
      </p>
    </Dialog>
  )
}
