import { type DragEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Button, classes, IconButton } from '../controls/button.tsx'
import { FormField } from '../controls/form-field.tsx'
import { Icon } from '../controls/icon.tsx'
import { partState } from '../part-state.ts'
import { bytesText, countText } from '../stores/words.ts'
import { useLab } from '../use-lab.ts'
import type { ImportPlan, UnreadableDocument } from './documents.ts'
import { exportAll } from './export-all.ts'
import { ImportRow } from './import-row.tsx'
import { createImports, type ImportState } from './import-store.ts'
import { readFiles } from './take-manifests.ts'
import styles from './import.module.css'

/** The import sheet: what is read at the left, what becomes of it at the right. */
export function ImportBody({ close }: { readonly close: () => void }) {
  const lab = useLab()
  const imports = partState(lab, createImports)
  const state = useStore(imports.store)
  const sendable = state.plans.filter(({ type }) => type === 'create' || type === 'replace').length
  const left = state.plans.length - sendable + state.unreadable.length
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
      <Source state={state} />
      <Result state={state} />
      <footer className={styles.foot}>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={state.stopAtRefusal}
            onChange={(event) => imports.store.setState({ stopAtRefusal: event.target.checked })}
          />{' '}
          Stop at the first refusal
        </label>
        <span className={styles.space} />
        <Button look="ghost" onClick={close}>
          {state.state === 'sent' ? 'Close' : 'Cancel'}
        </Button>
        <Button
          look="primary"
          disabled={sendable === 0 || state.state !== 'choosing'}
          onClick={() => void imports.apply()}
          data-testid="import-apply"
        >
          {state.state === 'sent' ? 'Sent' : `Write ${sendable}${left > 0 ? `, leave out ${left}` : ''}`}
        </Button>
      </footer>
    </div>
  )
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

function Source({ state }: { readonly state: ImportState }) {
  const lab = useLab()
  const imports = partState(lab, createImports)
  const actor = useStore(lab.actor, (known) => known.name)
  const take = async (files: FileList | null): Promise<void> => {
    const { text, source } = await readFiles([...(files ?? [])])
    if (source !== '') imports.read(text, source)
  }
  return (
    <div className={styles.source}>
      <DropZone onFiles={(files) => void take(files)} />
      <label className={styles.paste}>
        <span>or paste</span>
        <textarea
          value={state.text}
          spellCheck={false}
          rows={9}
          data-testid="import-text"
          onChange={(event) => imports.read(event.target.value, 'pasted')}
        />
      </label>
      <FormField label="Namespace for objects without one" value={state.namespace} onChange={imports.setNamespace} />
      <p className={styles.quiet}>
        {state.source === ''
          ? 'Nothing read yet.'
          : `${state.source}: ${countText(state.plans.length, 'object')}, ${bytesText(state.text.length)}.`}{' '}
        Written as <b>{actor}</b>.
      </p>
    </div>
  )
}

const count = (plans: readonly ImportPlan[], type: ImportPlan['type']): number =>
  plans.filter((plan) => plan.type === type).length

function Result({ state }: { readonly state: ImportState }) {
  return (
    <div className={styles.result}>
      <p className={styles.summary}>
        <b>Result</b>
        <span>{count(state.plans, 'create')} to create</span>
        <span>{count(state.plans, 'replace')} to replace</span>
        <span>{count(state.plans, 'unchanged')} unchanged</span>
        {state.unreadable.length > 0 && <span className={styles.bad}>{state.unreadable.length} unreadable</span>}
      </p>
      {state.plans.length === 0 && state.unreadable.length === 0 ? (
        <p className={styles.quiet}>
          Each document will stand here with what would become of it. Nothing is sent before you say so.
        </p>
      ) : (
        <ol className={styles.rows}>
          {inOrder(state).map((row) =>
            'problem' in row ? (
              <UnreadableRow key={row.number} row={row} />
            ) : (
              <ImportRow key={row.document.number} plan={row} />
            ),
          )}
        </ol>
      )}
    </div>
  )
}

/** Documents as they stand in the text, readable or not. */
function inOrder({ plans, unreadable }: ImportState): readonly (ImportPlan | UnreadableDocument)[] {
  const numberOf = (row: ImportPlan | UnreadableDocument) => ('problem' in row ? row.number : row.document.number)
  return [...plans, ...unreadable].toSorted((one, other) => numberOf(one) - numberOf(other))
}

function UnreadableRow({ row: { number, line, problem } }: { readonly row: UnreadableDocument }) {
  return (
    <li className={classes(styles.row, styles.refused)}>
      <span className={styles.number}>{number}</span>
      <span />
      <span className={styles.what}>not readable</span>
      <span className={styles.verb}>left out</span>
      <span className={styles.note}>line {line}</span>
      <p className={styles.server}>{problem}</p>
    </li>
  )
}
