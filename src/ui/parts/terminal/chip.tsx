import { useEffect } from 'react'
import { classes } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { chipText } from './terminal-words.ts'
import { useTerminal } from './use-terminal.ts'
import styles from './terminal.module.css'

/** Shows that terminal clients reach this tab, while a bridge is known. An address that came with the page asks at once. */
export function TerminalChip() {
  const { overlay, terminal } = useLab()
  const status = useTerminal()
  useEffect(() => {
    if (terminal?.getState().state === 'asked') overlay.open('terminal')
  }, [overlay, terminal])
  const text = status === null ? '' : chipText(status)
  if (status === null || text === '') return null
  return (
    <button
      type="button"
      className={classes(styles.chip, status.state === 'connected' && styles.isLive)}
      aria-haspopup="dialog"
      data-terminal=""
      aria-label={`Terminal clients: ${text}`}
      onClick={() => overlay.open('terminal')}
    >
      <Icon name="terminal" size={14} />
      <span>{text}</span>
    </button>
  )
}
