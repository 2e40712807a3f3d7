import { useStore } from 'zustand'
import { MenuButton } from '#ui/kit/menu.tsx'
import { KindSquare } from '#ui/kit/text.tsx'
import type { Lab } from '#ui/lab/lab.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import type { ObjectView, ViewGroup } from '#ui/model/object-view.ts'
import { isSameObject, type ObjectRef } from '#ui/model/selection.ts'
import { countText } from '#ui/model/words.ts'
import { versionsStore } from './store.ts'

/** A kind that can be read: it has an object, which the gets ask for. */
export interface ReadableKind {
  readonly id: string
  readonly kind: string
  readonly group: string
  readonly count: number
  readonly object: ObjectRef
}

/** The object of a kind that is asked for: one in the namespace that is shown, if there is one. */
function objectOf(id: string, { items }: ViewGroup, namespace: string): ObjectRef | undefined {
  const objects = [...items.values()]
  const first = objects.find(({ metadata }) => metadata.namespace === namespace) ?? objects[0]
  if (first?.metadata.name === undefined) return undefined
  return { resourceId: id, namespace: first.metadata.namespace ?? '', name: first.metadata.name }
}

/** Returns the kinds that have objects, by name. [VM6] */
export function readableKinds({ groups }: Pick<ObjectView, 'groups'>, namespace: string): readonly ReadableKind[] {
  return [...groups]
    .flatMap(([id, group]) => {
      const object = objectOf(id, group, namespace)
      const { kind, group: name } = group.resource
      return object === undefined ? [] : [{ id, kind, group: name, count: group.items.size, object }]
    })
    .toSorted((a, b) => a.kind.localeCompare(b.kind, 'en') || a.id.localeCompare(b.id, 'en'))
}

function choose(lab: Lab, object: ObjectRef): void {
  if (!isSameObject(lab.selection.getState().object, object)) lab.selection.openObject(object)
}

/** Chooses the kind that is read: its first object is selected, as from the tree. [VM6] */
export function KindMenu() {
  const lab = useLab()
  const { subject, isRunning } = useStore(versionsStore(lab).store)
  const groups = useStore(lab.view, (state) => state.groups)
  const kinds = readableKinds({ groups }, subject?.ref.namespace ?? '')
  const chosen = kinds.find(({ id }) => id === subject?.ref.resourceId)
  if (kinds.length === 0) return null
  return (
    <MenuButton
      size="small"
      menuLabel="Kind that is read"
      disabled={isRunning && subject !== null}
      chosen={chosen === undefined ? [] : [chosen.id]}
      sections={[
        {
          items: kinds.map(({ id, kind, group, count, object }) => ({
            id,
            label: (
              <>
                <KindSquare kind={kind} group={group} /> {kind}
              </>
            ),
            note: countText(count, 'object'),
            run: () => choose(lab, object),
          })),
        },
      ]}
    >
      {chosen === undefined ? (
        'Kind'
      ) : (
        <>
          <KindSquare kind={chosen.kind} group={chosen.group} />
          <span className="visually-hidden">Kind: </span> {chosen.kind}
        </>
      )}
    </MenuButton>
  )
}
