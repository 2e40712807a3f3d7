import { useMemo } from 'react'
import { useStore } from 'zustand'
import { isObject, type JsonObject } from '#api/json.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { readYaml } from '#ui/texts/read-yaml.ts'
import { type AskedField, askedFields } from './asked-fields.ts'
import { fileOf, type Side, sides } from './files.ts'
import { applyStore, type Pane } from './store.ts'

function fileOfPane({ text }: Pane): JsonObject {
  const read = readYaml(text)
  return read.type === 'object' && isObject(read.object) ? read.object : {}
}

/** The fields that the server named in the conflict of a pane's Apply. */
export const conflictsOf = ({ forecasts }: Pane): readonly string[] =>
  (forecasts?.apply.exchange.status?.details?.causes ?? [])
    .filter(({ reason }) => reason === 'FieldManagerConflict')
    .map(({ field = '' }) => field)

/** The fields of both files, beside the object now. */
export function useAskedFields(): readonly AskedField[] {
  const { object, subject, panes } = useStore(applyStore(useLab()).store)
  return useMemo(() => {
    if (object === null || subject === null) return []
    const of = <Value>(read: (pane: Pane) => Value): Record<Side, Value> => ({
      left: read(panes.left),
      right: read(panes.right),
    })
    const applied = new Set((object.metadata.managedFields ?? []).filter(isObject).map(({ manager }) => manager))
    const held = sides
      .map((side) => panes[side].manager)
      .filter((manager) => applied.has(manager))
      .map((manager) => fileOf(object, subject.resource, manager))
    return askedFields(object, { asked: of(fileOfPane), held }, of(conflictsOf))
  }, [object, subject, panes])
}
