import { useEffect, useState } from 'react'
import { imageAddress } from '../../data/addresses.ts'
import type { FileRow } from '../../delivery/file-row.ts'
import { FileButton } from '../../parts/forms/choose-files.tsx'
import { deliverWords } from '../../words/releases/deliver-words.ts'
import { useOpenedDelivery } from './delivery-context.ts'
import { masterFiles } from './files/drop-zone.tsx'
import { FileLine } from './files/file-line.tsx'
import { needsOf } from './form/needs.ts'
import { ReviewNotes } from './review-notes.tsx'

/** The cover as it was chosen, and another one in its place. */
export function CoverField() {
  const { delivery, state } = useOpenedDelivery()
  const { release: texts } = deliverWords
  const { coverKey } = state.draft
  const row = state.files.find(({ key }) => key === coverKey)
  const preview = usePreview(row)
  const isNeeded = needsOf(state.draft, 'release').get('coverUploadId') === 'error'
  return (
    <section
      className="card stack tight cover-field"
      aria-labelledby="cover-title"
      data-place="release/coverUploadId"
      tabIndex={-1}
    >
      <h2 id="cover-title" data-needed={isNeeded || undefined}>
        {texts.cover}
      </h2>
      <ReviewNotes target="release" pointer="/coverUploadId" />
      {preview !== undefined && <img className="cover-preview" src={preview} alt={texts.coverAlt} />}
      {row ? (
        <ul>
          <FileLine row={row} />
        </ul>
      ) : (
        <>
          <p className="soft">{texts.coverMissing}</p>
          <p>
            <FileButton
              label={texts.chooseCover}
              accept={masterFiles}
              isSingle
              onChoose={(chosen) => void delivery.addFiles(chosen)}
            />
          </p>
        </>
      )}
    </section>
  )
}

const previewSize = 640

/** The picture as it was chosen; after a reload, or if the browser cannot show it, as the hub has it. */
function usePreview(row: FileRow | undefined): string | undefined {
  const { accountId } = useOpenedDelivery()
  const chosen = useObjectAddress(row?.bytes)
  return row?.upload?.status === 'ready' ? imageAddress(accountId, row.upload.id, previewSize) : chosen
}

/** As long as it is shown. */
function useObjectAddress(bytes: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!bytes) return undefined
    const made = URL.createObjectURL(bytes)
    setAddress(made)
    return () => {
      URL.revokeObjectURL(made)
      setAddress(undefined)
    }
  }, [bytes])
  return address
}
