import { useState } from 'react'
import { operatorApi, type SystemFacts } from '../../../data/api/operator-api.ts'
import { useSystem } from '../../../data/queries/operator-queries.ts'
import { Button } from '../../../parts/layout/button.tsx'
import { FactList } from '../../../parts/layout/fact-list.tsx'
import { FailureNotice, Notice } from '../../../parts/layout/notice.tsx'
import { Page } from '../../../parts/layout/page.tsx'
import { Skeleton } from '../../../parts/layout/skeleton.tsx'
import { useConfirmed } from '../../../parts/sign-in/confirmation.tsx'
import { formatBytes } from '../../../words/format-bytes.ts'
import { operatorWords } from '../../../words/operator/operator-words.ts'
import { formatAgo } from '../../../words/words.ts'
import { AskDialog } from '../shared/ask-dialog.tsx'

const texts = operatorWords.system

/** How the hub is. Settings that hold secrets come without their values, so that nothing here could show one. */
export function SystemPage() {
  const system = useSystem()
  return (
    <Page
      title={texts.title}
      actions={
        <Button isBusy={system.isFetching} onClick={() => void system.refetch()}>
          {texts.again}
        </Button>
      }
    >
      {system.error && <FailureNotice error={system.error} onRetry={() => void system.refetch()} />}
      {system.data ? <Shown facts={system.data} /> : !system.error && <Skeleton rows={8} />}
    </Page>
  )
}

const Shown = ({ facts }: { readonly facts: SystemFacts }) => (
  <>
    <div className="home-grid">
      <Facts facts={facts} />
      <Checks checks={facts.checks} />
    </div>
    <Outlets outlets={facts.outlets} />
    <SigningKey />
    <Settings settings={facts.settings} />
  </>
)

function Facts({ facts }: { readonly facts: SystemFacts }) {
  const { database, disk, jobs } = facts
  const shown: readonly (readonly [string, string])[] = [
    [texts.version, `${facts.version}, Node ${facts.node}`],
    [texts.started, formatAgo(facts.startedAt)],
    [texts.address, facts.publicUrl],
    [texts.database, `${database.version ?? texts.unknown}, ${texts.kinds[database.kind]}`],
    [texts.schema, texts.migrations(database.migrations, database.newestMigration ?? texts.unknown)],
    [texts.disk, disk ? texts.free(formatBytes(disk.freeBytes), formatBytes(disk.totalBytes)) : texts.unknown],
    [texts.jobs, `${texts.jobCounts(jobs.waiting, jobs.running, jobs.failed)}; ${texts.oldest(jobs.oldestSeconds)}`],
  ]
  return <FactList className="card stack tight" facts={shown} />
}

const Checks = ({ checks }: Pick<SystemFacts, 'checks'>) => (
  <section className="card stack tight" aria-labelledby="system-checks">
    <h2 id="system-checks">{texts.checks}</h2>
    <ul className="rows">
      {checks.map(({ name, isFine, text, fix }) => (
        <li key={name} className={`finding ${isFine ? 'good' : 'danger'}`}>
          <span className="mark" aria-hidden="true">
            {isFine ? '✓' : '✕'}
          </span>
          <div>
            <span className="visually-hidden">{isFine ? texts.fine : texts.wrong}: </span>
            <p>{name}</p>
            <p className="small soft">{text}</p>
            {fix !== undefined && <p className="small">{fix}</p>}
          </div>
        </li>
      ))}
    </ul>
  </section>
)

const Outlets = ({ outlets }: Pick<SystemFacts, 'outlets'>) => (
  <section className="card stack tight" aria-labelledby="system-outlets">
    <h2 id="system-outlets">{texts.outlets}</h2>
    {outlets.length === 0 ? <p className="soft">{texts.noOutlets}</p> : <OutletTable outlets={outlets} />}
  </section>
)

function OutletTable({ outlets }: Pick<SystemFacts, 'outlets'>) {
  const { outletColumns: columns } = texts
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.kind}</th>
          <th scope="col">{columns.ern}</th>
        </tr>
      </thead>
      <tbody>
        {outlets.map(({ id, name, kind, ernVersion }) => (
          <tr key={id}>
            <th scope="row">
              <bdi>{name}</bdi> {name !== id && <span className="small mono soft">{id}</span>}
            </th>
            <td data-label={columns.kind}>{texts.outletKinds[kind] ?? kind}</td>
            <td data-label={columns.ern}>{ernVersion ?? <span className="soft">{texts.noMessages}</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function SigningKey() {
  const [isAsked, setAsked] = useState(false)
  const [keyId, setKeyId] = useState<string>()
  const confirmed = useConfirmed()
  return (
    <section className="card stack tight" aria-labelledby="signing-key">
      <h2 id="signing-key">{texts.signing}</h2>
      <p className="soft">{texts.signingText}</p>
      {keyId !== undefined && (
        <Notice tone="good" isAlert>
          <p>{texts.rotated(keyId)}</p>
        </Notice>
      )}
      <p>
        <Button onClick={() => setAsked(true)}>{texts.rotate}</Button>
      </p>
      {isAsked && (
        <AskDialog
          title={texts.rotateTitle}
          text={texts.signingText}
          action={texts.rotate.replace('…', '')}
          work={() => confirmed(operatorApi.rotateSigningKey)}
          onDone={({ keyId: made }) => {
            setAsked(false)
            setKeyId(made)
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  )
}

const Settings = ({ settings }: Pick<SystemFacts, 'settings'>) => (
  <section className="card stack tight" aria-labelledby="system-settings">
    <h2 id="system-settings">{texts.settings}</h2>
    <p className="soft">{texts.settingsText}</p>
    <dl className="rows settings">
      {settings.map((setting) => (
        <div key={setting.key}>
          <dt className="mono">{setting.key}</dt>
          <dd>
            <p className="mono">
              {setting.value ?? (setting.isSecret && setting.isSet ? texts.secret : texts.unset)}
              {!setting.isSet && setting.value !== null && <span className="soft"> ({texts.default})</span>}
            </p>
            <p className="small soft">{setting.help}</p>
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
