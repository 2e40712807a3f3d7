import { printExactJson } from '#api/exact-json.ts'
import { useStore } from 'zustand'
import { type Json, type JsonObject, textOf } from '#api/json.ts'
import { Button, classes } from '#ui/kit/button.tsx'
import { shortChange } from '#ui/kit/changes/short-difference.ts'
import { MiniGlyph } from '#ui/kit/glyph.tsx'
import { kindHue } from '#ui/kit/kind-hue.ts'
import { partState } from '#ui/lab/part-state.ts'
import { countText, cutMiddle } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { explain } from '#ui/exchange/explain/explanation.ts'
import type { PathDifference } from '#ui/texts/merge-edit.ts'
import type { ImportPlan } from './documents.ts'
import type { Outcome } from './import-state.ts'
import { createImports } from './import-store.ts'
import type { Verb } from './send-document.ts'
import styles from './import-row.module.css'

function nameOf(object: JsonObject): string {
  const { metadata } = object
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return ''
  return textOf(metadata['name']) || `${textOf(metadata['generateName'])}…`
}

interface ImportRowProps {
  readonly plan: ImportPlan
  /** Selects a line of the text. */
  readonly onLine: (line: number) => void
}

/** One document and its expected or actual outcome. */
export function ImportRow({ plan, onLine }: ImportRowProps) {
  const { object, number } = plan.document
  const { store } = partState(useLab(), createImports)
  const outcome = useStore(store, (state) => state.outcomes.get(number))
  const isSkipped = useStore(store, (state) => state.skipped.has(number))
  const refusal = isSkipped ? undefined : refusalOf(outcome)
  const line = refusalOf(outcome)?.line ?? plan.document.line
  const verb = verbOf(outcome)
  return (
    <li
      className={classes(styles.row, refusal !== undefined && styles.refused, isSkipped && styles.skipped)}
      data-testid="import-row"
      data-outcome={isSkipped ? 'skipped' : outcome?.type}
    >
      <span className={styles.number}>{number}</span>
      <RowGlyph plan={plan} verb={verb} isRefused={refusalOf(outcome) !== undefined} />
      <span className={styles.what}>
        <span>{textOf(object['kind'])}</span> {nameOf(object)}
      </span>
      <span className={classes(styles.verb, verb !== undefined && styles[verb])}>
        {isSkipped ? 'skipped' : verbWords(outcome)}
      </span>
      <span className={styles.note}>{noteOf(outcome, line)}</span>
      <span className={styles.revision}>{outcome?.type === 'done' ? outcome.resourceVersion : ''}</span>
      {refusal !== undefined && <Refusal outcome={refusal} number={number} line={line} onLine={onLine} />}
      {isSkipped && <TakeIn number={number} />}
    </li>
  )
}

const refusalOf = (outcome: Outcome | undefined) => (outcome?.type === 'refused' ? outcome : undefined)

const verbOf = (outcome: Outcome | undefined): Verb | undefined =>
  outcome?.type === 'would' || outcome?.type === 'done' ? outcome.verb : undefined

interface RowGlyphProps {
  readonly plan: ImportPlan
  readonly verb: Verb | undefined
  readonly isRefused: boolean
}

function RowGlyph({ plan, verb, isRefused }: RowGlyphProps) {
  if (isRefused) return <i className={styles.notch} aria-hidden="true" />
  if (plan.type === 'refused' || verb === undefined || verb === 'unchanged')
    return <i className={styles.dot} aria-hidden="true" />
  const hue = kindHue(plan.resource.kind, plan.resource.group)
  return (
    <MiniGlyph
      mark={{ verb: verb === 'created' ? 'create' : 'apply', pending: false, hue, person: 'you' }}
      rings
      box={18}
    />
  )
}

/** A dry run stores nothing, so nothing is said to have happened. */
const wouldBe = { created: 'create', configured: 'configure', unchanged: 'unchanged' } as const

function verbWords(outcome: Outcome | undefined): string {
  switch (outcome?.type) {
    case undefined:
      return ''
    case 'would':
      return wouldBe[outcome.verb]
    case 'done':
      return outcome.verb
    case 'asking':
      return 'asking'
    case 'sending':
      return 'sending'
    case 'later':
      return 'waits'
    case 'refused':
      return 'refused'
  }
}

function noteOf(outcome: Outcome | undefined, line: number): string {
  switch (outcome?.type) {
    case 'would':
      return outcome.verb === 'configured' ? changeNote(outcome.changes) : `line ${line}`
    case 'later':
      return `for ${outcome.needs}, above`
    case 'refused':
      return outcome.status.code === 0 ? `line ${line}` : `${outcome.status.code}, line ${line}`
    default:
      return ''
  }
}

const valueText = (value: PathDifference['after']): string =>
  value === undefined ? 'absent' : typeof value === 'string' ? value : printExactJson(value as Json)

/** Summarizes changes: `1 field: data.vat 9 → 8`, `3 fields: replicas, image, …`. */
function changeNote(changes: readonly PathDifference[]): string {
  const [first] = changes
  if (first === undefined) return 'owners only'
  const count = countText(changes.length, 'field')
  if (changes.length === 1) {
    const [before, after] = shortChange(valueText(first.before), valueText(first.after))
    return `${count}: ${cutMiddle(first.path, 34)} ${before} → ${after}`
  }
  const names = changes.slice(0, 3).map(({ path }) => path.split('.').at(-1))
  return `${count}: ${names.join(', ')}${changes.length > 3 ? ', …' : ''}`
}

interface RefusalProps {
  readonly outcome: Extract<Outcome, { type: 'refused' }>
  readonly number: number
  readonly line: number
  readonly onLine: (line: number) => void
}

function Refusal({ outcome: { status }, number, line, onLine }: RefusalProps) {
  const imports = partState(useLab(), createImports)
  const isConflict = status.details?.causes?.some(({ reason }) => reason === 'FieldManagerConflict') === true
  return (
    <div className={styles.server}>
      <p>{status.message}</p>
      {status.code !== 0 && <p className={styles.fix}>{explain(status).fix}</p>}
      <p className={styles.choices}>
        {isConflict && (
          <Button size="small" onClick={() => void imports.force(number)} data-testid="import-force">
            Force
          </Button>
        )}
        <Button size="small" look="ghost" onClick={() => onLine(line)}>
          Show line {line}
        </Button>
        <Button size="small" look="ghost" onClick={() => imports.toggleSkip(number)}>
          Skip
        </Button>
        <Button size="small" look="ghost" onClick={() => void imports.tryAll()}>
          Try again
        </Button>
      </p>
    </div>
  )
}

function TakeIn({ number }: { readonly number: number }) {
  const imports = partState(useLab(), createImports)
  return (
    <p className={styles.choices}>
      <Button size="small" look="ghost" onClick={() => imports.toggleSkip(number)}>
        Include again
      </Button>
    </p>
  )
}
