import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import { useLab, useSelectedObject } from '#ui/lab/use-lab.ts'
import type { ObjectsState } from '#ui/model/objects-state.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import styles from './bench.module.css'

interface BenchStore {
  open(ref: ObjectRef | null): Promise<void>
  close(): void
}

/** Opens a bench on the selected object, again when it was deleted and created anew, and closes it with its tab. */
export function useSubject(bench: BenchStore): void {
  const ref = useStore(useLab().selection, (state) => state.object)
  const uid = useSelectedObject()?.metadata.uid
  useEffect(() => {
    void bench.open(uid === undefined ? null : ref)
    return () => bench.close()
  }, [bench, ref, uid])
}

/** Reports whether the server has no such object; false while the page does not know yet. */
export function isAbsent(
  { discovered, collections }: ObjectsState,
  { resourceId, namespace, name }: ObjectRef,
): boolean {
  const collection = collections.get(resourceId)
  if (collection === undefined) return discovered
  return collection.state === 'live' && !collection.items.has(`${namespace}/${name}`)
}

interface BenchFrameProps {
  readonly testId: string
  readonly isBusy: boolean
  readonly children: ReactNode
}

/** The body of a bench: rows that scroll together. */
export function BenchFrame({ testId, isBusy, children }: BenchFrameProps) {
  return (
    <div className={styles.bench} aria-busy={isBusy} data-testid={testId}>
      {children}
    </div>
  )
}

/** Tells the user what to select before a bench can show anything, and that what is selected is not there. */
export function BenchHint({ children }: { readonly children: ReactNode }) {
  const lab = useLab()
  const ref = useStore(lab.selection, (state) => state.object)
  const isMissing = useStore(lab.objects, (state) => ref !== null && isAbsent(state, ref))
  return (
    <p className={styles.hint}>
      {isMissing && ref !== null && (
        <>
          <b>{ref.name}</b> is not in this cluster now.{' '}
        </>
      )}
      {children}
    </p>
  )
}

/** A remark among the tools of a bench. */
export function BenchNote({ children }: { readonly children: ReactNode }) {
  return <small className={styles.note}>{children}</small>
}

/** Shows the error of the last request; nothing for `''`. */
export function BenchRefused({ text }: { readonly text: string }) {
  return text === '' ? null : (
    <p className={styles.refused} role="alert">
      {text}
    </p>
  )
}
