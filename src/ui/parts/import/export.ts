import { stringify } from 'yaml'
import type { ApiObject } from '#api/object-meta.ts'
import type { ObjectView } from '#ui/model/object-view.ts'

/** Returns all objects of a view as one multi-document YAML text, in discovery order, without server-owned fields. */
export function exportText(view: ObjectView): string {
  const objects = [...view.groups.values()].flatMap(({ items }) => [...items.values()])
  return objects
    .map((object) => stringify(withoutServerFields(object), { lineWidth: 0, schema: 'yaml-1.1' }))
    .join('---\n')
}

const serverFields = new Set(['uid', 'resourceVersion', 'creationTimestamp', 'generation', 'managedFields', 'selfLink'])

function withoutServerFields({ status: _status, ...object }: ApiObject): object {
  const metadata = Object.fromEntries(Object.entries(object.metadata).filter(([name]) => !serverFields.has(name)))
  return { ...object, metadata }
}
