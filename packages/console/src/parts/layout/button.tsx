import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: Look
  /** What it started is still running: it stays in place and takes no second press. */
  readonly isBusy?: boolean
}

export function Button({ look = 'plain', isBusy = false, className = '', onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`button ${look} ${className}`.trim()}
      aria-disabled={isBusy || undefined}
      data-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  )
}

/** A link that looks like a button, because it leads to the main thing to do. */
export const ButtonLink = ({ to, look = 'plain', children }: { to: string; look?: Look; children: ReactNode }) => (
  <Link href={to} className={`button ${look}`}>
    {children}
  </Link>
)
