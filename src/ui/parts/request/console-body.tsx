import { useStore } from 'zustand'
import { partState } from '#ui/lab/part-state.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { createConsole } from './console-store.ts'
import { RequestAnswer } from './request-answer.tsx'
import { RequestBody } from './request-body.tsx'
import { RequestForm } from './request-form.tsx'
import styles from './request.module.css'

/** The request console: the request form and the response. The body takes the space that the answer leaves. [RC16] */
export function ConsoleBody() {
  const isAnswered = useStore(partState(useLab(), createConsole).store, ({ answer }) => answer.type === 'received')
  return (
    <div className={styles.panel} data-answered={isAnswered ? '' : undefined}>
      <RequestForm />
      <RequestBody />
      <RequestAnswer />
    </div>
  )
}
