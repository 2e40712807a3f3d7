import { Suspense } from 'react'
import { useStore } from 'zustand'
import type { ApiObject } from '#api/object-meta.ts'
import type { Status } from '#api/status.ts'
import { Button, IconButton } from '#ui/kit/button.tsx'
import { lazily } from '#ui/kit/later.tsx'
import { partState } from '#ui/lab/part-state.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import type { ReceivedAnswer } from '#ui/exchange/answer.ts'
import { statusOf } from '#ui/exchange/read-status.ts'
import { explain, hasFaults } from '#ui/exchange/explain/explanation.ts'
import { ExplainCard } from '#ui/exchange/response/explain-card.tsx'
import { PolicyButton } from '#ui/exchange/response/policy-button.tsx'
import { retryFrom } from '#ui/exchange/response/retry-after.ts'
import { RetryButton } from '#ui/exchange/response/retry-button.tsx'
import { SendAsAdmin } from '#ui/exchange/response/send-as-admin.tsx'
import { ResponseLine } from '#ui/exchange/response/response-line.tsx'
import { Stages } from '#ui/exchange/response/stages.tsx'
import { useRequestTrace } from '#ui/exchange/response/use-request-trace.ts'
import { Warnings } from '#ui/exchange/response/warnings.tsx'
import { createYamlStore, draftKey, type ObjectDraft } from '#ui/exchange/draft-store.ts'
import { ThreeWay } from '#ui/exchange/response/three-way.tsx'
import { readYaml } from '#ui/texts/read-yaml.ts'
import { rebasedText, updateObject } from '#ui/exchange/write-object.ts'
import { HeldUpdate, isHeld } from './held-update.tsx'
import styles from './yaml.module.css'

const FaultCard = lazily(async () => (await import('#ui/exchange/faults/fault-card.tsx')).FaultCard)

interface YamlAnswerProps {
  readonly reference: ObjectRef
  readonly live: ApiObject | undefined
  readonly draft: ObjectDraft | undefined
  /** Moves the caret into the text; absent where there is none. */
  readonly toText?: () => void
}

/** The server's response to the last write of this object, below the text. */
export function YamlAnswer(props: YamlAnswerProps) {
  const store = partState(useLab(), createYamlStore)
  const answer = useStore(store, (state) => state.answer)
  const answeredKey = useStore(store, (state) => state.answeredKey)
  if (answeredKey !== draftKey(props.reference) || answer.type === 'none') return null
  if (answer.type === 'waiting') return <p className={styles.answer}>Sending…</p>
  if (answer.type === 'failed')
    return <p className={styles.answer}>No answer: {answer.message}. Read before you retry.</p>
  return <Received {...props} answer={answer} />
}

function Received(props: YamlAnswerProps & { readonly answer: ReceivedAnswer }) {
  const { answer } = props
  const store = partState(useLab(), createYamlStore)
  const requestTrace = useRequestTrace(answer.requestId)
  const status = statusOf(answer)
  return (
    <section className={styles.answer} aria-label="Answer" role="status">
      <div className={styles.head}>
        <ResponseLine answer={answer} wrote={requestTrace?.wrote ?? null} />
        <IconButton icon="x" label="Close the answer" size="small" onClick={() => store.dismissAnswer()} />
      </div>
      {/* A refusal comes first: the space below the text is short, and its comparison has to be seen. */}
      {status !== null && <Refused key={answer.requestId} status={status} {...props} />}
      <p className={styles.target}>
        {answer.method} {answer.target}
      </p>
      <Warnings headers={answer.headers} />
      <Stages stages={requestTrace?.stages ?? []} />
    </section>
  )
}

/** Explains a refusal, with the way on where the page knows one. */
function Refused(props: YamlAnswerProps & { readonly status: Status; readonly answer: ReceivedAnswer }) {
  const { status, reference, live, draft } = props
  if (draft !== undefined && isHeld(status)) return <HeldUpdate status={status} reference={reference} draft={draft} />
  if (draft !== undefined && live !== undefined && status.reason === 'Conflict')
    return <StaleUpdate status={status} reference={reference} draft={draft} live={live} />
  if (draft !== undefined && hasFaults(status))
    return (
      <Suspense fallback={<ExplainCard status={status} isBrief />}>
        <FaultyUpdate status={status} reference={reference} draft={draft} live={live} />
      </Suspense>
    )
  return <PlainRefusal {...props} />
}

interface SubjectProps {
  readonly status: Status
  readonly reference: ObjectRef
}

/** Sends a text as the update again, and keeps it as the draft. */
function useSender(reference: ObjectRef) {
  const lab = useLab()
  const store = partState(lab, createYamlStore)
  return (draft: ObjectDraft, text: string, isSent: boolean): void => {
    store.setDraft(draftKey(reference), { ...draft, text })
    if (isSent) void updateObject({ lab, store, ref: reference }, text)
  }
}

interface PlainRefusalProps extends SubjectProps, Pick<YamlAnswerProps, 'draft' | 'toText'> {
  readonly answer: ReceivedAnswer
}

/** A refusal without a place in the text: sent again as admin or once the server can, or led to the policy that refused. */
function PlainRefusal({ status, reference, draft, answer, toText }: PlainRefusalProps) {
  const send = useSender(reference)
  if (draft === undefined || toText === undefined) return <ExplainCard status={status} />
  const { id, fixes } = explain(status)
  const again = (): void => send(draft, draft.text, true)
  const isRight = id === 'not-allowed'
  const from = retryFrom(answer, status)
  return (
    <ExplainCard
      status={status}
      actions={
        <>
          {fixes.includes('send-again') && (
            <RetryButton key={from} label="Send it again" from={from} look="primary" onClick={again} />
          )}
          {(isRight || id === 'unknown-caller') && <SendAsAdmin send={again} />}
          <PolicyButton status={status} />
          {!isRight && (
            <Button size="small" onClick={toText}>
              Change the text
            </Button>
          )}
        </>
      }
      sendAgain={isRight ? again : undefined}
    />
  )
}

/** A refusal of values, with the causes in the text and what would be right. [EX7] */
function FaultyUpdate({
  status,
  reference,
  draft,
  live,
}: SubjectProps & Pick<StaleUpdateProps, 'draft'> & Pick<YamlAnswerProps, 'live'>) {
  const send = useSender(reference)
  return (
    <FaultCard
      status={status}
      isBrief
      body={draft.text}
      stored={live}
      change={(text, isSent) => send(draft, text, isSent)}
    />
  )
}

interface StaleUpdateProps {
  readonly status: Status
  readonly reference: ObjectRef
  readonly draft: ObjectDraft
  readonly live: ApiObject
}

function StaleUpdate({ status, reference, draft, live }: StaleUpdateProps) {
  const lab = useLab()
  const store = partState(lab, createYamlStore)
  const sent = readYaml(draft.text)
  const retry = (): void => {
    const text = rebasedText(draft.base, draft.text, live)
    if (text === null) return
    store.setDraft(draftKey(reference), { text, base: live })
    void updateObject({ lab, store, ref: reference }, text)
  }
  return (
    <ExplainCard
      status={status}
      isBrief
      detail={sent.type === 'object' ? <ThreeWay read={draft.base} now={live} sent={sent.object} /> : undefined}
      actions={
        <Button size="small" look="primary" onClick={retry}>
          Rebase my change on {live.metadata.resourceVersion} and send
        </Button>
      }
    />
  )
}
