import type { TransferProgress, TransferRelease } from '@spindle/client'
import { composeTakedownLetter } from '@spindle/contract/transfers'
import { useMutation } from '@tanstack/react-query'
import { hubOf } from '../../data/api/hub.ts'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { transferWords } from '../../words/catalog/transfer-words.ts'

const texts = transferWords.letter

export interface TakedownLetterProps {
  readonly accountId: string
  readonly transfer: TransferProgress
}

/** What the old distributor may take down, as a text to send to it. */
export function TakedownLetter({ accountId, transfer }: TakedownLetterProps) {
  const write = useMutation({
    mutationFn: async () => {
      const live: TransferRelease[] = []
      const releases = hubOf(accountId).transfers.releases(transfer.id, { state: 'live', limit: 100 })
      for await (const release of releases) live.push(release)
      return composeTakedownLetter(transfer, live)
    },
    onSuccess: ({ text }) => text !== undefined && saveText('letter.txt', text),
  })
  return (
    <section className="card stack" aria-labelledby="letter-title">
      <h2 id="letter-title">{texts.title}</h2>
      <p className="soft">{texts.lead}</p>
      <p className="row">
        <Button isBusy={write.isPending} onClick={() => write.mutate()}>
          {texts.download}
        </Button>
        <span className="small" role="status">
          {write.data && (write.data.releases === 0 ? texts.none : texts.done(write.data.releases))}{' '}
          {write.data && write.data.withErrors > 0 && texts.withErrors(write.data.withErrors)}
        </span>
      </p>
      {write.error && <FailureNotice error={write.error} />}
    </section>
  )
}

/** Gives a text to the browser as a download. */
function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has the bytes once the click was handled.
  setTimeout(() => URL.revokeObjectURL(address))
}
