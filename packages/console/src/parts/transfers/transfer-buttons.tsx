import type { UploadQueue } from '../../delivery/uploading/upload-queue.ts'
import { deliverWords } from '../../words/releases/deliver-words.ts'
import { Button } from '../layout/button.tsx'

export interface TransferButtonsProps {
  readonly queue: UploadQueue
  readonly file: { readonly key: string; readonly name: string }
  readonly state: string
}

/** Its bytes are on their way, or about to be. */
export const isMoving = (state: string): boolean => state === 'sending' || state === 'retrying' || state === 'waiting'

/** Pauses the upload of a file, and resumes it. */
export function TransferButtons({ queue, file: { key, name }, state }: TransferButtonsProps) {
  const { files: texts } = deliverWords
  return (
    <>
      {isMoving(state) && (
        <Button look="quiet" aria-label={texts.pauseOf(name)} onClick={() => queue.pause(key)}>
          {texts.pause}
        </Button>
      )}
      {state === 'paused' && (
        <Button look="quiet" aria-label={texts.resumeOf(name)} onClick={() => queue.resume(key)}>
          {texts.resume}
        </Button>
      )}
      {state === 'lost' && (
        <Button look="quiet" aria-label={texts.retryOf(name)} onClick={() => queue.resume(key)}>
          {texts.retry}
        </Button>
      )}
    </>
  )
}
