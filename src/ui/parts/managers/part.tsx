import { useMemo } from 'react'
import { useStore } from 'zustand'
import { openWork } from '#ui/lab/actions.ts'
import { classes } from '#ui/kit/button.tsx'
import { OwnerLetter } from '#ui/kit/text.tsx'
import { Section } from '#ui/kit/section.tsx'
import type { InspectorPanel } from '#ui/lab/part.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useManagerMark } from '#ui/lab/manager-marks.ts'
import { draftKey } from '#ui/exchange/draft-store.ts'
import { findObject } from '#ui/model/object-view.ts'
import { ageText, clockText, countText } from '#ui/model/words.ts'
import { useLab, useSelectedObject, useShownTime } from '#ui/lab/use-lab.ts'
import { ownersAt, valueWords } from './conflicts.ts'
import { entryKey, managerEntries, type ManagerEntry, ownedCount, valueAt } from './fields-v1.ts'
import { operationWords } from './owner-words.ts'
import { createOwnership } from './ownership-store.ts'
import type { ApplyReview } from './review.ts'
import styles from './ownership.module.css'

/**
 * The inspector section for managed fields of the selected object; during a review it shows the changes of ownership.
 */
export const managersPanel: InspectorPanel = {
  id: 'managers',
  title: 'Managers',
  Body: Managers,
  objectActions: (lab, ref) => {
    const object = findObject(lab.view.getState(), ref)
    const count = new Set(managerEntries(object).map(({ manager }) => manager)).size
    const run = () => {
      lab.selection.selectObject(ref)
      openWork(lab, 'yaml')
      partState(lab, createOwnership).setFilter('')
    }
    const note = () => countText(count, 'manager')
    return [
      { id: 'do-owners', section: 'Objects', title: 'Show field ownership', keys: ['m'], icon: 'user', note, run },
    ]
  },
  commands: [
    {
      id: 'ownership',
      section: 'Objects',
      title: 'Field ownership',
      keys: ['m'],
      icon: 'user',
      run: (lab) => {
        openWork(lab, 'yaml')
        partState(lab, createOwnership).toggle()
      },
    },
  ],
}

function Managers() {
  const lab = useLab()
  const object = useSelectedObject()
  const ref = useStore(lab.selection, (state) => state.object)
  const review = useStore(partState(lab, createOwnership), (state) => state.review)
  const entries = useMemo(() => managerEntries(object), [object])
  if (object === undefined || ref === null) return null
  const isReviewed = review !== null && review.key === draftKey(ref) && review.conflicts.length > 0
  return (
    <>
      {isReviewed && <Choices review={review} />}
      <Section title="Managers" note={String(new Set(entries.map(({ manager }) => manager)).size)}>
        {entries.length === 0 ? (
          <p className={styles.say}>No manager owns fields of this object.</p>
        ) : (
          <ul className={styles.managers} data-testid="managers">
            {entries.map((entry) => (
              <Manager
                key={entryKey(entry)}
                entry={entry}
                most={Math.max(...entries.map(({ fields }) => ownedCount(fields)))}
                isForeign={entry.apiVersion !== object.apiVersion}
              />
            ))}
          </ul>
        )}
      </Section>
    </>
  )
}

interface ManagerProps {
  readonly entry: ManagerEntry
  /** Field count of the entry that owns the most. */
  readonly most: number
  readonly isForeign: boolean
}

/** One entry. While it is pressed, its lines are highlighted and the other bars fade. */
function Manager({ entry, most, isForeign }: ManagerProps) {
  const managerMark = useManagerMark(useSelectedObject())
  const lab = useLab()
  const store = partState(lab, createOwnership)
  const isKept = useStore(store, (state) => state.filter === entryKey(entry))
  const nowMs = useShownTime()
  const count = ownedCount(entry.fields)
  const time = Date.parse(entry.time)
  return (
    <li>
      <button
        type="button"
        aria-pressed={isKept}
        className={classes(styles.manager, isKept && styles.kept)}
        title={`${countText(count, 'field')}${isForeign ? `, in the field names of ${entry.apiVersion}` : ''}`}
        onClick={() => {
          openWork(lab, 'yaml')
          store.setFilter(isKept ? '' : entryKey(entry))
        }}
      >
        <OwnerLetter {...managerMark(entry.manager)} name={entry.manager} />
        <span className={styles.managerName}>
          <span aria-hidden="true">{entry.manager}</span> <small>{operationWords(entry)}</small>
        </span>
        <span className={styles.share} aria-hidden="true">
          <i style={{ width: `${(count / most) * 100}%`, background: managerMark(entry.manager).hue }} />
        </span>
        <span className={styles.count}>{count}</span>
        {Number.isNaN(time) ? (
          <span />
        ) : (
          <time dateTime={entry.time} title={clockText(time)}>
            {ageText(time, nowMs)}
          </time>
        )}
      </button>
    </li>
  )
}

const meanings = [
  [
    'Force',
    'Your value is stored and you are the only owner. The next apply of the previous owner conflicts with yours.',
  ],
  ['Give up', 'The field is omitted from your apply. Value and owner stay the same.'],
  ['Take', 'You send their value. Only the ownership changes: both of you own the field.'],
] as const

/**
 * Shows owner and value of each conflicting field, now and after the selected resolutions, from the server's dry run.
 * [OW6]
 */
function Choices({ review }: { readonly review: ApplyReview }) {
  const live = useSelectedObject()
  return (
    <>
      <Section title="After these choices" note="preview, dry run">
        <table className={styles.preview}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Now</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {review.conflicts.map((conflict) => (
              <tr key={`${conflict.path} ${conflict.manager}`}>
                <th scope="row" title={conflict.path}>
                  {conflict.path.split('.').at(-1)}
                </th>
                <td>{live !== undefined && <Held object={live} path={conflict.steps} />}</td>
                <td className={review.choices.get(conflict.path) === 'force' ? styles.yours : undefined}>
                  {review.after === null ? '…' : <Held object={review.after} path={conflict.steps} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title="What each choice means">
        <dl className={styles.meanings}>
          {meanings.map(([word, meaning]) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  )
}

function Held({
  object,
  path,
}: {
  readonly object: NonNullable<ApplyReview['after']>
  readonly path: readonly string[]
}) {
  const managerMark = useManagerMark(useSelectedObject())
  return (
    <span className={styles.held}>
      {ownersAt(object, path).map((name) => (
        <OwnerLetter key={name} {...managerMark(name)} name={name} />
      ))}
      <code>{valueWords(valueAt(object, path), 14)}</code>
    </span>
  )
}
