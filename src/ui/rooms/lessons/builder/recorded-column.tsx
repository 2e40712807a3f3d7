import { useState } from 'react'
import { type DraftStep, isLearners, toggleRecorded } from '#lesson/build/draft.ts'
import { recordedRows } from '#lesson/build/recorded-rows.ts'
import type { Recorded } from '#lesson/build/recorded.ts'
import { writeLesson } from '#lesson/build/write-lesson.ts'
import type { Lesson } from '#lesson/lesson.ts'
import { placeOf } from '#record/exchange.ts'
import { Button, classes } from '#ui/kit/button.tsx'
import { bytesText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { MarkPicture } from '#ui/rooms/lessons/picture/lesson-picture.tsx'
import { recordMore, removeDraft } from '#ui/rooms/lessons/state/start-build.ts'
import type { Build } from './build.ts'
import { OrderTools } from './order-tools.tsx'
import styles from './builder.module.css'
import fileStyles from './files.module.css'

function objectText(target: string): string {
  const place = placeOf(target)
  if (place === null) return target.split('?', 1)[0] ?? ''
  return place.name === '' ? place.resource : `${place.resource}/${place.name}`
}

interface RowProps {
  readonly build: Build
  readonly recorded: Recorded
}

function Row({ build, recorded }: RowProps) {
  const { draft, change } = build
  const { id, method, actor, target, code, mark } = recorded
  const isTicked = draft.ticked.includes(id)
  const isOthers = !isLearners(draft, recorded)
  return (
    <li className={classes(styles.row, !isTicked && styles.isOut)}>
      <label title={`${method} ${target}`}>
        <input type="checkbox" checked={isTicked} onChange={() => change((now) => toggleRecorded(now, id))} />
        <MarkPicture mark={mark} />
        <code data-method={method}>{method}</code>
        <span className={styles.target}>
          {isOthers && `${actor} `}
          <code>{objectText(target)}</code>
        </span>
        <b data-refused={code >= 400 ? '' : undefined}>{code}</b>
      </label>
      {isOthers && <small>someone else: part of the scene</small>}
      {isOthers && isTicked && <OrderTools build={build} recorded={recorded} />}
      {/[?&]dryRun=/.test(target) && <small>a dry run: nothing was stored</small>}
    </li>
  )
}

/** The heading of a step above its requests, which opens its form. */
function StepRow({ build, step }: { readonly build: Build; readonly step: DraftStep }) {
  const { draft, view, setView } = build
  const isOpen = view.type === 'step' && view.key === step.key
  return (
    <li className={styles.step}>
      <button
        type="button"
        aria-current={isOpen ? 'step' : undefined}
        onClick={() => setView({ type: 'step', key: step.key })}
      >
        <span>{draft.steps.indexOf(step) + 1}</span>
        <b>{step.title}</b>
      </button>
    </li>
  )
}

/** The files of the lesson's folder with their sizes. */
function Files({ lesson }: { readonly lesson: Lesson }) {
  const encoder = new TextEncoder()
  return (
    <dl className={fileStyles.files}>
      {Object.entries(writeLesson(lesson)).map(([name, text]) => (
        <div key={name}>
          <dt title={name}>{name}</dt>
          <dd>{bytesText(encoder.encode(text).length)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The recorded requests; ticks choose those that the lesson needs. What it starts from stands below. */
export function RecordedColumn({ build }: { readonly build: Build }) {
  const lab = useLab()
  const { draft } = build
  const [words, setWords] = useState('')
  const [isAsking, setAsking] = useState(false)
  const more = () => {
    setWords('The recording opens…')
    void recordMore(lab, draft).then(setWords)
  }
  return (
    <section className={styles.recorded} aria-label="Recorded" data-region="lesson">
      <header>
        <h3>
          Recorded <small>{`${draft.ticked.length} of ${draft.recorded.length}`}</small>
        </h3>
        <Button size="small" onClick={more}>
          Record more
        </Button>
      </header>
      <p role="status">{words}</p>
      {draft.recorded.length === 0 && (
        <p className={styles.empty}>
          {draft.steps.length === 0 ? 'Nothing yet.' : 'These steps were not recorded here.'} Press “Record more”, then
          change objects or send requests in the Lab; each becomes a step.
        </p>
      )}
      <ul>
        {recordedRows(draft).map((row) =>
          row.type === 'step' ? (
            <StepRow key={`step-${row.step.key}`} build={build} step={row.step} />
          ) : (
            <Row key={row.recorded.id} build={build} recorded={row.recorded} />
          ),
        )}
      </ul>
      <footer>
        <b>Starts from</b>
        <span>
          {draft.start}. The learner is {draft.me}.
        </span>
        <Files lesson={build.lesson} />
        {isAsking ? (
          <span className={styles.tools}>
            <Button size="small" onClick={() => void removeDraft(lab, draft)}>
              Delete it
            </Button>
            <Button size="small" look="ghost" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </span>
        ) : (
          <Button size="small" look="ghost" onClick={() => setAsking(true)}>
            Delete draft…
          </Button>
        )}
      </footer>
    </section>
  )
}
