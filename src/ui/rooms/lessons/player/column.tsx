import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { broughtPrefix } from '#lesson/carry/carried.ts'
import type { Lesson } from '#lesson/lesson.ts'
import { Button, IconButton } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Pill } from '#ui/kit/text.tsx'
import { copyText } from '#ui/kit/copy-text.ts'
import { useNarrow, useSmall } from '#ui/kit/use-narrow.ts'
import { focusAfterMove } from '#ui/lab/page/leave-page.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { requestsOf } from '#ui/lab/lesson-progress.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import { forkAt } from '#ui/parts/clusters/fork.ts'
import { lessonsOf } from '#ui/rooms/lessons/state/catalogue.ts'
import { startLesson } from '#ui/rooms/lessons/state/start-lesson.ts'
import { StepBars } from '#ui/rooms/lessons/picture/step-bars.tsx'
import { playerOf } from '#ui/rooms/lessons/state/player-store.ts'
import { isFinished } from '#ui/rooms/lessons/state/player-state.ts'
import { tookText } from './compare/compare-words.ts'
import { DoneFoot, LessonDone } from './lesson-done.tsx'
import { Words } from '#ui/kit/code/markdown.tsx'
import { LessonList } from './lesson-list.tsx'
import { StepList } from './step-list.tsx'
import './frame.css'
import styles from './column.module.css'
import footStyles from './foot.module.css'

/** The address that offers to begin at a step. */
const stepAddress = (id: string, step: number): string =>
  `${location.origin}${location.pathname}?room=lessons&lesson=${id}&step=${step + 1}`

/** `2 of 6 · `; `''` for a lesson from elsewhere. */
function placeInGroup({ id, group }: Lesson, lessons: readonly Lesson[]): string {
  const ofGroup = lessons.filter((lesson) => lesson.group === group)
  const at = ofGroup.findIndex((lesson) => lesson.id === id)
  return at < 0 ? '' : `${at + 1} of ${ofGroup.length} · `
}

/** The way to the home page of lessons: an icon alone where the head is narrow. */
function AllLessons() {
  const lab = useLab()
  return (
    <Button
      size="small"
      look="ghost"
      icon="menu"
      aria-label="All lessons"
      title="All lessons"
      onClick={() => lab.goTo('lessons')}
    >
      <span className={styles.all}>All lessons</span>
    </Button>
  )
}

/** Group, title and progress of the lesson, and the way to all lessons. */
function LessonHead({ list }: { readonly list: ListSwitch }) {
  const lab = useLab()
  const state = useStore(playerOf(lab).store)
  const { lesson, open, viewed } = state
  const [isCopied, setCopied] = useState(false)
  if (lesson === null) return null
  const isEnded = isFinished(state)
  return (
    <header className={styles.head}>
      <div className={styles.over}>
        <span className={styles.place}>
          {lesson.group} · {placeInGroup(lesson, lessonsOf(lab))}
          {isEnded && open.startedMs !== undefined
            ? `took ${tookText(open.changedMs - open.startedMs)}`
            : `${lesson.minutes} min`}
        </span>
        {viewed < lesson.steps.length && !lesson.id.startsWith(broughtPrefix) && (
          <IconButton
            icon={isCopied ? 'check' : 'copy'}
            iconSize={12}
            size="small"
            label={isCopied ? 'Link copied' : 'Copy a link to this step'}
            onClick={() => void copyText(stepAddress(lesson.id, viewed)).then(setCopied)}
          />
        )}
        {list.fits && (
          <Button
            size="small"
            look="ghost"
            icon={list.isShown ? 'left' : 'right'}
            aria-expanded={list.isShown}
            onClick={list.toggle}
          >
            List
          </Button>
        )}
        <AllLessons />
      </div>
      <div className={styles.title}>
        <h2 ref={focusAfterMove} tabIndex={-1}>
          {lesson.title}
        </h2>
        {isEnded && (
          <Pill tone="live">
            <Icon name="check" size={12} /> done
          </Pill>
        )}
      </div>
      <StepBars step={open.step} count={lesson.steps.length} />
    </header>
  )
}

/** Back, the ways out of a step, the requests so far, and Next. */
function StepFoot() {
  const lab = useLab()
  const player = playerOf(lab)
  const state = useStore(player.store)
  const [busy, setBusy] = useState('')
  const { lesson, open, viewed } = state
  if (lesson === null) return null
  if (isFinished(state)) return <LookedAtFoot />
  const isLast = open.step + 1 === lesson.steps.length
  const isOpenStep = viewed === open.step
  const restart = () => {
    setBusy('The step starts over…')
    void startLesson(lab, lesson, viewed).then(setBusy)
  }
  return (
    <footer className={footStyles.foot}>
      {busy !== '' && <p role="status">{busy}</p>}
      <div className={footStyles.ways}>
        <Button size="small" icon="left" disabled={viewed === 0} onClick={() => player.back()}>
          Back
        </Button>
        <Button size="small" look="ghost" onClick={restart} title="Makes the cluster again, as the answers leave it">
          {isOpenStep ? 'Reset step' : 'Play from here'}
        </Button>
        <Button
          size="small"
          look="ghost"
          icon="branch"
          title="A copy in which nothing is checked; the bar above it leads back here"
          onClick={() => void forkAt(lab, lab.cluster.getState().published)}
        >
          Sandbox
        </Button>
        <span className={footStyles.requests}>
          {requestsOf(open)} {requestsOf(open) === 1 ? 'request' : 'requests'}, par {lesson.par}
        </span>
        <Button
          size="small"
          look={open.isStepDone && isOpenStep ? 'primary' : 'plain'}
          disabled={isOpenStep && !open.isStepDone}
          data-main-stop={isOpenStep && open.isStepDone ? '' : undefined}
          onClick={() => player.next()}
        >
          {isOpenStep && isLast ? 'Finish' : 'Next'}
        </Button>
      </div>
    </footer>
  )
}

/** Back to the end of a lesson from a step whose answer was taken. */
function LookedAtFoot() {
  const player = playerOf(useLab())
  return (
    <footer className={footStyles.foot}>
      <div className={footStyles.ways}>
        <Button size="small" icon="left" onClick={() => player.showEnd()}>
          Back to the result
        </Button>
      </div>
    </footer>
  )
}

/** The words before the first step. In a narrow or low window they are folded, so that the step begins in view. [LSN32] */
function Introduction({ text }: { readonly text: string }) {
  const isSmall = useSmall()
  if (!isSmall)
    return (
      <div className={styles.introduction}>
        <Words text={text} />
      </div>
    )
  return (
    <details className={styles.introduction}>
      <summary>About this lesson</summary>
      <Words text={text} />
    </details>
  )
}

/** The list of lessons beside the column. */
interface ListSwitch {
  /** The window is wide enough for it. */
  readonly fits: boolean
  readonly isShown: boolean
  readonly toggle: () => void
}

const LIST_KEY = 'lesson-list'

/**
 * The list is shown from the beginning where the window has room for it, beside the inspector if a step points there.
 * The choice is saved. [LSN40]
 */
function useListSwitch(withInspector: boolean): ListSwitch {
  const fits = !useNarrow(1279)
  const [isWide, isVeryWide] = [!useNarrow(1439), !useNarrow(1679)]
  const [chosen, choose] = useState(() => readSaved<{ readonly isShown?: boolean }>(LIST_KEY, {}).isShown)
  const isShown = fits && (chosen ?? (withInspector ? isVeryWide : isWide))
  const toggle = () => {
    choose(!isShown)
    save(LIST_KEY, { isShown: !isShown })
  }
  return { fits, isShown, toggle }
}

/** Words while the lesson opens or has failed, then its steps, or its end. */
function ColumnBody({ isEnd }: { readonly isEnd: boolean }) {
  const state = useStore(playerOf(useLab()).store)
  const { phase, failure, lesson, viewed } = state
  const isAtBeginning = viewed === 0 && !isFinished(state)
  return (
    <div className={styles.body}>
      {phase === 'failed' && (
        <p role="alert" className={styles.failed}>
          {failure}
        </p>
      )}
      {phase === 'opening' && <p role="status">The lesson is opening…</p>}
      {lesson !== null && isAtBeginning && <Introduction text={lesson.text} />}
      {isEnd ? <LessonDone /> : <StepList />}
    </div>
  )
}

/** The lesson beside the Lab: its steps with checks that tick by what the server reports. [LSN11] */
export function LessonColumn() {
  const player = playerOf(useLab())
  const state = useStore(player.store)
  useEffect(() => player.follow(), [player])
  const { lesson, viewed } = state
  const withInspector = lesson?.steps[viewed]?.focus === 'inspector'
  const list = useListSwitch(withInspector)
  const isEnd = isFinished(state) && viewed >= (lesson?.steps.length ?? 0)
  return (
    <>
      {list.isShown && <LessonList current={lesson?.id ?? ''} withInspector={withInspector} />}
      <section
        className={styles.column}
        aria-label={`Lesson: ${lesson?.title ?? ''}`}
        data-region="lesson"
        data-lesson-done={isEnd ? '' : undefined}
      >
        <LessonHead list={list} />
        {/* Another element, so that the end begins at its top, wherever the steps were scrolled to. */}
        <ColumnBody key={String(isEnd)} isEnd={isEnd} />
        {isEnd ? <DoneFoot /> : <StepFoot />}
      </section>
    </>
  )
}
