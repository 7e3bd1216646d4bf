import { RecordingPage } from './recording-page.tsx'
import { RecordingsPage } from './recordings-page.tsx'

export interface RecordingPagesProps {
  readonly accountId: string
  readonly isrc: string | undefined
}

/** All recordings of an account, or one of them. */
export const RecordingPages = ({ accountId, isrc }: RecordingPagesProps) =>
  isrc === undefined ? (
    <RecordingsPage accountId={accountId} />
  ) : (
    <RecordingPage key={isrc} accountId={accountId} isrc={isrc} />
  )
