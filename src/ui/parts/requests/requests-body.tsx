import { memo, useMemo } from 'react'
import { useStore } from 'zustand'
import { rowAt } from '#ui/lab/actions.ts'
import { classes } from '#ui/kit/button.tsx'
import { GrowingTable } from '#ui/kit/lists/growing-table.tsx'
import { rowList } from '#ui/kit/lists/row-list.ts'
import { markOf, MiniGlyph } from '#ui/kit/glyph.tsx'
import { actorName } from '#ui/model/actor-name.ts'
import type { FinishedRequest } from '#facts/fact.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { bytesText, clockTextMs, countText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { filterRequests, openStreams, shortTarget, streamKey, targetOf, waterfallMax } from './request-rows.ts'
import { foldLoops, isFold, lineKey, type LoopFold, type RequestLine } from './fold-loops.ts'
import { requestsStore } from './store.ts'
import { Waterfall, WaterfallScale } from './waterfall.tsx'
import styles from './requests.module.css'

const methodHue: Readonly<Record<string, string>> = {
  POST: 'var(--verb-create)',
  PUT: 'var(--verb-update)',
  PATCH: 'var(--verb-patch)',
  DELETE: 'var(--verb-delete)',
}

/** Formats how long a stream has been open: `3:24`. */
function openText(sinceMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - sinceMs) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Returns the live duration of an open stream; `null` for other requests. */
function useOpen(request: FinishedRequest): { readonly text: string | null; readonly bytes: number } {
  const { cluster, clock } = useLab()
  const watch = useStore(cluster, ({ watches }) =>
    request.verb === 'watch' ? openStreams(watches.values()).get(streamKey(request)) : undefined,
  )
  const nowMs = useStore(clock.store, (state) => (watch === undefined ? 0 : state.nowMs))
  return watch === undefined
    ? { text: null, bytes: request.bytesOut }
    : { text: openText(request.timeMs, nowMs), bytes: watch.bytes }
}

interface RowProps {
  readonly request: FinishedRequest
  readonly index: number
  readonly isActive: boolean
  readonly maxMs: number
}

const Row = memo(function Row({ request, index, isActive, maxMs }: RowProps) {
  const lab = useLab()
  const isChosen = useStore(lab.selection, (state) => state.request === request.id)
  const { text: open, bytes } = useOpen(request)
  return (
    // The table handles the keys; the click handler is for pointers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="row"
      tabIndex={-1}
      id={`request-${index}`}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      className={classes(styles.row, isActive && styles.isActive, isChosen && styles.isChosen)}
      onClick={() => lab.selection.selectRequest(isChosen ? null : request.id)}
    >
      <span role="gridcell" className={styles.time}>
        {clockTextMs(request.timeMs)}
      </span>
      <span role="gridcell" className={styles.client} title={request.actor}>
        {actorName(request.actor)}
        <span className={styles.via}>{clientWord(request.userAgent)}</span>
      </span>
      <span role="gridcell" className={styles.method} style={{ color: methodHue[request.method] }}>
        {request.method}
      </span>
      <span role="gridcell" className={styles.path} title={targetOf(request.url)}>
        {shortTarget(request.url)}
      </span>
      <span role="gridcell" className={classes(styles.code, request.status >= 400 && styles.isRefused)}>
        {request.status}
      </span>
      <Wrote revision={request.wrote} />
      <Waterfall request={request} maxMs={maxMs} open={open} />
      <span role="gridcell" className={styles.number}>
        {open === null ? request.durationMs.toFixed(1) : ''}
      </span>
      <span role="gridcell" className={styles.bytes}>
        {bytes >= 0 ? bytesText(bytes) : ''}
      </span>
    </div>
  )
})

interface FoldRowProps {
  readonly fold: LoopFold
  readonly index: number
  readonly isActive: boolean
}

/** The requests of one loop as one row, which opens and closes. [DOC13] */
function FoldRow({ fold, index, isActive }: FoldRowProps) {
  const store = requestsStore(useLab())
  const { actor, requests, writes, refused, isOpen } = fold
  return (
    // The table handles the keys; the click handler is for pointers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="row"
      tabIndex={-1}
      id={`request-${index}`}
      aria-rowindex={index + 2}
      aria-level={1}
      aria-expanded={isOpen}
      className={classes(styles.row, isActive && styles.isActive)}
      onClick={() => store.toggleLoop(actor)}
    >
      <span role="gridcell" className={styles.time}>
        {clockTextMs(requests[0]?.timeMs ?? 0)}
      </span>
      <span role="gridcell" className={styles.fold} title={actor}>
        <Icon name={isOpen ? 'down' : 'right'} size={12} />
        <b>{actorName(actor)}</b> {countText(requests.length, 'request')}, {countText(writes, 'write')}
        {refused > 0 && `, ${refused} refused`}
      </span>
    </div>
  )
}

/** Returns the first product of a User-Agent; the rest of a browser's is not informative here. */
const clientWord = (userAgent: string): string =>
  userAgent.startsWith('Mozilla/') ? 'this browser' : (userAgent.split(/[/ ]/)[0] ?? '')

/** Glyph and revision of what a request wrote; empty when it wrote nothing. */
function Wrote({ revision }: { readonly revision: number }) {
  const lab = useLab()
  const you = useStore(lab.actor, (state) => state.name)
  const row = rowAt(lab, revision === 0 ? null : revision)
  return (
    <span role="gridcell" className={styles.wrote}>
      {row !== undefined && <MiniGlyph mark={markOf(row, you)} k={0.85} />}
      {revision === 0 ? '' : revision}
    </span>
  )
}

function Heads({ maxMs }: { readonly maxMs: number }) {
  return (
    <div role="row" aria-rowindex={1} className={styles.columns}>
      <span role="columnheader">Time</span>
      <span role="columnheader" className={styles.client}>
        Client
      </span>
      <span role="columnheader">Method</span>
      <span role="columnheader">Path</span>
      <span role="columnheader">Code</span>
      <span role="columnheader">Wrote</span>
      <WaterfallScale maxMs={maxMs} />
      <span role="columnheader" className={styles.number}>
        ms
      </span>
      <span role="columnheader" className={styles.bytes}>
        Bytes
      </span>
    </div>
  )
}

/** The log of requests with their stages as a waterfall. */
export function RequestsBody() {
  const lab = useLab()
  const all = useStore(lab.cluster, (state) => state.requests)
  const store = requestsStore(lab)
  const { text, shown, openLoops } = useStore(store)
  const requests = useMemo(() => filterRequests(all, shown, text), [all, shown, text])
  const lines = useMemo(() => rowList(foldLoops(requests, openLoops), lineKey), [requests, openLoops])
  const maxMs = useMemo(() => waterfallMax(requests), [requests])
  const density = useStore(lab.layout, (state) => state.density)
  const choose = (line: RequestLine) => lab.selection.selectRequest(isFold(line) ? null : line.id)
  const open = (line: RequestLine) => (isFold(line) ? store.toggleLoop(line.actor) : choose(line))
  if (requests.length === 0) {
    return (
      <p className={styles.empty}>
        <b>{shown === 'all' && text === '' ? 'No requests yet.' : 'No request matches the filter.'}</b> The last 1,000
        are kept.
      </p>
    )
  }
  return (
    <GrowingTable
      label="Requests, newest first"
      role="treegrid"
      idPrefix="request"
      heads={<Heads maxMs={maxMs} />}
      rows={lines}
      rowHeight={density === 'roomy' ? 32 : 28}
      open={open}
      choose={choose}
      row={(line, index, isActive) =>
        isFold(line) ? (
          <FoldRow key={line.actor} fold={line} index={index} isActive={isActive} />
        ) : (
          <Row key={line.id} request={line} index={index} isActive={isActive} maxMs={maxMs} />
        )
      }
    />
  )
}
