import { Fragment, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { useTouch } from '#ui/kit/use-touch.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { chordText } from '#ui/keyboard/chord.ts'
import { coachSteps } from './coach-steps.ts'
import styles from './coach.module.css'

const begun = { at: 0 }

/** Introduces the page in a few steps, one at a time. It can be skipped and never reappears by itself. */
export function Coach() {
  const lab = useLab()
  const steps = coachSteps(lab)
  const [at, setAt] = useState(() => readSaved('coach', begun).at)
  const isOpen = useStore(lab.cluster, ({ rows }) => rows.length > 0)
  const isTouch = useTouch()
  const step = steps[at]
  useEffect(() => {
    if (step === undefined || !isOpen) return undefined
    return step.listen(lab, () => {
      save('coach', { at: at + 1 })
      setAt(at + 1)
    })
  }, [lab, step, at, isOpen])
  if (step === undefined || !isOpen) return null
  const go = (next: number) => {
    save('coach', { at: next })
    setAt(next)
  }
  return (
    // Esc inside skips, like the button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={styles.coach}
      data-coach=""
      role="status"
      onKeyDown={(event) => {
        if (event.key === 'Escape') go(steps.length)
      }}
    >
      <span className={styles.count}>
        {at + 1} of {steps.length}
      </span>
      <p>
        {step.text.map((part) =>
          typeof part === 'string' ? (
            part
          ) : 'code' in part ? (
            <code key={part.code}>{part.code}</code>
          ) : (
            <Fragment key={part.key}>{isTouch ? <b>{part.touch}</b> : <kbd>{chordText(part.key)}</kbd>}</Fragment>
          ),
        )}
      </p>
      <Button look="ghost" size="small" onClick={() => step.run(lab)}>
        {step.action}
      </Button>
      {at + 1 < steps.length && (
        <Button look="ghost" size="small" onClick={() => go(at + 1)}>
          Next
        </Button>
      )}
      <Button look="ghost" size="small" onClick={() => go(steps.length)}>
        Skip
      </Button>
    </div>
  )
}
