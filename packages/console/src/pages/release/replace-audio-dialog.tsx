import type { Release, Track } from '@spindle/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hubOf } from '../../data/api/hub.ts'
import { releaseKey } from '../../data/queries/queries.ts'
import { asPatch, requestOfRelease } from '../../delivery/document/draft.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { findMissing } from '../../parts/forms/check-fields.ts'
import { FileButton } from '../../parts/forms/choose-files.tsx'
import { Field } from '../../parts/forms/field.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { words } from '../../words/words.ts'

export interface ReplaceAudioDialogProps {
  readonly accountId: string
  readonly release: Release
  readonly track: Track
  readonly onClose: () => void
}

/** Replaces the audio of a delivered track; ISRC and UPC stay. The change still has to be submitted. */
export function ReplaceAudioDialog({ accountId, release, track, onClose }: ReplaceAudioDialogProps) {
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { replaceAudio: texts, actions } = words.release
  const missingReason = findMissing(reason, texts.reason)
  const replace = useMutation({
    mutationFn: (bytes: File) => sendAudio({ accountId, release, track, bytes, reason: reason.trim() }),
    onSuccess: (changed) => {
      client.setQueryData(releaseKey(accountId, release.id), changed)
      onClose()
    },
  })
  return (
    <Dialog title={texts.titleOf(track.title)} onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          if (file && missingReason === undefined && !replace.isPending) replace.mutate(file)
        }}
      >
        <p>{texts.text}</p>
        <p className="row">
          <FileButton
            label={texts.choose}
            accept=".wav,.aif,.aiff,.flac,audio/*"
            isSingle
            onChoose={({ files }) => setFile(files[0]?.bytes)}
          />
          <bdi className="soft">{file?.name}</bdi>
        </p>
        {isChecked && !file && <p role="alert">{texts.noFile}</p>}
        <Field
          label={texts.reason}
          value={reason}
          maxLength={1000}
          problem={isChecked ? missingReason : undefined}
          required
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {replace.error && <FailureNotice error={replace.error} />}
        <p className="row dialog-actions">
          <Button onClick={onClose}>{actions.cancel}</Button>
          <Button type="submit" look="primary" isBusy={replace.isPending}>
            {texts.replace}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}

interface NewAudio {
  readonly accountId: string
  readonly release: Release
  readonly track: Track
  readonly bytes: File
  readonly reason: string
}

/** Refused by the hub if the release was changed since it was shown. */
async function sendAudio({ accountId, release, track, bytes, reason }: NewAudio): Promise<Release> {
  const { uploads, releases } = hubOf(accountId)
  const { id: uploadId } = await uploads.create(bytes, { filename: bytes.name, kind: 'audio' })
  const tracks = requestOfRelease(release).tracks.map((one) => (one.id === track.id ? { ...one, uploadId } : one))
  const patch = asPatch({ tracks, audioChangeReason: reason })
  return releases.update(release.id, patch, { ifMatch: `"${release.revision}"` })
}
