import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { meApi, type PasskeyItem, passkeysKey, usePasskeys } from '../../data/api/me-api.ts'
import { type Failure, toFailure } from '../../data/failure.ts'
import { makePasskey, useHasPasskeys } from '../../data/session/passkeys.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { RenameDialog } from '../../parts/dialogs/rename-dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice, FailureText } from '../../parts/layout/notice.tsx'
import { useConfirmed } from '../../parts/sign-in/confirmation.tsx'
import { youWords as you } from '../../words/account/you-words.ts'
import { readDevice } from '../../words/device-name.ts'
import { formatAgo, words } from '../../words/words.ts'

export function Passkeys() {
  const passkeys = usePasskeys()
  const canMake = useHasPasskeys()
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const [failure, setFailure] = useState<Failure>()
  const [isBusy, setBusy] = useState(false)
  const rows = passkeys.data?.data ?? []
  const renew = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: passkeysKey })
    await client.invalidateQueries({ queryKey: ['session'] })
  }
  const add = async (): Promise<void> => {
    setFailure(undefined)
    setBusy(true)
    try {
      const question = await confirmed(() => meApi.beginPasskey())
      const credential = await makePasskey(question)
      await confirmed(() => meApi.addPasskey(words.device(readDevice(navigator.userAgent)), credential))
      await renew()
    } catch (error) {
      setFailure(toFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="card padded stack">
      <div className="page-head">
        <h2>{you.passkeys}</h2>
        {canMake && (
          <Button isBusy={isBusy} onClick={() => void add()}>
            {you.addPasskey}
          </Button>
        )}
      </div>
      <p className="soft">{canMake ? you.passkeysLead : you.noPasskeys}</p>
      {passkeys.error && <FailureNotice error={passkeys.error} onRetry={() => void passkeys.refetch()} />}
      {failure && <FailureText failure={failure} />}
      {rows.length > 0 && (
        <ul className="rows">
          {rows.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onChanged={renew} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface PasskeyRowProps {
  readonly passkey: PasskeyItem
  readonly onChanged: () => Promise<void>
}

function PasskeyRow({ passkey, onChanged }: PasskeyRowProps) {
  const [asked, setAsked] = useState<'rename' | 'delete'>()
  const confirmed = useConfirmed()
  const close = (): void => setAsked(undefined)
  const rename = async (label: string): Promise<void> => {
    await meApi.renamePasskey(passkey.id, label)
    await onChanged()
  }
  const forget = async (): Promise<void> => {
    await confirmed(() => meApi.deletePasskey(passkey.id))
    await onChanged()
  }
  return (
    <li className="key-row">
      <span className="release-text">
        <bdi className="release-title">{passkey.label}</bdi>
        <span className="small soft">
          {words.keys.created(formatAgo(passkey.createdAt))} ·{' '}
          {passkey.lastUsedAt === null ? words.keys.unused : words.keys.used(formatAgo(passkey.lastUsedAt))}
        </span>
      </span>
      <span className="row key-actions">
        <Button aria-label={you.renameOf(passkey.label)} onClick={() => setAsked('rename')}>
          {you.rename}
        </Button>
        <Button aria-label={you.deleteOf(passkey.label)} onClick={() => setAsked('delete')}>
          {you.delete}
        </Button>
      </span>
      {asked === 'rename' && (
        <RenameDialog
          title={you.renameOf(passkey.label)}
          label={words.keys.name}
          field="label"
          name={passkey.label}
          onRename={rename}
          onClose={close}
        />
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title={you.deleteTitle(passkey.label)}
          text={you.deleteText}
          action={you.delete}
          onConfirm={forget}
          onClose={close}
        />
      )}
    </li>
  )
}
