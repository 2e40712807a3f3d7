import { useMemo } from 'react'
import { useStore } from 'zustand'
import { textOf } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { InspectorPanel } from '#ui/lab/part.ts'
import { ageText } from '#ui/model/words.ts'
import { useLab, useSelectedObject, useShownTime } from '#ui/lab/use-lab.ts'
import styles from '#ui/kit/finding-list.module.css'
import { Section } from '#ui/kit/section.tsx'

/** The inspector section for events about the selected object; hidden when there are none. */
export const eventsPanel: InspectorPanel = { id: 'events', title: 'Events', Body: Events }

function concerns(event: ApiObject, object: ApiObject): boolean {
  const about = event['involvedObject']
  if (typeof about !== 'object' || about === null || Array.isArray(about)) return false
  if (textOf(about['uid']) !== '') return about['uid'] === object.metadata.uid
  return (
    about['kind'] === object.kind &&
    about['name'] === object.metadata.name &&
    textOf(about['namespace']) === (object.metadata.namespace ?? '')
  )
}

const lastSeen = (event: ApiObject): number =>
  Date.parse(textOf(event['lastTimestamp']) || textOf(event['eventTime']) || (event.metadata.creationTimestamp ?? ''))

function Events() {
  const { view } = useLab()
  const nowMs = useShownTime()
  const object = useSelectedObject()
  const events = useStore(view, (state) => state.groups.get('v1.events')?.items)
  const own = useMemo(
    () =>
      object === undefined || events === undefined
        ? []
        : [...events.values()].filter((event) => concerns(event, object)).sort((a, b) => lastSeen(b) - lastSeen(a)),
    [object, events],
  )
  if (own.length === 0) return null
  return (
    <Section title="Events" note={String(own.length)}>
      <ul className={styles.findings}>
        {own.slice(0, 20).map((event) => (
          <li key={event.metadata.uid}>
            <b>{textOf(event['reason'])}</b>
            <code>{textOf(event['type'])}</code>
            <small>{ageText(lastSeen(event), nowMs)}</small>
            <p>{textOf(event['message']) || textOf(event['note'])}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
