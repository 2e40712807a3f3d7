import { useStore } from 'zustand'
import type { ApiObject } from '#api/object-meta.ts'
import { KindTag } from '#ui/kit/text.tsx'
import type { InspectorPanel } from '#ui/lab/part.ts'
import { useLab, useLife } from '#ui/lab/use-lab.ts'
import { finalizersOf, type Life } from '#ui/model/life.ts'
import { countText } from '#ui/model/words.ts'
import styles from './identity.module.css'

/** The inspector section that identifies the selected object. */
export const identityPanel: InspectorPanel = { id: 'identity', title: 'Object', Body: Identity }

/** Returns the kind and group of a name, from its object, its removal, or its collection. */
function useKind(life: Life, resourceId: string): { readonly kind: string; readonly group: string } {
  const resource = useStore(useLab().objects, ({ collections }) => collections.get(resourceId)?.resource)
  return resource ?? (life.type === 'gone' ? life.removal : { kind: '', group: '' })
}

function Identity() {
  const { ref, life, absence } = useLife()
  const { kind, group } = useKind(life, ref?.resourceId ?? '')
  if (ref === null) return <p className={styles.empty}>Select an object to see its story.</p>
  return (
    <div className={styles.identity}>
      <h2>
        {kind !== '' && <KindTag kind={kind} group={group} />} <span className={styles.name}>{ref.name}</span>
      </h2>
      {life.type === 'live' || life.type === 'terminating' ? (
        <Facts object={life.object} />
      ) : (
        <p data-testid="absence">{absence}</p>
      )}
    </div>
  )
}

function Facts({ object }: { readonly object: ApiObject }) {
  const { uid, generation, namespace } = object.metadata
  const finalizers = finalizersOf(object).length
  return (
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
      <span>{finalizers === 0 ? 'no finalizers' : countText(finalizers, 'finalizer')}</span>
    </p>
  )
}
