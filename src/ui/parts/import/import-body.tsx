import { type DragEvent, type RefObject, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Button, classes, IconButton } from '#ui/kit/button.tsx'
import { FormField } from '#ui/kit/forms/form-field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Pill } from '#ui/kit/text.tsx'
import { attempt } from '#ui/lab/actions.ts'
import { partState } from '#ui/lab/part-state.ts'
import { bytesText, countText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import type { ImportPlan, UnreadableDocument } from './documents.ts'
import { exportAll } from './export-all.ts'
import { ImportRow } from './import-row.tsx'
import { type ImportState, sendable } from './import-state.ts'
import { createImports } from './import-store.ts'
import rows from './import-row.module.css'
import styles from './import.module.css'

/** The import sheet: the text on the left, the outcome of each document on the right. */
export function ImportBody({ close }: { readonly close: () => void }) {
  const lab = useLab()
  const imports = partState(lab, createImports)
  const state = useStore(imports.store)
  const paste = useRef<HTMLTextAreaElement>(null)
  return (
    <div className={styles.sheet}>
      <header className={styles.head}>
        <h2>Import</h2>
        <small>YAML or JSON, any number of documents, lists</small>
        <span className={styles.space} />
        <Button size="small" look="ghost" onClick={() => exportAll(lab)}>
          Export all as YAML
        </Button>
        <IconButton icon="x" label="Close" onClick={close} />
      </header>
      <Source state={state} paste={paste} />
      <Result state={state} onLine={(line) => selectLine(paste.current, line)} />
      <Foot state={state} close={close} />
    </div>
  )
}

function Foot({ state, close }: { readonly state: ImportState; readonly close: () => void }) {
  const imports = partState(useLab(), createImports)
  const left = sendable(state).length
  const done = [...state.outcomes.values()].filter(({ type }) => type === 'done').length
  const out = state.plans.length - done - left + state.unreadable.length
  return (
    <footer className={styles.foot}>
      <label className={styles.manager}>
        Server-side apply, fieldManager
        <input
          value={state.manager}
          size={12}
          spellCheck={false}
          onChange={(event) => imports.setManager(event.target.value)}
        />
      </label>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={state.stopAtRefusal}
          onChange={(event) => imports.setStopAtRefusal(event.target.checked)}
        />{' '}
        Stop at the first refusal
      </label>
      <span className={styles.space} />
      {state.noRoom !== '' && (
        <p role="alert" className={styles.noRoom}>
          {state.noRoom}
        </p>
      )}
      <Button look="ghost" onClick={close}>
        {done > 0 ? 'Close' : 'Cancel'}
      </Button>
      <Button
        look="primary"
        disabled={left === 0 || state.isSending}
        onClick={() => void imports.apply()}
        data-testid="import-apply"
      >
        {applyWords(left, out, done)}
      </Button>
    </footer>
  )
}

function applyWords(left: number, out: number, done: number): string {
  if (left === 0 && done > 0) return out > 0 ? `${done} stored, ${out} skipped` : `All ${done} stored`
  return `Apply ${left}${out > 0 ? `, skip ${out}` : ''}`
}

/** Selects a line of the text and scrolls it into view. */
function selectLine(area: HTMLTextAreaElement | null, line: number): void {
  if (area === null) return
  const lines = area.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0)
  area.focus()
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - 3)
}

type ReadFiles = (files: FileList | null) => void

function DropZone({ onFiles }: { readonly onFiles: ReadFiles }) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    onFiles(event.dataTransfer.files)
  }
  const onDragOver = (event: DragEvent): void => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <div
      className={classes(styles.drop, over && styles.over)}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Icon name="drop" />
      <b>Drop files here</b>
      <span>
        or{' '}
        <button type="button" className={styles.link} onClick={() => input.current?.click()}>
          choose
        </button>
      </span>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept=".yaml,.yml,.json,text/*"
        onChange={(event) => onFiles(event.target.files)}
      />
    </div>
  )
}

interface SourceProps {
  readonly state: ImportState
  readonly paste: RefObject<HTMLTextAreaElement | null>
}

function Source({ state, paste }: SourceProps) {
  const lab = useLab()
  const imports = partState(lab, createImports)
  const actor = useStore(lab.actor, (known) => known.name)
  const take = (files: FileList | null): void => {
    if (files !== null && files.length > 0) void attempt(lab, imports.readFiles([...files]))
  }
  return (
    <div className={styles.source}>
      <DropZone onFiles={take} />
      <label className={styles.paste}>
        <span>or paste</span>
        <textarea
          ref={paste}
          value={state.text}
          spellCheck={false}
          rows={9}
          data-testid="import-text"
          onChange={(event) => void imports.read(event.target.value, 'pasted')}
        />
      </label>
      <FormField label="Namespace for objects without one" value={state.namespace} onChange={imports.setNamespace} />
      <p className={styles.quiet}>
        {state.source === ''
          ? 'Nothing read yet.'
          : `${state.source}: ${countText(state.plans.length, 'object')}, ${bytesText(state.text.length)}.`}{' '}
        Applied as <b>{actor}</b>.
      </p>
    </div>
  )
}

const verbs = ['created', 'configured', 'unchanged'] as const

function Result({ state, onLine }: { readonly state: ImportState; readonly onLine: (line: number) => void }) {
  const outcomes = [...state.outcomes.values()]
  const isStored = outcomes.some(({ type }) => type === 'done')
  const count = (verb: string) => outcomes.filter((one) => 'verb' in one && one.verb === verb).length
  const refused = outcomes.filter(({ type }) => type === 'refused').length + state.unreadable.length
  const waiting = outcomes.filter(({ type }) => type === 'later').length
  const isEmpty = state.plans.length === 0 && state.unreadable.length === 0
  return (
    <div className={styles.result}>
      <p className={styles.summary} role="status">
        <b>Result</b>
        {!isEmpty && !isStored && <Pill>dry run, nothing stored</Pill>}
        {verbs.map((verb) => (
          <span key={verb}>
            <b>{count(verb)}</b> {isStored || verb === 'unchanged' ? verb : `to be ${verb}`}
          </span>
        ))}
        {waiting > 0 && (
          <span>
            <b>{waiting}</b> {waiting === 1 ? 'waits' : 'wait'}
          </span>
        )}
        {refused > 0 && (
          <span className={styles.bad}>
            <b>{refused}</b> refused
          </span>
        )}
      </p>
      {state.isReading ? (
        <p className={styles.quiet}>Reading…</p>
      ) : isEmpty ? (
        <p className={styles.quiet}>
          Each document is listed here with its expected outcome from a dry run. Nothing is stored until you apply.
        </p>
      ) : (
        <ol className={styles.rows}>
          {inOrder(state).map((row) =>
            'problem' in row ? (
              <UnreadableRow key={row.number} row={row} />
            ) : (
              <ImportRow key={row.document.number} plan={row} onLine={onLine} />
            ),
          )}
        </ol>
      )}
    </div>
  )
}

/** Returns readable and unreadable documents in text order. */
function inOrder({ plans, unreadable }: ImportState): readonly (ImportPlan | UnreadableDocument)[] {
  const numberOf = (row: ImportPlan | UnreadableDocument) => ('problem' in row ? row.number : row.document.number)
  return [...plans, ...unreadable].toSorted((one, other) => numberOf(one) - numberOf(other))
}

function UnreadableRow({ row: { number, line, problem } }: { readonly row: UnreadableDocument }) {
  return (
    <li className={classes(rows.row, rows.refused)}>
      <span className={rows.number}>{number}</span>
      <i className={rows.notch} aria-hidden="true" />
      <span className={rows.what}>not readable</span>
      <span className={rows.verb}>skipped</span>
      <span className={rows.note}>line {line}</span>
      <p className={rows.server}>{problem}</p>
    </li>
  )
}
