import { useState } from 'react'
import { isLearners, type LessonDraft, toggleRecorded } from '#lesson/build/draft.ts'
import type { Recorded } from '#lesson/build/recorded.ts'
import { placeOf } from '#record/exchange.ts'
import { Button, classes } from '#ui/kit/button.tsx'
import { countText } from '#ui/model/words.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { recordMore, removeDraft } from '#ui/rooms/lessons/state/start-build.ts'
import type { Build } from './build.ts'
import styles from './builder.module.css'

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
  const { draft, change, setView } = build
  const { id, method, actor, target, code } = recorded
  const isTicked = draft.ticked.includes(id)
  const at = draft.steps.findIndex(({ ids }) => ids.includes(id))
  const step = draft.steps[at]
  const isOthers = !isLearners(draft, recorded)
  return (
    <li className={classes(styles.row, !isTicked && styles.isOut)}>
      <label title={`${method} ${target}`}>
        <input type="checkbox" checked={isTicked} onChange={() => change((now) => toggleRecorded(now, id))} />
        <code data-method={method}>{method}</code>
        <span className={styles.target}>
          {isOthers && `${actor} `}
          <code>{objectText(target)}</code>
        </span>
        <b data-refused={code >= 400 ? '' : undefined}>{code}</b>
      </label>
      {isOthers && <small>someone else: part of the scene</small>}
      {/[?&]dryRun=/.test(target) && <small>a dry run: nothing was stored</small>}
      {step !== undefined && (
        <button type="button" className={styles.toStep} onClick={() => setView({ type: 'step', key: step.key })}>
          {at + 1}
          <span className="visually-hidden"> is its step: {step.title}</span>
        </button>
      )}
    </li>
  )
}

/** The files of the lesson besides its words. */
function broughtWords({ seed, configs, cassette }: LessonDraft): readonly string[] {
  return [
    seed.length > 0 && `${countText(seed.length, 'file')} of objects`,
    configs.length > 0 && countText(configs.length, 'configuration file'),
    cassette !== '' && 'recorded answers',
  ].filter((words) => words !== false)
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
          Nothing yet. Press “Record more”, then change objects or send requests in the Lab; each becomes a step.
        </p>
      )}
      <ul>
        {draft.recorded.map((recorded) => (
          <Row key={recorded.id} build={build} recorded={recorded} />
        ))}
      </ul>
      <footer>
        <b>Starts from</b>
        <span>
          {[draft.start, ...broughtWords(draft)].join('; ')}. The learner is {draft.me}.
        </span>
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
