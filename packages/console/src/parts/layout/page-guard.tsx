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
  /** The address at which a page failed. */
  readonly failedAt: string | undefined
}

/**
 * Keeps a failure in its page: navigation, uploads and the player go on. The page may have a bug, or its code could not
 * be loaded because the hub restarts or was updated.
 */
export class PageGuard extends Component<PageGuardProps, PageGuardState> {
  override state: PageGuardState = { failedAt: undefined }

  override componentDidCatch(): void {
    this.setState({ failedAt: this.props.path })
  }

  static getDerivedStateFromError(): PageGuardState {
    return { failedAt: '' }
  }

  static getDerivedStateFromProps({ path }: PageGuardProps, { failedAt }: PageGuardState): PageGuardState | null {
    return failedAt !== undefined && failedAt !== '' && failedAt !== path ? { failedAt: undefined } : null
  }

  override render(): ReactNode {
    if (this.state.failedAt === undefined) return this.props.children
    const { title, text, reload } = words.crashed
    return (
      <Page title={title}>
        <p role="alert" className="soft">
          {text}
        </p>
        <p className="row">
          <Button look="primary" onClick={() => this.setState({ failedAt: undefined })}>
            {words.tryAgain}
          </Button>
          <Button onClick={() => location.reload()}>{reload}</Button>
        </p>
      </Page>
    )
  }
}
