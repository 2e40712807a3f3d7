import { useId, useMemo } from 'react'
import { useStore } from 'zustand'
import type { ControllerStatus } from '#facts/fact.ts'
import { Button } from '#ui/kit/button.tsx'
import { attempt } from '#ui/lab/actions.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { postJson } from '#ui/model/api.ts'
import { groupActors, shownName, stateWords, summaryWords } from './actor-words.ts'
import { inOrder } from './node-order.ts'
import styles from './loops.module.css'

/** All that acts by itself, each with its state in words and its controls. [LI1] */
export function LoopsBody() {
  const lab = useLab()
  const controllers = useStore(lab.cluster, (state) => state.controllers)
  const groups = useMemo(() => groupActors(controllers.values()), [controllers])
  const error = groups.all?.lastError ?? ''
  return (
    <div className={styles.loops} data-testid="loops">
      <p className={styles.summary}>
        {groups.nodes.length === 0
          ? 'Nothing runs pods here: a Deployment stays a stored object. Start adds the controllers, the scheduler and three simulated nodes.'
          : `${summaryWords(groups)}. A paused one acts once for each step.`}
      </p>
      {error !== '' && (
        <p role="alert" className={styles.error}>
          The stages are not in use: {error}
        </p>
      )}
      <div className={styles.groups}>
        <Group title="Nodes" actors={inOrder(groups.nodes)} />
        <Group title="Stages of pods" actors={groups.stages} />
        <Group title="Loops" actors={groups.loops} />
      </div>
    </div>
  )
}

function Group({ title, actors }: { readonly title: string; readonly actors: readonly ControllerStatus[] }) {
  const id = useId()
  if (actors.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul>
        {actors.map((actor) => (
          <ActorRow key={actor.name} actor={actor} />
        ))}
      </ul>
    </section>
  )
}

const delays = [0, 1000, 5000, 20_000]

function ActorRow({ actor }: { readonly actor: ControllerStatus }) {
  const lab = useLab()
  const { name, kind, paused, silent, waiting = 0, delayMs = 0 } = actor
  const shown = shownName(actor)
  const set = (body: object) =>
    void attempt(lab, postJson(lab.read, `/debug/controllers/${encodeURIComponent(name)}`, body))
  return (
    <li data-paused={paused} data-actor={name}>
      <b>{shown}</b>
      <small>{stateWords(actor)}</small>
      <span className={styles.controls}>
        {kind === 'node' && (
          <Button
            look="ghost"
            size="small"
            aria-label={`${silent === true ? 'Bring back' : 'Lose'} ${shown}`}
            onClick={() => set({ silent: silent !== true })}
          >
            {silent === true ? 'Bring back' : 'Lose'}
          </Button>
        )}
        <label>
          <span className="visually-hidden">Delay of {shown}</span>
          <select value={delayMs} onChange={({ target }) => set({ delayMs: Number(target.value) })}>
            {[...new Set([...delays, delayMs])].map((ms) => (
              <option key={ms} value={ms}>
                {ms === 0 ? 'at once' : `${ms / 1000} s later`}
              </option>
            ))}
          </select>
        </label>
        <Button
          look="ghost"
          size="small"
          aria-label={`Step ${shown}`}
          disabled={!paused || waiting === 0}
          onClick={() => set({ step: true })}
        >
          Step
        </Button>
        <Button
          size="small"
          aria-label={`${paused ? 'Resume' : 'Pause'} ${shown}`}
          onClick={() => set({ paused: !paused })}
        >
          {paused ? 'Resume' : 'Pause'}
        </Button>
      </span>
    </li>
  )
}
