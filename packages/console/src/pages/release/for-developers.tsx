import type { Release } from '@spindle/client'
import { hubAddress, sessionSurface } from '../../data/addresses.ts'
import { CopyButton } from '../../parts/layout/copy-button.tsx'
import { words } from '../../words/words.ts'

export interface ForDevelopersProps {
  readonly accountId: string
  readonly release: Release
}

/** The same release as programs see it. */
export function ForDevelopers({ accountId, release }: ForDevelopersProps) {
  const { developers } = words.release
  const path = `/api/v1/music-distributor/releases/${release.id}`
  const request = `curl ${location.origin}${hubAddress(path)} -H "X-API-Key: $SPINDLE_API_KEY"`
  return (
    <details className="card">
      <summary>
        <h2>{developers.title}</h2>
      </summary>
      <div className="stack tight">
        <dl className="facts">
          <div>
            <dt className="small soft">{developers.id}</dt>
            <dd className="mono">{release.id}</dd>
          </div>
          <div>
            <dt className="small soft">{developers.revision}</dt>
            <dd className="mono">{release.revision}</dd>
          </div>
        </dl>
        <p className="small soft">{developers.request}</p>
        <code className="code">{request}</code>
        <p className="row">
          <CopyButton text={request} />
          <a href={`${sessionSurface(accountId)}${path}`} target="_blank" rel="noreferrer">
            {developers.json}
          </a>
        </p>
      </div>
    </details>
  )
}
