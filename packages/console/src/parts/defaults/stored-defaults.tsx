import { useState } from 'react'
import type { Members } from '../../delivery/document/members.ts'
import { defaultsWords as texts } from '../../words/catalog/defaults-words.ts'
import { Notice } from '../layout/notice.tsx'
import { DefaultsForm, type SavedDefaults } from './defaults-form.tsx'

export interface StoredDefaultsProps {
  readonly accountId: string
  /** Of the label; undefined for the defaults of the account. */
  readonly name: string | undefined
  readonly stored: { readonly defaults: Members; readonly updatedAt: string | null }
  readonly mayChange: boolean
  readonly onSave: (saved: SavedDefaults) => Promise<void>
  readonly onReload: () => void
}

/** The defaults that the hub has, and that they were saved. */
export function StoredDefaults({ accountId, name, stored, mayChange, onSave, onReload }: StoredDefaultsProps) {
  const [isSaved, setSaved] = useState(false)
  const save = async (saved: SavedDefaults): Promise<void> => {
    setSaved(false)
    await onSave(saved)
    setSaved(true)
  }
  return (
    <>
      {isSaved && (
        <Notice tone="good" isAlert>
          <p>{texts.saved}</p>
        </Notice>
      )}
      <DefaultsForm
        // After a change the form shows the values as the hub stores them.
        key={stored.updatedAt}
        accountId={accountId}
        name={name}
        defaults={stored.defaults}
        action={mayChange ? texts.save : undefined}
        onSave={save}
        onReload={onReload}
      />
    </>
  )
}
