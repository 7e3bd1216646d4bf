import { useQuery } from '@tanstack/react-query'
import { operatorApi } from '../../../data/api/operator-api.ts'
import { Dialog } from '../../../parts/dialogs/dialog.tsx'
import { Button } from '../../../parts/layout/button.tsx'
import { FailureNotice, Notice } from '../../../parts/layout/notice.tsx'
import { outletWords as texts } from '../../../words/operator/outlet-words.ts'

export interface OutletTestProps {
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

/** Tests the connection to an outlet in a dialog. */
export function OutletTest({ id, name, onClose }: OutletTestProps) {
  return (
    <Dialog title={texts.testTitle(name)} onClose={onClose}>
      <OutletTestReport id={id} onClose={onClose} />
    </Dialog>
  )
}

export interface OutletTestReportProps {
  readonly id: string
  /** Absent if it is not in a dialog. */
  readonly onClose?: () => void
}

/** Tests the connection as soon as it is shown, and shows each step. */
export function OutletTestReport({ id, onClose }: OutletTestReportProps) {
  const { isTesting, steps, error, outcome, repeat } = useOutletTest(id)
  return (
    <>
      <p className="soft">{texts.testText}</p>
      {isTesting && <p role="status">{texts.testing}</p>}
      {error && <FailureNotice error={error} />}
      {steps && <TestResult steps={steps} />}
      <p className={onClose ? 'row dialog-actions' : 'row'}>
        <Button look={!onClose && outcome === 'failed' ? 'primary' : 'plain'} isBusy={isTesting} onClick={repeat}>
          {texts.again}
        </Button>
        {onClose && (
          <Button look="primary" onClick={onClose}>
            {texts.close}
          </Button>
        )}
      </p>
    </>
  )
}

type Steps = Awaited<ReturnType<typeof operatorApi.testOutlet>>['steps']

interface OutletTestState {
  readonly isTesting: boolean
  readonly steps: Steps | undefined
  readonly error: Error | null
  /** Undefined while the test runs. */
  readonly outcome: 'passed' | 'failed' | undefined
  readonly repeat: () => void
}

/** The test of an outlet's connection, one for all parts of a page that use it. It begins with the first of them. */
export function useOutletTest(id: string): OutletTestState {
  const { isFetching, data, error, refetch } = useQuery({
    queryKey: ['outlet-test', id],
    queryFn: () => operatorApi.testOutlet(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })
  const isFine = error === null && data?.steps.every(({ problem }) => problem === null)
  return {
    isTesting: isFetching,
    steps: isFetching ? undefined : data?.steps,
    error: isFetching ? null : error,
    outcome: isFetching ? undefined : isFine ? 'passed' : 'failed',
    repeat: () => void refetch(),
  }
}

function TestResult({ steps }: { readonly steps: Steps }) {
  const isFine = steps.every(({ problem }) => problem === null)
  return (
    <>
      <ul className="rows">
        {steps.map(({ step, found, problem }) => (
          <li key={step} className={`finding ${problem === null ? 'good' : 'danger'}`}>
            <span className="mark" aria-hidden="true">
              {problem === null ? '✓' : '✕'}
            </span>
            <div>
              <p>
                <span className="visually-hidden">{problem === null ? texts.fine : texts.failed}: </span>
                {step}
              </p>
              {(problem ?? found) !== null && (
                <p className="small soft">
                  <bdi>{problem ?? found}</bdi>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Notice tone={isFine ? 'good' : 'danger'} isAlert>
        <p>{isFine ? texts.testFine : texts.testFailed}</p>
      </Notice>
    </>
  )
}
