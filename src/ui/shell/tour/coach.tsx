import { Fragment, type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { useNarrow } from '#ui/kit/use-narrow.ts'
import { useTouch } from '#ui/kit/use-touch.ts'
import { askLesson } from '#ui/lab/asked-lesson.ts'
import { isLedByLesson } from '#ui/lab/lesson-recording.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { chordText } from '#ui/keyboard/chord.ts'
import { coachStore } from './coach-store.ts'
import { type CoachStep, coachSteps } from './coach-steps.ts'
import { web, webOf } from './tour-object.ts'
import styles from './coach.module.css'

/** The words of a step. */
function StepText({ text }: Pick<CoachStep, 'text'>) {
  // A narrow window has no room for key caps in its buttons: there, too, the button is named.
  const [isTouch, isNarrow] = [useTouch(), useNarrow(600)]
  return (
    <p>
      {text.map((part) =>
        typeof part === 'string' ? (
          part
        ) : 'code' in part ? (
          <code key={part.code}>{part.code}</code>
        ) : (
          <Fragment key={part.key}>
            {isTouch || isNarrow ? <b>{part.touch}</b> : <kbd>{chordText(part.key)}</kbd>}
          </Fragment>
        ),
      )}
    </p>
  )
}

/** The bar of the tour in a cluster without the objects that the tour needs. */
function NeedsSample() {
  const { overlay } = useLab()
  return (
    <>
      <p>The tour uses the Book shop, which is not in this cluster.</p>
      <Button look="ghost" size="small" onClick={() => overlay.open('reset')}>
        Samples…
      </Button>
    </>
  )
}

/** After the last step: the way to the lessons, of which the tour is the short form. */
function TourEnd({ onEnd }: { readonly onEnd: () => void }) {
  const lab = useLab()
  const learn = (): void => {
    onEnd()
    askLesson(lab, { id: 'first-write', step: 1 })
  }
  return (
    <div className={styles.coach} data-coach="end" role="status">
      <span className={styles.count}>
        {coachSteps.length} of {coachSteps.length}
      </span>
      <p>That was the short version. The lessons go through each of these slowly and explain why.</p>
      <Button look="ghost" size="small" onClick={learn}>
        First lesson
      </Button>
      <Button look="ghost" size="small" onClick={onEnd}>
        Done
      </Button>
    </div>
  )
}

/** Moves the focus to the button of the tour when the person asks for the tour, which can be far from there. [UI22] */
function useAskedFocus(lab: Lab): RefObject<HTMLButtonElement | null> {
  const ref = useRef<HTMLButtonElement>(null)
  const isAsked = useStore(coachStore(lab), (state) => state.isAsked)
  useEffect(() => {
    if (ref.current === null || !isAsked) return
    coachStore(lab).answer()
    ref.current.focus()
  })
  return ref
}

/** Introduces the page in a few steps, one at a time. It can be skipped, and comes back only when it is asked for. [TO1] */
export function Coach() {
  const lab = useLab()
  const store = coachStore(lab)
  const at = useStore(store, (state) => state.at)
  const isOpen = useStore(lab.cluster, ({ rows, connection }) => rows.length > 0 || connection === 'open')
  const isReady = useStore(lab.objects, () => webOf(lab) !== undefined)
  const isListed = useStore(
    lab.objects,
    ({ collections }) => collections.get(web.resourceId)?.state !== 'loading' && collections.has(web.resourceId),
  )
  const [isLed] = useState(isLedByLesson)
  const action = useAskedFocus(lab)
  const step = coachSteps[at]
  useEffect(() => {
    if (step === undefined || !isOpen || isLed) return undefined
    return step.listen(lab, () => store.go(at + 1))
  }, [lab, store, step, at, isOpen, isLed])
  const end = (): void => store.go(coachSteps.length + 1)
  if (isLed) return null
  if (at === coachSteps.length && isOpen) return <TourEnd onEnd={end} />
  if (step === undefined || !isOpen || !isListed) return null
  return (
    // Esc inside skips, like the button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={styles.coach}
      data-coach={step.id}
      role="status"
      onKeyDown={(event) => {
        if (event.key === 'Escape') end()
      }}
    >
      <span className={styles.count}>
        {at + 1} of {coachSteps.length}
      </span>
      {isReady ? (
        <>
          <StepText text={step.text} />
          <Button ref={action} look="ghost" size="small" onClick={() => step.run(lab)}>
            {step.action}
          </Button>
          {at + 1 < coachSteps.length && (
            <Button look="ghost" size="small" onClick={() => store.go(at + 1)}>
              Next
            </Button>
          )}
        </>
      ) : (
        <NeedsSample />
      )}
      <Button look="ghost" size="small" onClick={end}>
        Skip
      </Button>
    </div>
  )
}
