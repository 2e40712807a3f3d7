import { type KeyboardEvent, useState } from 'react'
import { useStore } from 'zustand'
import { groupsOf } from '#lesson/catalogue.ts'
import type { Lesson } from '#lesson/lesson.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { Segments } from '#ui/kit/segments.tsx'
import { takeAskedLesson } from '#ui/lab/asked-lesson.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { type LessonProgress, readProgress } from '#ui/lab/lesson-progress.ts'
import { broughtOf } from '#ui/rooms/lessons/state/brought-store.ts'
import { lessonsOf } from '#ui/rooms/lessons/state/catalogue.ts'
import { playLesson, startLesson } from '#ui/rooms/lessons/state/start-lesson.ts'
import { isShown, type Wanted, wantedChoices } from './filter-lessons.ts'
import { LessonCard } from './lesson-card.tsx'
import { missingWords } from './missing-lesson.ts'
import { NamedBand } from './named-band.tsx'
import { OpenBand } from './open-band.tsx'
import { SideColumn } from './side-column.tsx'
import styles from './home.module.css'

/** Moves the focus between the cards by arrows, `j` and `k`. */
function onCardKeys(event: KeyboardEvent<HTMLElement>): void {
  const step = ['ArrowDown', 'j'].includes(event.key) ? 1 : ['ArrowUp', 'k'].includes(event.key) ? -1 : 0
  const { target, ctrlKey, metaKey, altKey } = event
  // With a modifier the keys are commands: Mod+k opens the palette.
  if (ctrlKey || metaKey || altKey) return
  if (step === 0 || !(target instanceof HTMLElement) || !target.matches('[data-lesson-card]')) return
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-lesson-card]')]
  event.preventDefault()
  cards[cards.indexOf(target) + step]?.focus()
}

/** The lesson that is being started, and the error of the last start. */
interface Starting {
  readonly busy: string
  readonly failure: string
  start(lesson: Lesson): void
  startOver(lesson: Lesson): void
  startAt(lesson: Lesson, step: number): void
}

/** Starts lessons, one at a time. */
function useStarting(): Starting {
  const lab = useLab()
  const [busy, setBusy] = useState('')
  const [failure, setFailure] = useState('')
  const run = (lesson: Lesson, act: () => Promise<string>) => {
    setBusy(`${lesson.title} is starting…`)
    setFailure('')
    act()
      .then(setFailure, (error: unknown) => setFailure(error instanceof Error ? error.message : String(error)))
      .finally(() => setBusy(''))
  }
  return {
    busy,
    failure,
    start: (lesson) => run(lesson, () => playLesson(lab, lesson)),
    startOver: (lesson) => run(lesson, () => startLesson(lab, lesson)),
    startAt: (lesson, step) => run(lesson, () => startLesson(lab, lesson, step)),
  }
}

interface GroupsProps {
  readonly shown: readonly Lesson[]
  readonly progress: LessonProgress
  readonly starting: Starting
  /** The id of the lesson that gets the focus. */
  readonly named: string
}

/** The lessons by group, as cards. */
function Groups({ shown, progress, starting, named }: GroupsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only moves the focus between its buttons
    <div className={styles.groups} onKeyDown={onCardKeys}>
      {groupsOf(shown).map(({ name, lessons }) => (
        <section key={name} className={styles.group} aria-label={name}>
          <h3>
            {name}{' '}
            <small>
              {lessons.filter(({ id }) => Object.hasOwn(progress.done, id)).length} of {lessons.length}
            </small>
          </h3>
          <ul>
            {lessons.map((lesson) => (
              <LessonCard
                key={lesson.id}
                lesson={lesson}
                progress={progress}
                isNamed={lesson.id === named}
                isBusy={starting.busy !== ''}
                onStart={() => starting.start(lesson)}
              />
            ))}
          </ul>
        </section>
      ))}
      {shown.length === 0 && <p>No lesson has these words.</p>}
    </div>
  )
}

interface HomeHeadProps {
  readonly lessons: readonly Lesson[]
  readonly filter: { readonly text: string; readonly wanted: Wanted }
  readonly onFilter: (filter: { readonly text: string; readonly wanted: Wanted }) => void
}

/** Title, choice and search. */
function HomeHead({ lessons, filter, onFilter }: HomeHeadProps) {
  const minutes = lessons.reduce((sum, lesson) => sum + lesson.minutes, 0)
  return (
    <header className={styles.head}>
      <h2>Lessons</h2>
      <p>
        {lessons.length}, about {minutes} minutes. Each plays on a cluster of its own; yours waits as you left it.
      </p>
      <Segments
        label="Which lessons"
        choices={wantedChoices}
        value={filter.wanted}
        onChange={(value) => onFilter({ ...filter, wanted: value as Wanted })}
      />
      <div className={styles.search}>
        <Icon name="search" size={12} />
        <input
          type="search"
          data-filter=""
          aria-label="Find a lesson"
          aria-keyshortcuts="/"
          placeholder="Find a lesson"
          value={filter.text}
          onChange={({ target }) => onFilter({ ...filter, text: target.value })}
        />
        <kbd aria-hidden="true">/</kbd>
      </div>
    </header>
  )
}

/** All lessons by group, the open one on top, and the learner's progress. [LSN12] */
export function LessonsHome() {
  const lab = useLab()
  const product = lessonsOf(lab)
  const others = useStore(broughtOf(lab).store, (state) => state.lessons)
  const lessons = [...product, ...others]
  const [progress, setProgress] = useState(readProgress)
  const [filter, setFilter] = useState<HomeHeadProps['filter']>({ text: '', wanted: 'all' })
  const open = Object.values(progress.open).toSorted((a, b) => b.changedMs - a.changedMs)
  const starting = useStarting()
  const [named] = useState(() => takeAskedLesson(lab))
  const { busy, failure } = starting
  const missing = missingWords(named, lessons)
  const said = failure === '' ? missing : failure
  return (
    <div className={styles.room} data-testid="lessons-room">
      <main id="work" tabIndex={-1} className={styles.work} aria-label="Lessons" data-region="work">
        <HomeHead lessons={lessons} filter={filter} onFilter={setFilter} />
        <div role="status" className={styles.busy}>
          {busy}
        </div>
        {said !== '' && (
          <p role="alert" className={styles.failure}>
            {said}
          </p>
        )}
        <NamedBand named={named} lessons={lessons} onStart={starting.startAt} isBusy={busy !== ''} />
        <OpenBand
          open={open}
          lessons={lessons}
          onContinue={starting.start}
          onStartOver={starting.startOver}
          isBusy={busy !== ''}
        />
        <Groups
          shown={lessons.filter((lesson) => isShown(lesson, { ...filter, done: progress.done }))}
          progress={progress}
          starting={starting}
          named={named.step === 0 || missing !== '' ? named.id : ''}
        />
      </main>
      <SideColumn lessons={lessons} progress={progress} onStart={starting.start} onProgress={setProgress} />
    </div>
  )
}
