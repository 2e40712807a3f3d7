import { useState } from 'react'
import { useStore } from 'zustand'
import type { MomentSend, MomentStep } from '#facts/moment.ts'
import { isApiTarget } from '#share/request-log.ts'
import { scrub } from '#share/scrub.ts'
import { hasBody, toTarget } from '#ui/exchange/request-draft.ts'
import { Button, IconButton } from '#ui/kit/button.tsx'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { numberText } from '#ui/model/words.ts'
import { createConsole } from '#ui/parts/request/console-store.ts'
import { shareStore } from './share-store.ts'
import styles from './present-pane.module.css'

/** The steps of a presentation: each shows a revision and an object, with a title, a text, and notes for the speaker. [PR1] */
export function PresentPane() {
  const lab = useLab()
  const share = shareStore(lab)
  const { gathered, choices } = useStore(share)
  if (gathered === null) return null
  const { steps } = choices
  const add = (): void => {
    const { at, object } = gathered.view
    share.choose({ steps: [...steps, { title: object?.name ?? 'Step', text: '', notes: '', at, object }] })
  }
  return (
    <>
      <p className={styles.say}>
        {steps.length === 0
          ? 'Without steps of your own, each write is one step.'
          : 'Each step shows its revision and its object.'}
        <Button size="small" icon="plus" onClick={add}>
          Add where you are
        </Button>
      </p>
      <ol className={styles.steps}>
        {steps.map((step, at) => (
          <StepRow
            // Steps have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            step={step}
            at={at}
            onChange={(changed) => share.choose({ steps: steps.with(at, changed) })}
            onRemove={() => share.choose({ steps: steps.toSpliced(at, 1) })}
          />
        ))}
      </ol>
    </>
  )
}

interface StepRowProps {
  readonly step: MomentStep
  /** Index of the step. */
  readonly at: number
  readonly onChange: (step: MomentStep) => void
  readonly onRemove: () => void
}

function StepRow({ step, at, onChange, onRemove }: StepRowProps) {
  const set = (change: Partial<MomentStep>): void => onChange({ ...step, ...change })
  return (
    <li className={styles.step}>
      <input
        aria-label={`Title of step ${at + 1}`}
        value={step.title}
        onChange={(event) => set({ title: event.target.value })}
      />
      <code>{step.at === null ? 'live' : numberText(step.at)}</code>
      <IconButton icon="x" size="small" label={`Remove step ${at + 1}`} onClick={onRemove} />
      <textarea
        aria-label={`Text of step ${at + 1}`}
        placeholder="What the room reads"
        rows={2}
        value={step.text}
        onChange={(event) => set({ text: event.target.value })}
      />
      <input
        className={styles.whole}
        aria-label={`Question of step ${at + 1}`}
        placeholder="What you ask the room"
        value={step.question ?? ''}
        onChange={(event) => set({ question: event.target.value })}
      />
      <SendOfStep step={step} at={at} onChange={(send) => onChange(withSend(step, send))} />
      <textarea
        aria-label={`Notes of step ${at + 1}`}
        placeholder="What only you read"
        rows={2}
        value={step.notes}
        onChange={(event) => set({ notes: event.target.value })}
      />
    </li>
  )
}

/** The request of the tab Request as a step sends it, without signed tokens; `null` if it is none of the API. [PR7] */
function requestOf(lab: Lab): MomentSend | null {
  const { draft } = partState(lab, createConsole).store.getState()
  const target = toTarget(draft)
  if (!isApiTarget(target)) return null
  const { name, groups } = lab.actor.getState()
  const isSent = hasBody(draft.method) && draft.body !== ''
  return {
    method: draft.method,
    target,
    contentType: isSent ? draft.contentType : '',
    body: isSent ? scrub(draft.body).text : '',
    as: name,
    groups: [...groups],
  }
}

const withSend = ({ send: _send, ...step }: MomentStep, send: MomentSend | null): MomentStep =>
  send === null ? step : { ...step, send }

interface SendOfStepProps {
  readonly step: MomentStep
  readonly at: number
  readonly onChange: (send: MomentSend | null) => void
}

/** The request that the stage sends in a step, taken from the tab Request. */
function SendOfStep({ step: { send }, at, onChange }: SendOfStepProps) {
  const lab = useLab()
  const [request] = useState(() => requestOf(lab))
  if (send !== undefined)
    return (
      <p className={styles.whole}>
        <code>
          {send.method} {send.target}
        </code>{' '}
        as {send.as}, as a dry run{' '}
        <IconButton icon="x" size="small" label={`Send nothing in step ${at + 1}`} onClick={() => onChange(null)} />
      </p>
    )
  if (request === null) return null
  return (
    <p className={styles.whole}>
      <Button size="small" look="ghost" icon="plus" onClick={() => onChange(request)}>
        Send {request.method} of the tab Request
      </Button>
    </p>
  )
}
