import { type ReactNode, useState } from 'react'
import { words } from '../../words/words.ts'
import { Button } from '../layout/button.tsx'
import { Dialog } from './dialog.tsx'

export interface RevealedSecretProps {
  readonly title: string
  readonly text: string
  /** The label of the secret for screen readers. */
  readonly label: string
  readonly secret: string
  readonly children?: ReactNode
  readonly onClose: () => void
}

/** The only place where a secret is ever shown: in this dialog, and nowhere once it is closed. */
export function RevealedSecret({ title, text, label, secret, children, onClose }: RevealedSecretProps) {
  const [isCopied, setCopied] = useState(false)
  const [isStored, setStored] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(secret)
    setCopied(true)
  }
  return (
    // Only closed on purpose: a secret that was lost must be made again.
    <Dialog title={title}>
      <p className="soft">{text}</p>
      {children}
      <output className="code mono" aria-label={label}>
        {secret}
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
