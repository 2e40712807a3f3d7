import { Component, type ErrorInfo, type ReactNode } from 'react'
import { copyText } from './copy-text.ts'
import { Button } from './button.tsx'
import { forgetFailedLoads, NotLoaded } from './later.tsx'
import styles from './panel-boundary.module.css'

interface PanelBoundaryProps {
  /** The user-visible name of the panel, such as `Watches`. */
  readonly name: string
  /** The panel has no place of its own in the page's grid: its failure is shown above the page, and this closes it. */
  readonly onClose?: () => void
  readonly children: ReactNode
}

interface Failure {
  readonly error: Error
  /** React's component stack, innermost first; `''` until React has reported it. */
  readonly drawing: string
}

/** The failure report as text for a bug report. Contains no data of the cluster. */
export const reportText = (name: string, { error, drawing }: Failure): string =>
  [`${name} failed: ${error.message}`, error.stack ?? '', drawing.trim()].filter((part) => part !== '').join('\n\n')

/** Contains a rendering failure of one panel: shows the failure and renders the panel again on request. [YE7] */
export class PanelBoundary extends Component<PanelBoundaryProps, { readonly failure: Failure | null }> {
  override state: { readonly failure: Failure | null } = { failure: null }

  static getDerivedStateFromError(thrown: unknown): { readonly failure: Failure } {
    return { failure: { error: thrown instanceof Error ? thrown : new Error(String(thrown)), drawing: '' } }
  }

  override componentDidCatch(_error: unknown, { componentStack }: ErrorInfo): void {
    this.setState(({ failure }) => ({
      failure: failure === null ? null : { ...failure, drawing: componentStack ?? '' },
    }))
  }

  readonly #again = (): void => {
    forgetFailedLoads()
    this.setState({ failure: null })
  }

  override render(): ReactNode {
    const { failure } = this.state
    const { name, onClose, children } = this.props
    if (failure === null) return children
    const isLoad = failure.error instanceof NotLoaded
    return (
      <div className={onClose === undefined ? styles.failed : `${styles.failed} ${styles.above}`} role="alert">
        {isLoad ? (
          <p>
            <b>{name} could not be loaded.</b> This page’s host does not answer, or it has a newer version. Nothing that
            you typed is lost.
          </p>
        ) : (
          <p>
            <b>{name} failed.</b> The rest of the page keeps working; nothing on the server changed.
          </p>
        )}
        <code>{failure.error.message}</code>
        <p className={styles.buttons}>
          <Button size="small" look="primary" onClick={this.#again}>
            {isLoad ? 'Try again' : 'Reload panel'}
          </Button>
          <Button size="small" onClick={() => void copyText(reportText(name, failure))}>
            Copy report
          </Button>
          {onClose !== undefined && (
            <Button size="small" look="ghost" onClick={onClose}>
              Close
            </Button>
          )}
        </p>
      </div>
    )
  }
}
