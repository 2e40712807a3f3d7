import { RequestAnswer } from './request-answer.tsx'
import { RequestBody } from './request-body.tsx'
import { RequestForm } from './request-form.tsx'
import styles from './request.module.css'

/** The request console: the request form and the response. */
export function ConsoleBody() {
  return (
    <div className={styles.panel}>
      <RequestForm />
      <RequestBody />
      <RequestAnswer />
    </div>
  )
}
