import type { ReactNode } from 'react'

export interface FactListProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[]
  readonly className: string
}

/** Facts about something, each with its name. */
export const FactList = ({ facts, className }: FactListProps) => (
  <dl className={className}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt className="small soft">{name}</dt>
        <dd className="figures">
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </dl>
)
