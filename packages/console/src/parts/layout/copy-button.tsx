import { useState } from 'react'
import { words } from '../../words/words.ts'
import { Button } from './button.tsx'

export interface CopyButtonProps {
  readonly text: string
  /** Tells screen readers what is copied, where there are several buttons. */
  readonly label?: string
}

/** Copies a text that is shown beside it. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [copied, setCopied] = useState<string>()
  // Absent on pages without encryption, where the text can still be selected.
  if (!('clipboard' in navigator)) return null
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(text)
  }
  return (
    <Button {...(label !== undefined && { 'aria-label': label })} onClick={() => void copy()}>
      <span role="status">{copied === text ? words.keys.copied : words.keys.copy}</span>
    </Button>
  )
}
