import { useState } from 'react'
import { useStore } from 'zustand'
import { broughtPrefix } from '#lesson/carry/carried.ts'
import type { Lesson } from '#lesson/lesson.ts'
import { Button } from '#ui/kit/button.tsx'
import { copyText } from '#ui/kit/copy-text.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { type OpenLesson, readProgress, requestsOf, type SentRequest } from '#ui/lab/lesson-progress.ts'
import { countText } from '#ui/model/words.ts'
import { forkAt } from '#ui/parts/clusters/fork.ts'
import { LessonPicture } from '#ui/rooms/lessons/picture/lesson-picture.tsx'
import { lessonsOf } from '#ui/rooms/lessons/state/catalogue.ts'
import { playerOf } from '#ui/rooms/lessons/state/player-store.ts'
import { endLesson, startLesson } from '#ui/rooms/lessons/state/start-lesson.ts'
import { Line } from './markdown.tsx'
import { resultText, tookText } from './compare-words.ts'
import { Compare } from './done-compare.tsx'
import { Golf } from './done-golf.tsx'
import columnStyles from './column.module.css'
import styles from './done.module.css'

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
function Seen({
  lesson,
  exchanges,
}: {
  readonly lesson: Lesson
  readonly exchanges: NonNullable<OpenLesson['exchanges']>
}) {
  return (
    <section aria-labelledby="lesson-seen">
      <h3 id="lesson-seen">What you saw</h3>
      <ul className={styles.seen}>
        {lesson.steps.map(({ title, after }, at) => (
          <li key={title}>
            <Icon name="check" size={12} />
            <span>
              <Line text={after} />
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

/** The end of a lesson: what was seen, the picture that the learner made, and where to go on. [LSN14] */
export function LessonDone() {
  const lab = useLab()
  const { lesson, open } = useStore(playerOf(lab).store)
  const [failure, setFailure] = useState('')
  if (lesson === null) return null
  const exchanges = open.exchanges ?? []
  const start = (next: Lesson) => void startLesson(lab, next).then(setFailure)
  return (
    <div className={styles.done}>
      <p role="status" className={columnStyles.after}>
        <b>Lesson done</b> with {countText(requestsOf(open), 'request')}
        {open.startedMs !== undefined && ` in ${tookText(open.changedMs - open.startedMs)}`}.
      </p>
      <LessonPicture marks={open.marks} width={330} label={`The rail of your requests: ${open.marks.join(', ')}`} />
      <Seen lesson={lesson} exchanges={exchanges} />
      <Golf lesson={lesson} counts={open.counts} exchanges={exchanges} />
      <Compare lesson={lesson} exchanges={exchanges} />
      <section aria-labelledby="lesson-next">
        <h3 id="lesson-next">Next</h3>
        {failure !== '' && <p role="alert">{failure}</p>}
        <ul className={styles.nexts}>
          {nextLessons(lessonsOf(lab), lesson).map((next, at) => (
            <li key={next.id}>
              <LessonPicture marks={next.picture} width={90} />
              <span>
                <b>{next.title}</b>
                <small>{next.about}</small>
              </span>
              <Button
                size="small"
                look={at === 0 ? 'primary' : 'plain'}
                data-main-stop={at === 0 ? '' : undefined}
                aria-label={`Start ${next.title}`}
                onClick={() => start(next)}
              >
                Start
              </Button>
            </li>
          ))}
        </ul>
      </section>
      <div className={columnStyles.actions}>
        <Button size="small" icon="branch" onClick={() => void forkAt(lab, lab.cluster.getState().published)}>
          Play on from here
        </Button>
        <ShareResult lesson={lesson} requests={requestsOf(open)} />
        <Button size="small" onClick={() => start(lesson)}>
          Do it again
        </Button>
        <Button size="small" onClick={() => void endLesson(lab, open)}>
          Back to my cluster
        </Button>
      </div>
    </div>
  )
}
