import type { CreatedApiKey } from '@spindle/client'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { words } from '../../words/words.ts'

export interface RevealedKeyProps {
  readonly created: CreatedApiKey
  readonly onClose: () => void
}

/** The only place where a key is ever shown: in this dialog, and nowhere once it is closed. */
export function RevealedKey({ created, onClose }: RevealedKeyProps) {
  const [isCopied, setCopied] = useState(false)
  const [isStored, setStored] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(created.key)
    setCopied(true)
  }
  return (
    // Only closed on purpose: a key that was lost must be made again.
    <Dialog title={words.keys.revealTitle}>
      <p className="soft">{words.keys.reveal}</p>
      <p>
        <bdi>{created.name}</bdi>
      </p>
      <output className="code mono" aria-label={words.keys.keyLabel}>
        {created.key}
      </output>
      {'clipboard' in navigator && (
        <p>
          <Button onClick={() => void copy()}>
            <span role="status">{isCopied ? words.keys.copied : words.keys.copy}</span>
          </Button>
        </p>
      )}
      <label className="row tight">
        <input type="checkbox" checked={isStored} onChange={({ currentTarget }) => setStored(currentTarget.checked)} />
        {words.keys.stored}
      </label>
      <p className="row dialog-actions">
        <Button look="primary" disabled={!isStored} onClick={onClose}>
          {words.keys.done}
        </Button>
      </p>
    </Dialog>
  )
}
