import { useEffect, useRef, useState } from 'react'
import { type Chosen, filesOfDrop, filesOfInput } from '../../delivery/files/chosen-file.ts'
import { Button } from '../layout/button.tsx'

export interface FileButtonProps {
  readonly label: string
  /** Endings and media types that the browser offers; all files by default. */
  readonly accept?: string
  readonly ariaLabel?: string
  readonly look?: 'primary' | 'plain' | 'quiet'
  readonly isFolder?: boolean
  readonly isSingle?: boolean
  readonly onChoose: (chosen: Chosen) => void
}

/** A button to choose files. */
export function FileButton({
  label,
  accept,
  ariaLabel,
  look = 'plain',
  isFolder,
  isSingle,
  onChoose,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = useRef(onChoose)
  take.current = onChoose
  const read = (): void => {
    const field = input.current
    if (!field?.files || field.files.length === 0) return
    const chosen = filesOfInput(field.files)
    // The same file can be chosen again.
    field.value = ''
    take.current(chosen)
  }
  // Once more at the start: after a reload Firefox still has the files, and sends no change event.
  useEffect(read, [])
  useEffect(() => {
    input.current?.toggleAttribute('webkitdirectory', isFolder === true)
  }, [isFolder])
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        autoComplete="off"
        multiple={!isSingle}
        accept={isFolder ? undefined : accept}
        data-input={label}
        onChange={read}
      />
      <Button look={look} aria-label={ariaLabel} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}

/** Whether files are held over the window; what is dropped anywhere on it is taken, and never opened by the browser. */
export function useDrop(onDrop: (chosen: Chosen) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useRef(onDrop)
  take.current = onDrop
  useEffect(() => {
    const holdsFiles = (event: DragEvent): event is DragEvent & { readonly dataTransfer: DataTransfer } =>
      event.dataTransfer?.types.includes('Files') === true
    const over = (event: DragEvent): void => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent): void => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setOver(false)
      void filesOfDrop(event.dataTransfer).then((chosen) => take.current(chosen))
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}
