import { useStore } from 'zustand'
import { Button, classes, IconButton } from '#ui/kit/button.tsx'
import { ExplainCard } from '#ui/exchange/response/explain-card.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import type { Subject } from '#ui/trials/subject.ts'
import { TrialChip } from '#ui/trials/trial-chip.tsx'
import { moved, type Step, stepsOf, ways } from './orders.ts'
import { fieldText, type RaceField } from './race-field.ts'
import type { DoneStep } from './run-race.ts'
import { raceStore } from './store.ts'
import { useDrag } from './use-drag.ts'
import { useChoice, useNames } from './use-race.ts'
import styles from './race.module.css'

interface CardProps {
  readonly step: Step
  readonly at: number
  readonly done: DoneStep | undefined
  readonly subject: Subject
  readonly field: RaceField
  readonly canMove: boolean
  readonly handlers: Partial<ReturnType<ReturnType<typeof useDrag>['handlersOf']>>
}

/** Says what a step does, or did. */
function stepWords(step: Step, { path, after }: RaceField, done: DoneStep | undefined): string {
  const last = path.at(-1) ?? ''
  const next = after[step.client]
  if (step.verb === 'read')
    return done === undefined ? `reads ${last}` : `reads ${last} ${done.value}, holds ${done.version}`
  return done === undefined ? `${last} → ${next}` : `${last} ${done.value} → ${next}, built on ${done.builtOn}`
}

/** One request: what it is, and what the server answered. */
function Card({ step, at, done, subject, field, canMove, handlers }: CardProps) {
  const race = raceStore(useLab())
  const { order, way } = useChoice()
  const verb = step.verb === 'read' ? 'GET' : (ways.find(({ id }) => id === way)?.verb ?? '')
  const words = stepWords(step, field, done)
  const isRefused = done !== undefined && done.exchange.code >= 400
  return (
    <div
      className={classes(
        styles.card,
        canMove && styles.movable,
        isRefused && styles.cardBad,
        done === undefined && styles.waiting,
      )}
      {...handlers}
    >
      <span className={styles.request}>
        <code>
          {verb} {subject.ref.name}
        </code>{' '}
        {done !== undefined && <b className={isRefused ? styles.bad : styles.good}>{done.exchange.code}</b>}
      </span>
      <span className={styles.words} title={words}>
        {words}
      </span>
      {canMove && (
        <span className={styles.moves}>
          <IconButton
            icon="up"
            label={`Step ${at + 1} earlier`}
            size="small"
            disabled={moved(order, at, -1) === null}
            onClick={() => void race.move(at, -1)}
          />
          <IconButton
            icon="down"
            label={`Step ${at + 1} later`}
            size="small"
            disabled={moved(order, at, 1) === null}
            onClick={() => void race.move(at, 1)}
          />
        </span>
      )}
    </div>
  )
}

/** The steps of an order; later ones were added after a refusal. */
const ORDERED = 4

/** The steps of the chosen order, with the version of the object between the clients. */
export function Sequence({ subject, field }: { readonly subject: Subject; readonly field: RaceField }) {
  const race = raceStore(useLab())
  const { done } = useStore(race.store)
  const { order } = useChoice()
  const { drag, handlersOf } = useDrag(ORDERED, (from, to) => void race.place(from, to))
  const names = useNames()
  const steps = [...stepsOf(order), ...done.slice(ORDERED).map(({ step }) => step)]
  return (
    <>
      <div className={styles.heads} aria-hidden="true">
        <b>{names.a}</b>
        <span>
          {subject.resource.kind} <b>{subject.ref.name}</b>
        </span>
        <b>{names.b}</b>
      </div>
      <ol className={styles.steps} aria-label={`Steps that change ${fieldText(field)}`}>
        {steps.map((step, at) => {
          const sent = done[at]
          return (
            // Steps have no other identity than their place.
            // oxlint-disable-next-line react/no-array-index-key
            <li
              key={at}
              className={classes(step.client === 'b' && styles.right, drag !== null && drag.to === at && styles.target)}
              data-step={at + 1}
            >
              <span className={styles.number}>{at + 1}</span>
              <span className="visually-hidden">{names[step.client]}:</span>
              <Card
                {...{ step, at, subject, field }}
                done={sent}
                canMove={at < ORDERED}
                handlers={at < ORDERED ? handlersOf(at) : {}}
              />
              <span
                className={classes(styles.arrow, sent !== undefined && sent.exchange.status !== null && styles.stopped)}
                data-to={pointsTo(step)}
                aria-hidden="true"
              />
              <span className={classes(styles.version, step.verb === 'write' && isStored(sent) && styles.written)}>
                <span className="visually-hidden">the object is at </span>
                {sent?.version ?? '·'}
              </span>
            </li>
          )
        })}
      </ol>
      <Refused names={names} />
    </>
  )
}

/** A read brings the object to its client, a write the client's change to the object; the object is between the clients. */
const pointsTo = ({ client, verb }: Step): 'left' | 'right' =>
  (client === 'b') === (verb === 'read') ? 'right' : 'left'

const isStored = (step: DoneStep | undefined): boolean => step !== undefined && step.exchange.code < 400

/** Explains the last refusal, unless the client tried again with success. */
function Refused({ names }: { readonly names: ReturnType<typeof useNames> }) {
  const race = raceStore(useLab())
  const { done } = useStore(race.store)
  const { way } = useChoice()
  const refused = done.findLast(({ exchange }) => exchange.status !== null)
  const last = done.at(-1)
  if (refused === undefined || last === undefined || refused.exchange.status === null) return null
  const isSettled =
    last !== refused && last.step.client === refused.step.client && isStored(last) && done.length > ORDERED
  if (isSettled) return null
  const { client } = refused.step
  return (
    <div className={styles.refusal}>
      <TrialChip exchange={refused.exchange} />
      <ExplainCard
        status={refused.exchange.status}
        isBrief
        actions={
          <>
            <Button size="small" look="primary" onClick={() => void race.retry(refused.step)} data-testid="race-retry">
              Read again and retry as {names[client]}
            </Button>
            {way === 'put' && (
              <Button size="small" look="ghost" onClick={() => void race.insist(refused.step)}>
                Send without a version
              </Button>
            )}
          </>
        }
      />
    </div>
  )
}
