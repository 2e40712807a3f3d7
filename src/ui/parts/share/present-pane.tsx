import { useStore } from 'zustand'
import type { MomentStep } from '#facts/moment.ts'
import { Button, IconButton } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { numberText } from '#ui/model/words.ts'
import { shareStore } from './share-store.ts'
import styles from './present-pane.module.css'

/** The steps of a presentation: each shows a revision and an object, with a title, a text, and notes for the speaker. [PR1] */
export function PresentPane() {
  const lab = useLab()
  const share = shareStore(lab)
  const { gathered, choices } = useStore(share)
  if (gathered === null) return null
  const { steps } = choices
  const set = (at: number, change: Partial<MomentStep>): void =>
    share.choose({ steps: steps.map((step, index) => (index === at ? { ...step, ...change } : step)) })
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
          // Steps have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className={styles.step}>
            <input
              aria-label={`Title of step ${at + 1}`}
              value={step.title}
              onChange={(event) => set(at, { title: event.target.value })}
            />
            <code>{step.at === null ? 'live' : numberText(step.at)}</code>
            <IconButton
              icon="x"
              size="small"
              label={`Remove step ${at + 1}`}
              onClick={() => share.choose({ steps: steps.filter((_, index) => index !== at) })}
            />
            <textarea
              aria-label={`Text of step ${at + 1}`}
              placeholder="What the room reads"
              rows={2}
              value={step.text}
              onChange={(event) => set(at, { text: event.target.value })}
            />
            <textarea
              aria-label={`Notes of step ${at + 1}`}
              placeholder="What only you read"
              rows={2}
              value={step.notes}
              onChange={(event) => set(at, { notes: event.target.value })}
            />
          </li>
        ))}
      </ol>
    </>
  )
}
