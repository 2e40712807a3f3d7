import { useEffect, useState } from 'react'
import { Button, classes } from '#ui/kit/button.tsx'
import { clockTextMs, countText } from '#ui/model/words.ts'
import { valueOf } from '#ui/rooms/access/state/debug-call.ts'
import { useAccess, useAccessState } from '#ui/rooms/access/state/use-access.ts'
import { type SpanBar, spanMs, toTraces, type Trace } from '#ui/rooms/access/state/waterfall.ts'
import styles from './traces.module.css'

const lookEveryMs = 3000
const tracesMax = 40

/** Matches the page's own debug requests, which would outnumber everything else. */
const isDebug = (name: string): boolean => /^[A-Z]+ \/debug(?:\/|$)/.test(name)

/** The spans received by the trace collector: a list of traces, the selected one as a waterfall. */
export function TracesPanel() {
  const { load, startWith } = useAccess()
  const spans = useAccessState((state) => valueOf(state.world)?.collector.spans)
  const configs = useAccessState((state) => valueOf(state.configs))
  useEffect(() => {
    const timer = setInterval(() => void load(), lookEveryMs)
    return () => clearInterval(timer)
  }, [load])
  const all = toTraces(spans ?? [])
  const traces = all.filter(({ name }) => !isDebug(name))
  const hidden = all.length - traces.length
  const isTraced = configs?.configs.some(({ kind, text }) => kind === 'TracingConfiguration' && text !== null) === true
  if (traces.length === 0)
    return (
      <div className={styles.empty}>
        <p>
          {isTraced
            ? `The collector has no spans of requests yet: they arrive in batches, a few seconds after the requests.${hidden === 0 ? '' : ` ${countText(hidden, 'trace')} of /debug/ hidden.`}`
            : 'No tracing file is in force, so requests are not traced.'}
        </p>
        {!isTraced && (
          <Button size="small" onClick={() => void startWith('TracingConfiguration')}>
            Trace every request
          </Button>
        )}
      </div>
    )
  return <TraceList traces={traces} hidden={hidden} />
}

interface TraceListProps {
  readonly traces: readonly Trace[]
  /** Number of hidden `/debug/` traces. */
  readonly hidden: number
}

function TraceList({ traces, hidden }: TraceListProps) {
  const { forgetTraces } = useAccess()
  const [chosen, setChosen] = useState<string | null>(null)
  const open = traces.find(({ traceId }) => traceId === chosen) ?? traces[0]
  return (
    <>
      <div className={styles.head}>
        <span className={styles.quiet}>
          {countText(traces.length, 'trace')}, newest first{hidden > 0 && `; ${hidden} of /debug/ hidden`}
        </span>
        <span className={styles.fill} />
        <Button size="small" look="ghost" onClick={() => void forgetTraces()}>
          Clear
        </Button>
      </div>
      <ul className={styles.traces} aria-label="Traces">
        {traces.slice(0, tracesMax).map((trace) => (
          <li key={trace.traceId}>
            <button
              type="button"
              className={classes(styles.traceLine, trace === open && styles.chosen)}
              aria-pressed={trace === open}
              onClick={() => setChosen(trace.traceId)}
            >
              <span>{trace.name}</span>
              {trace.hasError && <em>failed</em>}
              <small>{clockTextMs(trace.startMs)}</small>
              <b>{spanMs(trace.durationMs)}</b>
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && <Waterfall trace={open} />}
    </>
  )
}

/** Shows the spans of one trace as bars on a common scale. */
function Waterfall({ trace }: { readonly trace: Trace }) {
  return (
    // A scrollable box must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.waterfall} aria-label={`Spans of ${trace.name}`} data-testid="waterfall" tabIndex={0}>
      <h3>
        <code>{trace.traceId}</code>
      </h3>
      <ol>
        {trace.bars.map((bar) => (
          <Bar key={bar.span.spanId} bar={bar} />
        ))}
      </ol>
    </section>
  )
}

function Bar({ bar: { span, depth, start, width } }: { readonly bar: SpanBar }) {
  const reported = Object.entries(span.attributes)
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n')
  return (
    <li title={reported} className={classes(span.error !== '' && styles.wrong)}>
      <span style={{ paddingLeft: depth * 12 }}>{span.name}</span>
      <span className={styles.scale} aria-hidden="true">
        <i style={{ left: `${start * 100}%`, width: `${Math.max(0.5, width * 100)}%` }} />
      </span>
      <span className={styles.took}>{spanMs(span.endMs - span.startMs)}</span>
      {span.error !== '' && <em>{span.error}</em>}
    </li>
  )
}
