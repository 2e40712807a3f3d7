import { useStore } from 'zustand'
import type { EditorLayout } from '#editor/text-editor.ts'
import type { RevisionRow } from '#facts/fact.ts'
import { shortDifferences } from '#ui/kit/changes/short-difference.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { isWriteOf } from '#ui/model/selection.ts'
import { ageText } from '#ui/model/words.ts'
import { useLab, useSelectedObject, useShownTime } from '#ui/lab/use-lab.ts'
import { readYaml } from '#ui/texts/read-yaml.ts'
import type { Choice } from './applied-config.ts'
import { type FieldConflict, valueWords } from './conflicts.ts'
import { valueAt } from './fields-v1.ts'
import { writtenAt } from './owner-words.ts'
import { type PlacedConflict, zoneHeight } from './placed-conflict.ts'
import { type ApplyReview, choose } from './review.ts'
import styles from './zones.module.css'

interface ConflictZonesProps {
  readonly layout: EditorLayout
  readonly placed: readonly PlacedConflict[]
  readonly review: ApplyReview
  readonly reference: ObjectRef
}

/** Shows below each conflicting line who set the value and when, with the possible resolutions. [OW6] */
export function ConflictZones({ layout, placed, review, reference }: ConflictZonesProps) {
  const lab = useLab()
  const rows = useStore(lab.cluster, (state) => state.rows)
  const live = useSelectedObject()
  const writes = rows.filter((row) => isWriteOf(row, reference))
  const read = readYaml(review.draft.text)
  const wanted = read.type === 'object' ? read.object : undefined
  if (placed.length === 0) return null
  return (
    <ul className={styles.zones} aria-label="Conflicting fields">
      {placed.map((conflict, at) => {
        const above = placed.filter((other, index) => other.line === conflict.line && index < at).length
        const top = layout.topOfLine(conflict.line) + layout.lineHeight - layout.scrollTop + above * zoneHeight
        if (top < -zoneHeight || top > layout.height) return null
        const [yours, theirs] = shortDifferences(
          [valueWords(valueAt(wanted, conflict.steps), Infinity), valueWords(valueAt(live, conflict.steps), Infinity)],
          18,
        )
        return (
          <li
            key={`${conflict.path} ${conflict.manager}`}
            className={styles.zone}
            style={{ top, height: zoneHeight }}
            data-testid="field-conflict"
          >
            <span className={styles.said}>
              <b>{conflict.manager}</b> set <code>{valueWords(valueAt(live, conflict.steps))}</code>
              <Since writes={writes} conflict={conflict} />
            </span>
            <Choices
              conflict={conflict}
              review={review}
              reference={reference}
              yours={yours ?? ''}
              theirs={theirs ?? ''}
            />
          </li>
        )
      })}
    </ul>
  )
}

function Since({ writes, conflict }: { readonly writes: readonly RevisionRow[]; readonly conflict: FieldConflict }) {
  const nowMs = useShownTime()
  const at = writtenAt(writes, conflict.manager, conflict.steps)
  const row = writes.find(({ revision }) => String(revision) === at)
  if (at === '') return null
  return (
    <>
      {' '}
      at <code>{at}</code>
      {row !== undefined && `, ${ageText(row.timeMs, nowMs)} ago`}
    </>
  )
}

interface ChoicesProps {
  readonly conflict: FieldConflict
  readonly review: ApplyReview
  readonly reference: ObjectRef
  readonly yours: string
  readonly theirs: string
}

function Choices({ conflict, review, reference, yours, theirs }: ChoicesProps) {
  const lab = useLab()
  const chosen = review.choices.get(conflict.path)
  const words: readonly (readonly [Choice, string])[] = [
    ['force', `Force ${yours}`],
    ['give-up', 'Give up'],
    ['take', `Take ${theirs}`],
  ]
  return (
    <span className={styles.segment} role="group" aria-label={`Resolution for ${conflict.path}`}>
      {words.map(([choice, title]) => (
        <button
          key={choice}
          type="button"
          aria-pressed={chosen === choice}
          onClick={() =>
            void choose(
              { lab, ref: reference, draft: review.draft },
              new Map(review.choices).set(conflict.path, choice),
            )
          }
        >
          {title}
        </button>
      ))}
    </span>
  )
}
