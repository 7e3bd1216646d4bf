import type { StreamsSummary } from '@spindle/client'
import { Link } from 'wouter'
import { pathOf } from '../../routes.ts'
import { formatDate, formatNumber, words } from '../../words/words.ts'
import { SparkBars } from './spark-bars.tsx'

export interface StreamsCardProps {
  readonly accountId: string
  readonly streams: Pick<StreamsSummary, 'streams' | 'previousStreams' | 'changePercent' | 'days' | 'to' | 'sandbox'>
}

/** Streams of four weeks: the sum beside the four weeks before, the shape, and how far the numbers are complete. */
export function StreamsCard({ accountId, streams }: StreamsCardProps) {
  const { home } = words
  const isSilent = streams.streams === 0 && streams.previousStreams === 0
  return (
    <section className="card stack tight" aria-labelledby="streams-title">
      <div className="card-head">
        <h2 id="streams-title">{home.streams}</h2>
        <Link href={pathOf('analytics', { accountId })}>{home.allNumbers}</Link>
      </div>
      {isSilent ? (
        <p className="soft">{home.streamsEmpty}</p>
      ) : (
        <>
          <p className="row">
            <span className="big figures">{formatNumber(streams.streams)}</span>
            <span className="small soft figures">{home.change(streams.changePercent)}</span>
          </p>
          <SparkBars label={`${home.streams}: ${formatNumber(streams.streams)}`} values={streams.days} />
          <p className="small soft">{home.through(formatDate(streams.to))}</p>
          {streams.sandbox && <p className="small soft">{home.madeUp}</p>}
        </>
      )}
    </section>
  )
}
