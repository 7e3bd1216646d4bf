import { FileButton, useDrop } from '../../../parts/forms/choose-files.tsx'
import { deliverWords } from '../../../words/releases/deliver-words.ts'
import { useOpenedDelivery } from '../delivery-context.ts'

/** Masters and covers, by their endings and by what systems call them. */
export const audioFiles = '.wav,.wave,.flac,.aif,.aiff,.aifc,.mp3,audio/*'
export const masterFiles = `${audioFiles},.jpg,.jpeg,.png,.webp,.tif,.tiff,image/*`

/** Files by dropping them anywhere on the page, or by two buttons. */
export function DropZone() {
  const { delivery, state } = useOpenedDelivery()
  const isOver = useDrop((chosen) => void delivery.addFiles(chosen))
  const { files: texts } = deliverWords
  return (
    <section className="drop" data-over={isOver || undefined} data-small={state.files.length > 0 || undefined}>
      <p>
        <strong>{isOver ? texts.dropNow : texts.drop}</strong>
      </p>
      <p className="small soft">{texts.dropHint}</p>
      <p className="row">
        <FileButton
          label={texts.chooseFiles}
          accept={masterFiles}
          look="primary"
          onChoose={(chosen) => void delivery.addFiles(chosen)}
        />
        <FileButton label={texts.chooseFolder} isFolder onChoose={(chosen) => void delivery.addFiles(chosen)} />
      </p>
      <p className="small soft" role="status">
        {state.isReading ? texts.reading : ''}
      </p>
    </section>
  )
}
