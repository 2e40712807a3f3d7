import { useEffect, useState } from 'react'
import type { ReceivedAnswer } from '#ui/exchange/answer.ts'
import { bytesText } from '#ui/model/words.ts'
import { gzippedSize } from './gzipped-size.ts'
import styles from './response.module.css'

/** The size of a response and, once it is complete, its size with gzip: a client that accepts gzip may receive that. [RC19] */
export function AnswerSize({ answer }: { readonly answer: ReceivedAnswer }) {
  const { body, raw, bytes, state, lines } = answer
  const [packed, setPacked] = useState<{ readonly of: unknown; readonly bytes: number } | null>(null)
  const content = raw ?? body
  const isWhole = state === 'complete' && lines === null && bytes > 0
  useEffect(() => {
    if (!isWhole) return
    let isOver = false
    void gzippedSize(content).then((size) => {
      if (!isOver) setPacked({ of: content, bytes: size })
    })
    return () => {
      isOver = true
    }
  }, [content, isWhole])
  if (!isWhole || packed?.of !== content) return <span className={styles.size}>{bytesText(bytes)}</span>
  return (
    <span className={styles.size} data-testid="answer-size">
      <span className={styles.packed} aria-hidden="true">
        <i style={{ width: `${Math.min(100, (packed.bytes / bytes) * 100)}%` }} />
      </span>
      {bytesText(bytes)} <span aria-hidden="true">→</span>
      <span className="visually-hidden">, compressed</span> <b>{bytesText(packed.bytes)}</b> gzip
    </span>
  )
}
