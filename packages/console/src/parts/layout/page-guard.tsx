import { Component, type ReactNode } from 'react'
import { words } from '../../words/words.ts'
import { Button } from './button.tsx'
import { Page } from './page.tsx'

export interface PageGuardProps {
  /** Another address is another page: it is shown as if nothing had failed. */
  readonly path: string
  readonly children: ReactNode
}

interface PageGuardState {
  /** The address that is shown. */
  readonly path: string
  readonly hasFailed: boolean
}

/**
 * Keeps a failure in its page: navigation, uploads and the player keep working. The page may have a bug, or its code could
 * not be loaded because the hub restarts or was updated.
 */
export class PageGuard extends Component<PageGuardProps, PageGuardState> {
  override state: PageGuardState = { path: this.props.path, hasFailed: false }

  static getDerivedStateFromError(): Partial<PageGuardState> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ path }: PageGuardProps, shown: PageGuardState): PageGuardState | null {
    return path === shown.path ? null : { path, hasFailed: false }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    const { title, text, reload } = words.crashed
    return (
      <Page title={title}>
        <p role="alert" className="soft">
          {text}
        </p>
        <p className="row">
          <Button look="primary" onClick={() => this.setState({ hasFailed: false })}>
            {words.tryAgain}
          </Button>
          <Button onClick={() => location.reload()}>{reload}</Button>
        </p>
      </Page>
    )
  }
}
