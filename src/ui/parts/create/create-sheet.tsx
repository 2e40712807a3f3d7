import { useState } from 'react'
import { useStore } from 'zustand'
import type { ApiObject } from '#api/object-meta.ts'
import { Sheet, SheetHead } from '#ui/kit/sheet.tsx'
import { KindTag } from '#ui/kit/text.tsx'
import { createFieldManager } from '#ui/lab/field-manager-store.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { writeOnBranch } from '#ui/parts/clusters/fork.ts'
import { namespaceNames, namespacesOf } from '#ui/parts/objects/object-rows.ts'
import { objectsPanelStore } from '#ui/parts/objects/store.ts'
import { Refusal } from '#client/refusal.ts'
import { postJson } from '#ui/model/api.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { postFree } from './post-free.ts'
import { freeName, type Sample, samples } from './samples.ts'
import styles from './create-sheet.module.css'

/** Returns the namespace for new objects: the displayed one, else that of the selected object, else `default`. */
function targetNamespace(lab: Lab): string {
  const shown = objectsPanelStore(lab).getState().namespace
  const selected = lab.selection.getState().object?.namespace ?? ''
  const known = namespaceNames(namespacesOf(lab.view.getState()))
  return [shown, selected, 'shop'].find((name) => known.includes(name)) ?? 'default'
}

/** Returns the names of all objects of a kind, in all namespaces. */
function namesOf(lab: Lab, kind: string): ReadonlySet<string> {
  const groups = [...lab.view.getState().groups.values()].filter(({ resource }) => resource.kind === kind)
  return new Set(groups.flatMap(({ items }) => [...items.values()].map(({ metadata }) => metadata.name ?? '')))
}

async function create(lab: Lab, sample: Sample, namespace: string): Promise<void> {
  const path = sample.path.replace('NS', encodeURIComponent(namespace))
  const manager = encodeURIComponent(partState(lab, createFieldManager).getState().name)
  const { at } = lab.cursor.getState()
  const post = async (prefix: string): Promise<void> => {
    const target = `${prefix}${path}?fieldManager=${manager}`
    const created = await postFree(sample.kind, namesOf(lab, sample.kind), (name) =>
      postJson<ApiObject>(lab.send, target, sample.object(name)),
    )
    const collection = [...lab.view.getState().groups.values()].find(
      ({ resource }) => resource.kind === sample.kind && resource.group === sample.group,
    )
    if (collection === undefined) return
    lab.selection.selectObject({
      resourceId: collection.resource.id,
      namespace: created.metadata.namespace ?? '',
      name: created.metadata.name ?? '',
    })
  }
  if (at === null) await post('')
  else await writeOnBranch(lab, at, (prefix) => refusalOf(post(prefix)))
}

/** Returns `''`, or the refusal of a write. */
const refusalOf = (write: Promise<void>): Promise<string> =>
  write.then(
    () => '',
    (error: unknown) => {
      if (error instanceof Refusal || error instanceof TypeError) return error.message
      throw error
    },
  )

/** Creates an object of a kind with one click. */
export function CreateSheet({ close }: { readonly close: () => void }) {
  const lab = useLab()
  const [refused, setRefused] = useState('')
  const namespace = targetNamespace(lab)
  const actor = useStore(lab.actor, (state) => state.name)
  const at = useStore(lab.cursor, (state) => state.at)
  // The offered names follow the objects.
  useStore(lab.view, (state) => state.groups)
  const run = async (sample: Sample) => {
    try {
      await create(lab, sample, namespace)
      close()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setRefused(`${error.status.code} ${error.message}`)
    }
  }
  return (
    <Sheet label="Create from sample" onClose={close} className={styles.sheet}>
      <SheetHead title="Create from sample" note={`into ${namespace}, as ${actor}`} onClose={close} />
      <ul className={styles.list}>
        {samples.map((sample) => (
          <li key={sample.kind}>
            <button type="button" onClick={() => void run(sample)}>
              <KindTag kind={sample.kind} group={sample.group} />
              <span className={styles.words}>{sample.words}</span>
              <span className={styles.name}>{freeName(sample.kind, namesOf(lab, sample.kind))}</span>
            </button>
          </li>
        ))}
      </ul>
      {refused !== '' && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
      <p className={styles.foot}>
        {at === null
          ? 'Each is one POST. Its YAML opens, and the write appears on the rail.'
          : `Each is one POST, the first write of a branch that begins at revision ${at}.`}
      </p>
    </Sheet>
  )
}
