import { useStore } from 'zustand'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { createConsole } from './console-store.ts'
import { PathField } from './path-field.tsx'
import { OtherParameters, QueryRow } from './query-row.tsx'
import {
  acceptChoices,
  bodyChoices,
  hasBody,
  type Method,
  methods,
  toHeaders,
  withContentType,
  withMethod,
  withParameter,
  withTarget,
} from '#ui/exchange/request-draft.ts'
import { Segments } from '#ui/kit/segments.tsx'
import { vocabularyOf } from '#ui/model/names/vocabulary.ts'
import styles from './request-form.module.css'

const hues: Readonly<Record<Method, string>> = {
  GET: 'create',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

/** The request to send: method, path, query, media types and headers. */
export function RequestForm() {
  const lab = useLab()
  const requests = partState(lab, createConsole)
  const draft = useStore(requests.store, (state) => state.draft)
  const vocabulary = useStore(lab.objects, vocabularyOf)
  return (
    <div className={styles.form}>
      <div className={styles.target}>
        <select
          className={styles.method}
          style={{ color: `var(--verb-${hues[draft.method]})` }}
          aria-label="Method"
          value={draft.method}
          data-testid="request-method"
          onChange={(event) => {
            const method = methods.find((one) => one === event.target.value)
            if (method !== undefined) requests.change((known) => withMethod(known, method))
          }}
        >
          {methods.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </select>
        <PathField
          value={draft.path}
          onChange={(target) => requests.change((known) => withTarget(known, target))}
          onSubmit={requests.send}
        />
      </div>
      <PathProblem />
      <Query />
      {hasBody(draft.method) && (
        <Row label="Content-Type">
          <Segments
            label="Content-Type"
            choices={bodyChoices(draft.method)}
            value={draft.contentType}
            onChange={(contentType) => requests.change((known) => withContentType(known, contentType))}
          />
          <code className={styles.media}>{draft.contentType}</code>
        </Row>
      )}
      <Row label="Accept">
        <Segments
          label="Accept"
          choices={acceptChoices(draft.path, vocabulary)}
          value={draft.accept}
          onChange={(accept) => requests.change((known) => ({ ...known, accept }))}
        />
      </Row>
      <Headers />
    </div>
  )
}

/** The reason why the request was not sent. [RC18] */
function PathProblem() {
  const problem = useStore(partState(useLab(), createConsole).store, (state) => state.problem)
  return (
    <p role="alert" className={styles.problem} data-testid="path-problem">
      {problem}
    </p>
  )
}

/** The parameters of the method, and all others in a secondary row. */
function Query() {
  const requests = partState(useLab(), createConsole)
  const { method, query } = useStore(requests.store, (state) => state.draft)
  const row = {
    method,
    query,
    onSet: (name: string, value: string | null) => requests.change((known) => withParameter(known, name, value)),
  }
  return (
    <>
      <Row label="Query">
        <QueryRow {...row} />
      </Row>
      <Row label={`Not for ${method}`}>
        <OtherParameters {...row} />
      </Row>
    </>
  )
}

function Headers() {
  const lab = useLab()
  const requests = partState(lab, createConsole)
  const draft = useStore(requests.store, (state) => state.draft)
  const actor = useStore(lab.actor, (state) => state.name)
  const all = toHeaders(draft, actor)
  return (
    <details className={styles.headers}>
      <summary>
        <b>Headers</b> <small>{all.length}</small>
        <code>{all.map(([name, value]) => `${name}: ${value}`).join(' · ')}</code>
      </summary>
      <textarea
        aria-label="More headers, one per line"
        placeholder="Name: value, one per line"
        rows={3}
        spellCheck={false}
        value={draft.headers}
        onChange={(event) => requests.change((known) => ({ ...known, headers: event.target.value }))}
      />
    </details>
  )
}

function Row({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className={styles.row}>
      <span className={styles.label}>{label}</span>
      <div className={styles.value}>{children}</div>
    </div>
  )
}
