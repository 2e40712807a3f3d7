import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import { useLab, useSelectedObject } from '#ui/lab/use-lab.ts'
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

/** Tells the user what to select before a bench can show anything. */
export function BenchHint({ children }: { readonly children: ReactNode }) {
  return <p className={styles.hint}>{children}</p>
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
