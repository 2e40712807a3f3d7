import type { ReceivedAnswer } from '#ui/exchange/answer.ts'
import { UpstreamChip } from '#ui/proof/upstream-chip.tsx'
import { classes } from '#ui/kit/button.tsx'
import { Pill } from '#ui/kit/text.tsx'
import { clockText } from '#ui/model/words.ts'
import { AnswerSize } from './answer-size.tsx'
import { useAnswerExchange } from './use-answer-exchange.ts'
import styles from './response.module.css'

/** Registered reason phrases of status codes. HTTP/2 and service workers do not transmit them. */
const statusWords: ReadonlyMap<number, string> = new Map([
  [200, 'OK'],
  [201, 'Created'],
  [202, 'Accepted'],
  [204, 'No Content'],
  [304, 'Not Modified'],
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [406, 'Not Acceptable'],
  [409, 'Conflict'],
  [410, 'Gone'],
  [413, 'Request Entity Too Large'],
  [415, 'Unsupported Media Type'],
  [422, 'Unprocessable Entity'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [503, 'Service Unavailable'],
  [504, 'Gateway Timeout'],
])

export const statusText = (status: number): string => `${status} ${statusWords.get(status) ?? ''}`.trim()

/** Reports whether a request stores nothing. */
export const isDryRunOf = (target: string): boolean => /[?&]dryRun=All(?:&|$)/.test(target)

interface ResponseLineProps {
  readonly answer: ReceivedAnswer
  /** Revision that the request wrote, 0 for none, `null` while not known yet. */
  readonly wrote: number | null
}

/** The summary line of a response: status, effect on the store, size and time. */
export function ResponseLine({ answer, wrote }: ResponseLineProps) {
  // The reason phrase of 201 would say that something was created.
  const isDryRun = isDryRunOf(answer.target) && answer.status < 300
  return (
    <div className={styles.line} data-flight-from>
      <span className={classes(answer.status < 400 ? styles.ok : styles.bad)} data-testid="answer-status">
        {isDryRun ? answer.status : statusText(answer.status)}
      </span>
      <span className={styles.when}>{clockText(answer.startMs)}</span>
      {answer.lines !== null && answer.state === 'open' && <Pill tone="live">open</Pill>}
      {answer.state === 'cut' && <Pill>cut</Pill>}
      {answer.state === 'broken' && <Pill tone="refused">connection broke</Pill>}
      {wrote !== null && answer.method !== 'GET' && (
        <Pill>{wrote === 0 ? `${isDryRun ? 'dry run, ' : ''}no revision used` : `wrote revision ${wrote}`}</Pill>
      )}
      <span className={styles.space} />
      <UpstreamChip exchange={useAnswerExchange(answer)} />
      <AnswerSize answer={answer} />
      <span className={styles.size}>
        <b>{answer.headMs < 10 ? answer.headMs.toFixed(1) : Math.round(answer.headMs)}</b> ms
      </span>
    </div>
  )
}
