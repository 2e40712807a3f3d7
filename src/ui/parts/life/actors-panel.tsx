import { useState } from 'react'
import { useStore } from 'zustand'
import { actorTextProblem } from '#samples/actors/check-actor-text.ts'
import { readActorText } from '#samples/actors/read-actor-text.ts'
import { Button } from '#ui/kit/button.tsx'
import { createGhostWriter, type ListedActor } from '#ui/lab/actors/ghost-writer-store.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import styles from './life.module.css'

/** Template of a new actor: it changes every ConfigMap that asks for it. */
const starter = `name: colours
groups: ['system:masters']
seed: 1
follows: /api/v1/configmaps
stages:
- name: red
  match: { metadata.annotations.colours: present }
  delay: { ms: 1000, jitterMs: 2000 }
  weight: 2
  next: { patch: { data: { colour: red } } }
- name: blue
  match: { metadata.annotations.colours: present }
  delay: { ms: 1000 }
  weight: 1
  next: { patch: { data: { colour: blue } } }
`

/** The actors as a list with a switch each, and the text of the chosen one. [ACT3] */
export function ActorsPanel({ actors }: { readonly actors: readonly ListedActor[] }) {
  const lab = useLab()
  const ghost = partState(lab, createGhostWriter)
  const chosen = useStore(lab.layout, (state) => state.benches['life'] ?? '')
  const choose = (id: string) => lab.layout.setBench('life', id)
  const actor = actors.find(({ id }) => id === chosen) ?? actors[0]
  const add = () => {
    ghost.add(starter)
    choose(ghost.store.getState().own.at(-1)?.id ?? '')
  }
  return (
    <section className={styles.actors} aria-label="Actors">
      <div className={styles.list}>
        <ul>
          {actors.map(({ id, text, isOn }) => {
            const name = readActorText(text).actor?.name ?? id
            return (
              <li key={id} data-actor={id}>
                <input
                  type="checkbox"
                  aria-label={`${name} acts`}
                  checked={isOn}
                  onChange={() => ghost.toggleActor(id)}
                />
                <button type="button" aria-pressed={id === actor?.id} onClick={() => choose(id)}>
                  {name}
                </button>
                <small>{isOn ? 'acts' : 'paused'}</small>
              </li>
            )
          })}
        </ul>
        <Button size="small" icon="plus" onClick={add}>
          Add an actor
        </Button>
      </div>
      {actor !== undefined && <ActorText key={actor.id} actor={actor} />}
    </section>
  )
}

/** The YAML of an actor. It starts again with a text that declares one. */
function ActorText({ actor }: { readonly actor: ListedActor }) {
  const ghost = partState(useLab(), createGhostWriter)
  const { id, given } = actor
  const [text, setText] = useState(actor.text)
  const problem = actorTextProblem(text)
  const isChanged = text !== actor.text
  const back = () => {
    ghost.remove(id)
    if (given !== null) setText(given)
  }
  return (
    <div className={styles.text}>
      <p id="actor-problem" role="status" className={styles.problem}>
        {problem}
      </p>
      <textarea
        aria-label={`Actor ${id} as YAML`}
        aria-invalid={problem !== ''}
        aria-describedby="actor-problem"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p className={styles.tools}>
        <Button
          size="small"
          look="primary"
          disabled={!isChanged || problem !== ''}
          onClick={() => ghost.edit(id, text)}
        >
          Use this text
        </Button>
        {given === null ? (
          <Button size="small" look="ghost" onClick={back}>
            Remove
          </Button>
        ) : (
          <Button size="small" look="ghost" disabled={text === given && actor.text === given} onClick={back}>
            As it came
          </Button>
        )}
      </p>
    </div>
  )
}
