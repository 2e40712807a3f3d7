import { useState } from 'react'
import { type RuleLine, ruleTexts } from './rule-text.ts'
import styles from './rule-button.module.css'

/** Buttons for rule ids. A button shows the rule as docs/semantics.md states it. [EX3] */
export function RuleButtons({ ids }: { readonly ids: readonly string[] }) {
  const [open, setOpen] = useState('')
  const [rules, setRules] = useState<ReadonlyMap<string, RuleLine> | null>(null)
  const show = (id: string): void => {
    setOpen((known) => (known === id ? '' : id))
    if (rules === null) void ruleTexts().then(setRules)
  }
  const rule = rules?.get(open)
  return (
    <>
      <span className={styles.ids}>
        {ids.map((id) => (
          <button key={id} type="button" aria-expanded={open === id} title="Show the rule" onClick={() => show(id)}>
            {id}
          </button>
        ))}
      </span>
      {rule !== undefined && (
        <q className={styles.rule} data-testid="rule-text">
          <code>{open}</code> <b>{rule.section}:</b> {rule.text}
        </q>
      )}
    </>
  )
}
