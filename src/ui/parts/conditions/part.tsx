import type { InspectorPanel } from '#ui/lab/part.ts'
import { ageText } from '#ui/model/words.ts'
import { useSelectedObject, useShownTime } from '#ui/lab/use-lab.ts'
import { conditionsOf } from './conditions.ts'
import styles from '#ui/kit/finding-list.module.css'
import { Section } from '#ui/kit/section.tsx'

/** The inspector section for `status.conditions` of the selected object; hidden when there are none. */
export const conditionsPanel: InspectorPanel = { id: 'conditions', title: 'Conditions', Body: Conditions }

function Conditions() {
  const object = useSelectedObject()
  const nowMs = useShownTime()
  const conditions = object === undefined ? [] : conditionsOf(object)
  if (conditions.length === 0) return null
  return (
    <Section title="Conditions" note={String(conditions.length)}>
      <ul className={styles.findings}>
        {conditions.map(({ type, status, reason, message, since }) => (
          <li key={type}>
            <b>{type}</b>
            <code>{status}</code>
            <small>{since === '' ? '' : ageText(Date.parse(since), nowMs)}</small>
            {(reason !== '' || message !== '') && (
              <p>
                {reason} {message}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
