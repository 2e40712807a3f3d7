import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { openDock } from '#ui/lab/actions.ts'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { ownClient } from '#ui/lab/wire-store.ts'
import { createConsole } from './console-store.ts'
import styles from './answer.module.css'

/** A request without an answer, with the way on: a read is sent again, a write is looked at first. [RC22] */
export function NoAnswer({ message, method }: { readonly message: string; readonly method: string }) {
  const lab = useLab()
  const requests = partState(lab, createConsole)
  const isFaulty = useStore(lab.wire.store, ({ faults }) => Object.hasOwn(faults, ownClient))
  return (
    <p className={styles.quiet} role="status">
      No answer: {message}.{' '}
      {method === 'GET'
        ? 'A read can be sent again at any time.'
        : 'A write without a response may have been stored; read before you retry.'}{' '}
      {method === 'GET' && (
        <Button size="small" onClick={requests.send}>
          Send it again
        </Button>
      )}
      {isFaulty && (
        <Button size="small" look="ghost" onClick={() => openDock(lab, 'life')}>
          Your requests meet faults: show Life
        </Button>
      )}
    </p>
  )
}
