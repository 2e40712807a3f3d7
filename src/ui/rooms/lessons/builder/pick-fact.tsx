import { useState } from 'react'
import type { CelInputs } from '#cel/cel.ts'
import type { DraftCheck } from '#lesson/build/draft.ts'
import { factsAfter, type ObjectFacts } from '#lesson/build/facts-after.ts'
import { findFacts, isPicked } from '#lesson/build/find-facts.ts'
import type { Expectation } from '#lesson/lesson.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { Line } from '#ui/kit/code/markdown.tsx'
import { countText } from '#ui/model/words.ts'
import formStyles from './form.module.css'
import styles from './pick-fact.module.css'

interface PickFactProps {
  readonly inputs: CelInputs | undefined
  readonly checks: readonly DraftCheck[]
  readonly onPick: (fact: Expectation) => void
}

/** Lists what is true after the step, by object: the condition of a fact is written by itself. [LSN38] */
export function PickFact({ inputs, checks, onPick }: PickFactProps) {
  const [isShown, setShown] = useState(false)
  if (inputs === undefined) return <p className={formStyles.none}>Run it to pick from what is true then.</p>
  return (
    <details className={styles.pick} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
      <summary>Pick what is true then</summary>
      {isShown && <FactList all={factsAfter(inputs)} checks={checks} onPick={onPick} />}
    </details>
  )
}

interface FactListProps extends Pick<PickFactProps, 'checks' | 'onPick'> {
  readonly all: readonly ObjectFacts[]
}

/** The facts that are searched for, by object. */
function FactList({ all, checks, onPick }: FactListProps) {
  const [search, setSearch] = useState('')
  const found = findFacts(all, search)
  const count = found.reduce((sum, { facts }) => sum + facts.length, 0)
  return (
    <>
      <input
        type="search"
        className={formStyles.text}
        aria-label="Find a fact"
        placeholder="Find a fact: a name, a field, a value"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <p role="status" className={styles.count}>
        {found.length === 0
          ? 'No fact has these words.'
          : `${countText(count, 'fact')} of ${countText(found.length, 'object')}`}
      </p>
      <div className={styles.objects}>
        {found.map((object, at) => (
          // With a search that finds little, all are open.
          <Facts
            key={`${object.title} ${search}`}
            object={object}
            isOpen={at === 0 || (search !== '' && found.length <= openMax)}
            checks={checks}
            onPick={onPick}
          />
        ))}
      </div>
    </>
  )
}

/** Objects that a search opens at once. */
const openMax = 8

interface FactsProps extends Pick<PickFactProps, 'checks' | 'onPick'> {
  readonly object: ObjectFacts
  readonly isOpen: boolean
}

/** The facts of one object. Those that are conditions of the step have a tick. */
function Facts({ object: { title, facts }, isOpen, checks, onPick }: FactsProps) {
  return (
    <details open={isOpen}>
      <summary>
        {title} <small>{facts.length}</small>
      </summary>
      <ul>
        {facts.map((fact) => {
          const isOn = isPicked(checks, fact)
          return (
            <li key={fact.is}>
              <button type="button" aria-pressed={isOn} onClick={() => onPick(fact)}>
                {isOn && <Icon name="check" size={12} />}
                <span>
                  <Line text={fact.say} />
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
