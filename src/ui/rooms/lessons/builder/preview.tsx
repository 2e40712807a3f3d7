import { useState } from 'react'
import { Segments } from '#ui/kit/segments.tsx'
import { Words } from '#ui/kit/code/markdown.tsx'
import { LessonPicture } from '#ui/rooms/lessons/picture/lesson-picture.tsx'
import type { Build } from './build.ts'
import { PreviewStep } from './preview-step.tsx'
import styles from './preview.module.css'

/** Widths of the learner's window, in pixels. */
const widths = ['1440', '600'] as const

/** The open step as a learner will read it, in a wide window or in a narrow one. [LSN31] */
export function Preview({ build }: { readonly build: Build }) {
  const { draft, lesson, view } = build
  const [width, setWidth] = useState<string>(widths[0])
  const at = view.type === 'step' ? draft.steps.findIndex(({ key }) => key === view.key) : -1
  const step = lesson.steps[at]
  return (
    <section className={styles.preview} aria-label="Preview">
      <header>
        <h3>
          Preview <small>{step === undefined ? 'beginning' : `step ${at + 1} of ${lesson.steps.length}`}</small>
        </h3>
        <Segments
          label="Width of the learner's window"
          choices={widths.map((value) => ({ value, label: value }))}
          value={width}
          onChange={setWidth}
        />
      </header>
      <div className={styles.frame}>
        <div className={styles.card} data-width={width}>
          {step === undefined ? (
            <>
              <LessonPicture marks={lesson.picture} />
              <h4>{lesson.title}</h4>
              <Words text={lesson.text} />
            </>
          ) : (
            <PreviewStep key={draft.steps[at]?.key} lesson={lesson} step={step} at={at} />
          )}
        </div>
      </div>
    </section>
  )
}
