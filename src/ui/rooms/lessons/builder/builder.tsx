import { type KeyboardEvent, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { composeLesson } from '#lesson/build/compose.ts'
import { type LessonDraft, moveStep } from '#lesson/build/draft.ts'
import { writeLesson } from '#lesson/build/write-lesson.ts'
import { readLesson } from '#lesson/read-lesson.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { draftsOf } from '#ui/rooms/lessons/state/drafts-store.ts'
import { AboutForm } from './about-form.tsx'
import { BuilderHead } from './builder-head.tsx'
import type { Build, BuildView } from './build.ts'
import { Preview } from './preview.tsx'
import { RecordedColumn } from './recorded-column.tsx'
import { RunPanel } from './run-panel.tsx'
import { runOf } from './run-store.ts'
import { StepBar } from './step-bar.tsx'
import { StepForm } from './step-form.tsx'
import { YamlForm } from './yaml-form.tsx'
import styles from './builder.module.css'

/** The open view: a step that is gone gives way to the one before it, or to the words about the lesson. */
function openView(view: BuildView, { steps }: LessonDraft): BuildView {
  if (view.type !== 'step' || steps.some(({ key }) => key === view.key)) return view
  const last = steps.at(-1)
  return last === undefined ? { type: 'about' } : { type: 'step', key: last.key }
}

/** ⌘↵ runs the lesson; ⌥↑ and ⌥↓ move its open step. */
function onKeys(event: KeyboardEvent<HTMLElement>, build: Build): void {
  const { view, change, run } = build
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) run()
  else if (event.altKey && by !== 0 && view.type === 'step') change((draft) => moveStep(draft, view.key, by))
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** Makes a lesson of a recording: what was recorded, the words of the open step, and how it will look and run. [LSN21] */
export function Builder({ id }: { readonly id: string }) {
  const lab = useLab()
  const drafts = draftsOf(lab)
  const draft = useStore(drafts.store, (state) => state.drafts[id])
  const [wanted, setView] = useState<BuildView>(() => {
    const first = draft?.steps[0]
    return first === undefined ? { type: 'about' } : { type: 'step', key: first.key }
  })
  const lesson = useMemo(() => (draft === undefined ? null : composeLesson(draft)), [draft])
  const read = useMemo(() => (lesson === null ? null : readLesson(lesson.id, writeLesson(lesson))), [lesson])
  if (draft === undefined || lesson === null || read === null) return null
  const build: Build = {
    draft,
    lesson,
    problems: read.problems,
    view: openView(wanted, draft),
    setView,
    change: (change) => drafts.change(id, change),
    run: () => runOf(lab).start(read.lesson),
  }
  const { view } = build
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the whole builder
    <div className={styles.builder} data-testid="lesson-builder" onKeyDown={(event) => onKeys(event, build)}>
      <RecordedColumn build={build} />
      <main id="work" tabIndex={-1} className={styles.work} aria-label="Build a lesson" data-region="work">
        <BuilderHead build={build} />
        <StepBar build={build} />
        {view.type === 'about' && <AboutForm build={build} />}
        {view.type === 'step' && <StepForm key={view.key} build={build} stepKey={view.key} />}
        {view.type === 'yaml' && <YamlForm build={build} />}
      </main>
      <aside className={styles.side} aria-label="Preview and run" data-region="inspector">
        <Preview build={build} />
        <RunPanel build={build} />
      </aside>
    </div>
  )
}
