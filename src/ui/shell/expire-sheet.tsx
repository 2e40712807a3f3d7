import { useId, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { FormField } from '#ui/kit/forms/form-field.tsx'
import { Segments } from '#ui/kit/segments.tsx'
import { Sheet, SheetHead } from '#ui/kit/sheet.tsx'
import { Refusal } from '#client/refusal.ts'
import { expireHistory } from '#ui/lab/actions.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { expireEffect, type ExpireInput, expireWords, proposedRevision } from '#ui/lab/expire-effect.ts'
import { numberText } from '#ui/model/words.ts'
import { createLanesPart } from '#ui/parts/watches/lanes-part.ts'
import { stoppedWatches } from '#ui/parts/watches/lane-rows.ts'
import ask from '#ui/kit/ask-sheet.module.css'

/** Reads what expiring history would end, as of now. */
function useExpireInput(): ExpireInput {
  const lab = useLab()
  const rows = useStore(lab.cluster, (state) => state.rows)
  const published = useStore(lab.cluster, (state) => state.published)
  const compacted = useStore(lab.cluster, (state) => state.compacted)
  const tokens = useStore(lab.cluster, (state) => state.tokens)
  const lanes = useStore(partState(lab, createLanesPart).store, (state) => state.lanes)
  return { rows, published, compacted, tokens: [...tokens.values()], stopped: stoppedWatches(lanes) }
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** Returns the revisions that are offered as one choice each. */
function choicesOf(proposed: number, at: number | null, published: number): readonly Choice[] {
  const choices = [
    { value: String(proposed), label: `up to ${numberText(proposed)}` },
    ...(at === null ? [] : [{ value: String(at), label: `up to the cursor, ${numberText(at)}` }]),
    { value: String(published), label: 'everything' },
  ]
  return choices.filter(({ value }, index) => choices.findIndex((other) => other.value === value) === index)
}

interface ExpireForm {
  readonly input: ExpireInput
  /** The number as typed. */
  readonly text: string
  readonly setText: (text: string) => void
  readonly to: number
  /** True if `to` is a kept revision. */
  readonly isPossible: boolean
  readonly refused: string
  readonly expire: () => Promise<void>
  readonly choices: readonly Choice[]
}

/** Holds what was typed, and sends it. */
function useExpireForm(onDone: () => void): ExpireForm {
  const lab = useLab()
  const input = useExpireInput()
  const at = useStore(lab.cursor, (state) => state.at)
  const [proposed] = useState(() => proposedRevision(input))
  const [text, setText] = useState(String(at ?? proposed))
  const [refused, setRefused] = useState('')
  const { compacted, published } = input
  const to = Number(text)
  const isPossible = /^\d+$/.test(text.trim()) && to > compacted && to <= published
  const expire = async (): Promise<void> => {
    try {
      if (!isPossible) return
      await expireHistory(lab, to)
      onDone()
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof TypeError)) throw error
      setRefused(error.message)
    }
  }
  return { input, text, setText, to, isPossible, refused, expire, choices: choicesOf(proposed, at, published) }
}

/** Says what the chosen revision would end. */
function Effect({ form: { input, to, isPossible } }: { readonly form: ExpireForm }) {
  const words = isPossible
    ? expireWords(expireEffect(input, to))
    : [`A revision after ${numberText(input.compacted)}, up to ${numberText(input.published)}.`]
  return (
    <ul className={ask.effect} role="status" data-testid="expire-effect">
      {words.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** Asks up to where history expires, and says what it would end. [DOC9] */
export function ExpireSheet({ onClose }: { readonly onClose: () => void }) {
  const lab = useLab()
  const form = useExpireForm(onClose)
  const { compacted, published } = form.input
  const formId = useId()
  return (
    <Sheet label="Expire history" onClose={onClose} className={ask.sheet}>
      <SheetHead
        title="Expire history"
        note={`kept: after ${numberText(compacted)}, to ${numberText(published)}`}
        onClose={onClose}
      />
      <form
        id={formId}
        className={ask.body}
        onSubmit={(event) => {
          event.preventDefault()
          void form.expire()
        }}
      >
        <Segments label="Up to where" choices={form.choices} value={form.text.trim()} onChange={form.setText} />
        <FormField label="Up to revision" value={form.text} onChange={form.setText} />
        <Effect form={form} />
        <p>
          Expired history does not come back. A duplicate of the cluster keeps it:{' '}
          <Button size="small" look="ghost" onClick={() => lab.overlay.open('clusters')}>
            Clusters…
          </Button>
        </p>
        {form.refused !== '' && (
          <p className={ask.refused} role="alert">
            {form.refused}
          </p>
        )}
      </form>
      <div className={ask.foot}>
        <Button look="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button look="primary" type="submit" form={formId} disabled={!form.isPossible} data-testid="expire-confirm">
          {form.isPossible ? `Expire up to ${numberText(form.to)}` : 'Expire'}
        </Button>
      </div>
    </Sheet>
  )
}
