import { useStore } from 'zustand'
import { KindTag } from '#ui/kit/text.tsx'
import type { InspectorPanel } from '#ui/lab/part.ts'
import { useLab, useSelectedObject } from '#ui/lab/use-lab.ts'
import { finalizersOf } from '#ui/parts/finalizers/deletion.ts'
import styles from './identity.module.css'
import { useLastState } from '#ui/lab/use-last-state.ts'

/** The inspector section that identifies the selected object. */
export const identityPanel: InspectorPanel = { id: 'identity', title: 'Object', Body: Identity }

function Identity() {
  const { selection } = useLab()
  const ref = useStore(selection, (state) => state.object)
  const present = useSelectedObject()
  const last = useLastState()
  const object = present ?? last
  if (ref === null) return <p className={styles.empty}>Select an object to see its story.</p>
  if (object === undefined) {
    return (
      <div className={styles.identity}>
        <h2>{ref.name}</h2>
        <p>does not exist at this revision</p>
      </div>
    )
  }
  const finalizers = finalizersOf(object)
  const { uid, generation, namespace } = object.metadata
  return (
    <div className={styles.identity}>
      <h2>
        <KindTag kind={object.kind ?? ''} group={object.apiVersion?.split('/').at(-2) ?? ''} /> {ref.name}
      </h2>
      <p>
        {namespace !== undefined && <span>{namespace}</span>}
        <span title={uid}>
          uid <code>{uid?.slice(0, 8)}</code>
        </span>
        {generation !== undefined && (
          <span>
            generation <code>{generation}</code>
          </span>
        )}
        <span>
          {finalizers.length === 0
            ? 'no finalizers'
            : finalizers.length === 1
              ? '1 finalizer'
              : `${finalizers.length} finalizers`}
        </span>
        {present === undefined && <span>gone</span>}
      </p>
    </div>
  )
}
