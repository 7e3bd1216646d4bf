import { lazy, Suspense, useEffect, useState } from 'react'
import { listStored } from '../../data/settings/storage.ts'
import { hasOpenDelivery, onFirstDelivery } from '../../delivery/first-delivery.ts'

const UploadPanel = lazy(() => import('./upload-panel.tsx').then(({ UploadPanel: panel }) => ({ default: panel })))

/** What is being uploaded, on every page. Its code is loaded when this browser has, or begins, a delivery. */
export function Uploads({ accountId }: { readonly accountId: string }) {
  const [isNeeded, setNeeded] = useState(
    () => hasOpenDelivery() || listStored(`spindle:delivery:${accountId}:`).length > 0,
  )
  useEffect(() => onFirstDelivery(() => setNeeded(true)), [])
  if (!isNeeded) return null
  return (
    <Suspense fallback={null}>
      <UploadPanel accountId={accountId} />
    </Suspense>
  )
}
