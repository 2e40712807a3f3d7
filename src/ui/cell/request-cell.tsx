import { useState } from 'react'
import { Button } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import type { CellAddress } from './cell-address.ts'
import styles from './cell.module.css'

interface Shown {
  readonly status: number
  readonly text: string
}

const CHARACTERS_MAX = 20_000

/** One request and its last answer. [EM2] */
export function RequestCell({ cell }: { readonly cell: CellAddress }) {
  const lab = useLab()
  const { method, path, body, bodyType } = cell
  const [answer, setAnswer] = useState<Shown | null>(null)
  const [isSending, setSending] = useState(false)
  if (path === '') return <p className={styles.empty}>This cell names no request of the API.</p>
  const send = async (): Promise<void> => {
    setSending(true)
    try {
      const hasBody = method !== 'GET' && body !== ''
      const response = await lab.read(path, {
        method,
        ...(hasBody ? { body, headers: { 'content-type': bodyType } } : {}),
      })
      setAnswer({ status: response.status, text: (await response.text()).slice(0, CHARACTERS_MAX) })
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      setAnswer({ status: 0, text: error.message })
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <header className={styles.head}>
        <code>
          <b>{method}</b> {path}
        </code>
        <Button look="primary" disabled={isSending} onClick={() => void send()}>
          Send
        </Button>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it */}
      <section tabIndex={0} className={styles.code} aria-label="Request and answer" aria-live="polite">
        {body !== '' && answer === null && <pre>{body}</pre>}
        {answer !== null && (
          <>
            <p>
              <b className={answer.status < 400 && answer.status > 0 ? styles.good : styles.bad}>
                {answer.status === 0 ? 'No answer' : answer.status}
              </b>
            </p>
            <pre>{indented(answer.text)}</pre>
          </>
        )}
      </section>
    </>
  )
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}
