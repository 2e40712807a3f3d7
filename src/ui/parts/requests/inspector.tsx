import { useState } from 'react'
import { useStore } from 'zustand'
import { REQUEST_ID_HEADER } from '#facts/debug-api.ts'
import { attempt, hasWork, openDiff, openWork, rowAt } from '#ui/lab/actions.ts'
import { copyText } from '#ui/kit/copy-text.ts'
import { Button, classes, Count } from '#ui/kit/button.tsx'
import { ChangeSummary } from '#ui/kit/text.tsx'
import { markOf, MiniGlyph } from '#ui/kit/glyph.tsx'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import type { FinishedRequest } from '#facts/fact.ts'
import { bytesText, clockTextMs } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { createConsole } from '#ui/parts/request/console-store.ts'
import { toCurl, toFetch, toKubectl } from '#ui/exchange/copy-as.ts'
import { hasBody, type RequestDraft, toHeaders, toTarget } from '#ui/exchange/request-draft.ts'
import { asDryRun, draftOf, whyNotAgain } from './again.ts'
import { nestStages } from '#ui/exchange/response/nested-stages.ts'
import { stageName } from '#ui/exchange/stage-name.ts'
import { pathOf } from './request-rows.ts'
import styles from './inspector.module.css'

/** One line per stage, with its decision; a stage inside of another is indented under it. */
function RequestTrace({ request }: { readonly request: FinishedRequest }) {
  const all = Math.max(request.durationMs, 0.01)
  const part = (ms: number) => `${Math.min(100, (ms / all) * 100).toFixed(1)}%`
  const lines = nestStages(request.stages)
  return (
    <section className={styles.section} aria-label="Trace">
      <header>
        <h3>Trace</h3>
        <Count>{lines.length} stages</Count>
      </header>
      <ol className={styles.requestTrace}>
        {lines.map(({ report: { stage, startMs, durationMs, outcome, note }, depth, isRefusing }, at) => (
          // A stage may occur more than once.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <span className={styles.stage} style={{ paddingLeft: Math.min(2, depth) * 10 }}>
              <b>{stageName(stage)}</b>
              <span>{outcome === 'skipped' ? '' : durationMs.toFixed(durationMs < 1 ? 2 : 1)}</span>
            </span>
            <span className={styles.way}>
              <span className={styles.track} aria-hidden="true">
                {outcome !== 'skipped' && (
                  <i
                    data-look={isRefusing ? 'refused' : stage === 'storage' ? 'storage' : at % 2 === 0 ? 'light' : ''}
                    style={{ left: part(startMs), width: part(durationMs) }}
                  />
                )}
              </span>
              <span className={classes(styles.note, isRefusing && styles.refused)}>{note === '' ? outcome : note}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Shows what the request wrote to the store. */
function Effect({ request }: { readonly request: FinishedRequest }) {
  const lab = useLab()
  const you = useStore(lab.actor, (state) => state.name)
  const row = rowAt(lab, request.wrote === 0 ? null : request.wrote)
  return (
    <section className={styles.section} aria-label="Effect">
      <header>
        <h3>Effect</h3>
        <span className={styles.fill} />
        {row !== undefined && hasWork(lab, 'diff') && (
          <Button look="ghost" size="small" onClick={() => openDiff(lab, row)}>
            Diff
          </Button>
        )}
      </header>
      {row === undefined ? (
        <p className={styles.effect} style={{ display: 'block' }}>
          {request.wrote === 0 ? 'No revision used.' : `Revision ${request.wrote}; it is no longer kept.`}
        </p>
      ) : (
        <p className={styles.effect}>
          <MiniGlyph mark={markOf(row, you)} k={0.86} rings box={18} />
          <span>
            <ChangeSummary row={row} />
          </span>
          <code>{row.revision}</code>
        </p>
      )}
    </section>
  )
}

/** Sends a request as the acting user, and selects it in the log. */
async function replay(lab: Lab, draft: RequestDraft): Promise<void> {
  const response = await lab.send(toTarget(draft), {
    method: draft.method,
    headers: toHeaders(draft, '').map(([name, value]): [string, string] => [name, value]),
    ...(hasBody(draft.method) && draft.body !== '' ? { body: draft.body } : {}),
  })
  await response.body?.cancel()
  const id = Number(response.headers.get(REQUEST_ID_HEADER) ?? '0')
  if (id > 0) lab.selection.selectRequest(id)
}

function openInRequest(lab: Lab, draft: RequestDraft): void {
  partState(lab, createConsole).change(() => draft)
  openWork(lab, 'request')
}

const forms = [
  ['curl', (draft: RequestDraft) => toCurl(draft, 'http://127.0.0.1:8080')],
  ['fetch', toFetch],
  ['kubectl', toKubectl],
] as const

function Actions({ request }: { readonly request: FinishedRequest }) {
  const lab = useLab()
  const [copied, setCopied] = useState('')
  const sent = lab.sentRequests.get(request.id)
  const draft = draftOf(request, sent)
  if (draft === null) return null
  const why = whyNotAgain(request, sent)
  const isWrite = request.method !== 'GET'
  return (
    <section className={styles.section} aria-label="Again">
      <div className={styles.actions}>
        <Button size="small" disabled={why !== null} onClick={() => void attempt(lab, replay(lab, draft))}>
          Send again
        </Button>
        {isWrite && (
          <Button size="small" disabled={why !== null} onClick={() => void attempt(lab, replay(lab, asDryRun(draft)))}>
            As dry run
          </Button>
        )}
        <Button size="small" onClick={() => openInRequest(lab, draft)}>
          Open in Request
        </Button>
        <span className={styles.copy}>
          <span>Copy</span>
          {forms.map(([name, form]) => (
            <Button
              key={name}
              look="ghost"
              size="small"
              onClick={() => void copyText(form(draft)).then((allowed) => setCopied(allowed ? name : ''))}
            >
              {copied === name ? `${name} copied` : name}
            </Button>
          ))}
        </span>
      </div>
      {why !== null && request.verb !== 'watch' && <p className={styles.facts}>{why}</p>}
    </section>
  )
}

/** The selected request: its trace, its effect, and actions that send it again. */
export function RequestInspector() {
  const { cluster, selection } = useLab()
  const id = useStore(selection, (state) => state.request)
  const request = useStore(cluster, ({ requests }) => requests.find((one) => one.id === id))
  if (request === undefined) {
    return (
      <div className={styles.identity}>
        <p className={styles.facts}>This request is no longer kept.</p>
      </div>
    )
  }
  const isRefused = request.status >= 400
  const [last = ''] = pathOf(request.url).split('/').slice(-1)
  return (
    <>
      <div className={styles.identity}>
        <h2 className={styles.title}>
          <span className={classes(styles.code, isRefused && styles.refused)}>{request.status}</span>
          {request.method} {last}
        </h2>
        <p className={styles.facts}>
          <span>{clockTextMs(request.timeMs)}</span>
          {request.reason !== '' && <span>{request.reason}</span>}
          <span>
            Audit-Id <code>{request.auditId.slice(0, 8)}</code>
          </span>
          <span>{request.durationMs.toFixed(1)} ms</span>
          <span>{bytesText(request.bytesIn)} in</span>
        </p>
      </div>
      <RequestTrace request={request} />
      <Effect request={request} />
      <Actions request={request} />
    </>
  )
}
