import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { broughtPrefix } from '#lesson/carry/carried.ts'
import type { Lesson } from '#lesson/lesson.ts'
import { Button } from '#ui/kit/button.tsx'
import { copyText } from '#ui/kit/copy-text.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { useNarrow } from '#ui/kit/use-narrow.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { type OpenLesson, readProgress, requestsOf, type SentRequest } from '#ui/lab/lesson-progress.ts'
import { countText } from '#ui/model/words.ts'
import { forkAt } from '#ui/parts/clusters/fork.ts'
import { LessonPicture } from '#ui/rooms/lessons/picture/lesson-picture.tsx'
import { lessonsOf } from '#ui/rooms/lessons/state/catalogue.ts'
import { aftersOf } from '#ui/rooms/lessons/state/player-state.ts'
import { playerOf } from '#ui/rooms/lessons/state/player-store.ts'
import { endLesson, startLesson } from '#ui/rooms/lessons/state/start-lesson.ts'
import { Line } from '#ui/kit/code/markdown.tsx'
import { resultText, tookText } from './compare/compare-words.ts'
import { Compare, hasAnswers, useCompared } from './compare/compare.tsx'
import { ComparePane } from './compare/compare-pane.tsx'
import { Golf } from './done-golf.tsx'
import styles from './done.module.css'
import footStyles from './foot.module.css'

/** The lessons to go on with: the next ones that are not done, of the same group first. */
function nextLessons(all: readonly Lesson[], lesson: Lesson): readonly Lesson[] {
  const { done } = readProgress()
  const at = all.indexOf(lesson)
  const rest = [...all.slice(at + 1), ...all.slice(0, at)].filter(({ id }) => !Object.hasOwn(done, id))
  return [
    ...rest.filter(({ group }) => group === lesson.group),
    ...rest.filter(({ group }) => group !== lesson.group),
  ].slice(0, 2)
}

/** Returns what the requests of a step left: their versions, or the code of a refusal. */
function leftOf(sent: readonly SentRequest[]): string {
  const left = sent.map(({ code, version }) => (code >= 400 ? String(code) : version)).filter(Boolean)
  return [...new Set(left)].slice(-2).join(', ')
}

/** One line per step, with the number that it left. */
function Seen({ lesson, open }: { readonly lesson: Lesson; readonly open: OpenLesson }) {
  const { exchanges = [], kept } = open
  const afters = useMemo(() => aftersOf(lesson, kept), [lesson, kept])
  return (
    <section aria-labelledby="lesson-seen">
      {/* The main stop is at the top: a button further down would scroll the result out of view. [LSN36] */}
      <h3 id="lesson-seen" tabIndex={-1} data-main-stop="">
        What you saw
      </h3>
      <ul className={styles.seen}>
        {lesson.steps.map(({ title }, at) => (
          <li key={title}>
            <i aria-hidden="true">
              <Icon name="check" size={12} />
            </i>
            <span>
              <Line text={afters[at] ?? ''} />
            </span>
            <code>{leftOf(exchanges[at] ?? [])}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Copies the result as a text with the lesson's address. */
function ShareResult({ lesson, requests }: { readonly lesson: Lesson; readonly requests: number }) {
  const [told, setTold] = useState('')
  const address = lesson.id.startsWith(broughtPrefix)
    ? ''
    : `${location.origin}${location.pathname}?room=lessons&lesson=${lesson.id}`
  const copy = () =>
    void copyText(resultText(lesson.title, requests, lesson.par, address)).then((isCopied) =>
      setTold(isCopied ? 'Result copied' : 'Copying is not allowed'),
    )
  return (
    <>
      <Button size="small" icon="lift" onClick={copy}>
        Share
      </Button>
      <span role="status" className={styles.note}>
        {told}
      </span>
    </>
  )
}

/** The two lessons to go on with. */
function Next({ lesson, open }: { readonly lesson: Lesson; readonly open: OpenLesson }) {
  const lab = useLab()
  const [failure, setFailure] = useState('')
  const nexts = nextLessons(lessonsOf(lab), lesson)
  return (
    <section aria-labelledby="lesson-next">
      <h3 id="lesson-next">Next</h3>
      {failure !== '' && <p role="alert">{failure}</p>}
      {nexts.length === 0 && (
        <p className={styles.note}>
          All lessons are done. <ButtonToHome>Build one</ButtonToHome> of your own.
        </p>
      )}
      <ul className={styles.nexts}>
        {nexts.map((next, at) => (
          <li key={next.id}>
            <LessonPicture marks={next.picture} width={90} />
            <span>
              <b>{next.title}</b>
              <small>{next.about}</small>
            </span>
            <Button
              size="small"
              look={at === 0 ? 'primary' : 'plain'}
              aria-label={`Start ${next.title}`}
              onClick={() => void startLesson(lab, next).then(setFailure)}
            >
              Start
            </Button>
          </li>
        ))}
        <li className={styles.own}>
          <span>
            <b>Your own cluster</b>
            <small>It waits as you left it; this one is deleted.</small>
          </span>
          <Button size="small" onClick={() => void endLesson(lab, open)}>
            Back to my cluster
          </Button>
        </li>
      </ul>
    </section>
  )
}

function ButtonToHome({ children }: { readonly children: string }) {
  const lab = useLab()
  return (
    <Button size="small" onClick={() => lab.goTo('lessons')}>
      {children}
    </Button>
  )
}

/** Puts the request of the answer into the editor, which takes the place of the end of the lesson. */
function TakeAnswer({ step }: { readonly step: number }) {
  const player = playerOf(useLab())
  const take = () => {
    player.showStep(step)
    player.takeAnswer(step)
  }
  return (
    <Button
      size="small"
      className={styles.take}
      title="Puts the request of the answer into the editor; sends nothing"
      onClick={take}
    >
      Take the answer
    </Button>
  )
}

/** Beside the Lab in a wide window, else below the requests: the learner's way and the answer. */
function Comparison({ lesson, open }: { readonly lesson: Lesson; readonly open: OpenLesson }) {
  const isNarrow = useNarrow(900)
  // A demo sends the answers: there is nothing to compare.
  const [isShown, setShown] = useState(open.isDemo !== true)
  const compared = useCompared(lesson, open.exchanges)
  if (!hasAnswers(lesson)) return null
  if (isNarrow)
    return (
      <section aria-labelledby="lesson-compare">
        <h3 id="lesson-compare">Compare</h3>
        <TakeAnswer step={compared.step} />
        <Compare lesson={lesson} exchanges={open.exchanges ?? []} compared={compared} />
      </section>
    )
  return (
    <div>
      <Button size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        Compare with the answer
      </Button>
      {isShown && <ComparePane onClose={() => setShown(false)} />}
    </div>
  )
}

/** The end of a lesson: what was seen, the picture that the learner made, and where to go on. [LSN14] */
export function LessonDone() {
  const { lesson, open } = useStore(playerOf(useLab()).store)
  if (lesson === null) return null
  const exchanges = open.exchanges ?? []
  return (
    <div className={styles.done}>
      <p role="status" className="visually-hidden">
        Lesson done with {countText(requestsOf(open), 'request')}
        {open.startedMs !== undefined && ` in ${tookText(open.changedMs - open.startedMs)}`}.
      </p>
      <LessonPicture marks={open.marks} width={330} label={`The rail of your requests: ${open.marks.join(', ')}`} />
      <Seen lesson={lesson} open={open} />
      <Golf lesson={lesson} counts={open.counts} exchanges={exchanges} />
      <Comparison lesson={lesson} open={open} />
      <Next lesson={lesson} open={open} />
    </div>
  )
}

/** The ways out of a lesson that is done. */
export function DoneFoot() {
  const lab = useLab()
  const { lesson, open } = useStore(playerOf(lab).store)
  const [failure, setFailure] = useState('')
  if (lesson === null) return null
  return (
    <footer className={footStyles.foot}>
      {failure !== '' && <p role="alert">{failure}</p>}
      <div className={footStyles.ways}>
        <Button size="small" icon="branch" onClick={() => void forkAt(lab, lab.cluster.getState().published)}>
          Play on from here
        </Button>
        <ShareResult lesson={lesson} requests={requestsOf(open)} />
        <Button
          size="small"
          look="ghost"
          className={footStyles.far}
          onClick={() => void startLesson(lab, lesson).then(setFailure)}
        >
          Do it again
        </Button>
      </div>
    </footer>
  )
}
