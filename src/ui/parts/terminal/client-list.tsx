import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { TerminalStatus } from '#facts/terminal.ts'
import { openDock, rowAt } from '#ui/lab/actions.ts'
import { Button, classes, Count } from '#ui/kit/button.tsx'
import { markOf, MiniGlyph } from '#ui/kit/glyph.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { countText } from '#ui/model/words.ts'
import { type ClientRow, clientRows, openText, shortTarget } from './terminal-words.ts'
import styles from './terminal.module.css'

const hues: Readonly<Record<string, string>> = {
  POST: 'var(--verb-create)',
  PUT: 'var(--verb-update)',
  PATCH: 'var(--verb-patch)',
  DELETE: 'var(--verb-delete)',
}

interface ClientListProps {
  readonly status: TerminalStatus
  readonly close: () => void
}

/** The clients with their last requests. */
export function ClientList({ status, close }: ClientListProps) {
  const lab = useLab()
  const finished = useStore(lab.cluster, (state) => state.requests)
  const rows = useMemo(() => clientRows(status.clients, finished), [status.clients, finished])
  return (
    <section className={styles.clients} aria-label="Connected clients">
      <header>
        <h3>Connected</h3>
        <Count>
          {countText(status.clients.length, 'client')}, {countText(status.requestCount, 'request')}
        </Count>
        <span className={styles.fill} />
        <Button
          size="small"
          look="ghost"
          onClick={() => {
            openDock(lab, 'requests')
            close()
          }}
        >
          All in Requests
        </Button>
      </header>
      {rows.length === 0 ? (
        <p>No request yet.</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ row: { client, user, request, wrote } }: { readonly row: ClientRow }) {
  const lab = useLab()
  const nowMs = useStore(lab.clock.store, (state) => (request.isOpen ? state.nowMs : 0))
  const you = useStore(lab.actor, (state) => state.name)
  const written = rowAt(lab, wrote === 0 ? null : wrote)
  const isRefused = (request.status ?? 0) >= 400
  const isStream = request.isOpen && request.status !== null
  return (
    <li className={classes(client === null && styles.same)}>
      <span className={styles.client}>
        {client !== null && (
          <>
            <b>{client.program}</b>
            <small>{[user, client.version].filter((word) => word !== '').join(', ')}</small>
          </>
        )}
      </span>
      <code className={styles.method} style={{ color: hues[request.method] }}>
        {request.method}
      </code>
      <code className={styles.target} title={request.target}>
        {shortTarget(request.target)}
      </code>
      <b className={classes(styles.status, isRefused && styles.isRefused)}>
        {isStream ? 'open' : (request.status ?? '…')}
      </b>
      <span className={styles.wrote}>
        {isStream && openText(nowMs - request.startMs)}
        {written !== undefined && <MiniGlyph mark={markOf(written, you)} k={0.85} />}
        {wrote > 0 && wrote}
      </span>
    </li>
  )
}
