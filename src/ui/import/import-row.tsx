import { useStore } from 'zustand'
import type { JsonObject } from '#api/json.ts'
import { classes } from '../controls/button.tsx'
import { MiniGlyph } from '../glyphs/glyph.tsx'
import { kindHue } from '../glyphs/kind-hue.ts'
import { partState } from '../part-state.ts'
import { useLab } from '../use-lab.ts'
import type { ImportPlan } from './documents.ts'
import { createImports, type Outcome } from './import-store.ts'
import styles from './import.module.css'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const words: Readonly<Record<ImportPlan['type'], string>> = {
  create: 'create',
  replace: 'replace',
  unchanged: 'unchanged',
  refused: 'cannot be sent',
}

function nameOf(object: JsonObject): string {
  const { metadata } = object
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return ''
  return text(metadata['name']) || `${text(metadata['generateName'])}…`
}

/** One document: what it is, what would or did become of it. */
export function ImportRow({ plan }: { readonly plan: ImportPlan }) {
  const { object, number, line } = plan.document
  const outcome = useStore(partState(useLab(), createImports).store, (state) => state.outcomes.get(number))
  const refused = plan.type === 'refused' || outcome?.type === 'refused'
  return (
    <li
      className={classes(styles.row, refused && styles.refused)}
      data-testid="import-row"
      data-outcome={outcome?.type ?? plan.type}
    >
      <span className={styles.number}>{number}</span>
      <PlanGlyph plan={plan} />
      <span className={styles.what}>
        <span>{text(object['kind'])}</span> {nameOf(object)}
      </span>
      <span className={classes(styles.verb, styles[plan.type])}>
        {outcome?.type === 'refused' ? 'refused' : words[plan.type]}
      </span>
      <span className={styles.note}>{noteOf(plan, outcome, line)}</span>
      {outcome?.type === 'refused' && <p className={styles.server}>{outcome.status.message}</p>}
    </li>
  )
}

function PlanGlyph({ plan }: { readonly plan: ImportPlan }) {
  if (plan.type !== 'create' && plan.type !== 'replace') return <span />
  const hue = kindHue(plan.resource.kind, plan.resource.group)
  const verb = plan.type === 'create' ? 'create' : 'update'
  return <MiniGlyph mark={{ verb, pending: false, hue, person: 'you' }} rings box={18} />
}

function noteOf(plan: ImportPlan, outcome: Outcome | undefined, line: number): string {
  if (outcome?.type === 'sending') return 'sending'
  if (outcome?.type === 'done') return `at ${outcome.resourceVersion}`
  if (outcome?.type === 'refused')
    return `${outcome.status.code === 0 ? 'no answer' : outcome.status.code}, line ${line}`
  return plan.type === 'refused' ? `${plan.reason}, line ${line}` : `line ${line}`
}
