import { useState } from 'react'
import type { MadeLink } from '../../../data/api/operator-api.ts'
import { Dialog } from '../../../parts/dialogs/dialog.tsx'
import { Button } from '../../../parts/layout/button.tsx'
import { operatorWords } from '../../../words/operator/operator-words.ts'
import { formatInstant } from '../../../words/words.ts'

/** The only place where a link is ever shown: in this dialog, and nowhere once it is closed. */
export function LinkDialog({ made, onClose }: { readonly made: MadeLink; readonly onClose: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const { link } = operatorWords
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(made.link)
    setCopied(true)
  }
  return (
    <Dialog title={link.title}>
      <p className="soft">
        {made.isMailed ? link.mailedText : link.text} {link.until(formatInstant(made.expiresAt))}
      </p>
      <output className="code mono" aria-label={link.label}>
        {made.link}
      </output>
      <p className="row dialog-actions">
        {'clipboard' in navigator && (
          <Button onClick={() => void copy()}>
            <span role="status">{isCopied ? link.copied : link.copy}</span>
          </Button>
        )}
        <Button look="primary" onClick={onClose}>
          {link.close}
        </Button>
      </p>
    </Dialog>
  )
}
