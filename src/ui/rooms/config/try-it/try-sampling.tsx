import type { SamplingTrial } from '#facts/config-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { FormField } from '#ui/kit/forms/form-field.tsx'
import { Step, Steps, TrialRefused } from './steps-list.tsx'
import type { Tried } from '#ui/rooms/config/state/try-store.ts'
import { useRoom, useTryState } from '#ui/rooms/config/state/use-room.ts'
import styles from './try.module.css'

/** Example headers: a sampled parent and an unsampled one. */
const examples = [
  { title: 'Sampled parent', header: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
  { title: 'Parent not sampled', header: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00' },
  { title: 'No header', header: '' },
] as const

/** Tries tracing: a trace header, and whether the request is sampled. */
export function TrySampling() {
  const { attempts } = useRoom()
  const traceparent = useTryState((state) => state.input.traceparent)
  const { draft, running } = useTryState((state) => state.sampling)
  const set = (text: string) => attempts.setTraceparent(text)
  return (
    <>
      <div className={styles.form}>
        <FormField label="traceparent" value={traceparent} wide onChange={set} />
        <div className={styles.examples}>
          {examples.map(({ title, header }) => (
            <Button
              key={title}
              size="small"
              look="ghost"
              aria-pressed={traceparent === header}
              onClick={() => set(header)}
            >
              {title}
            </Button>
          ))}
        </div>
      </div>
      <div className={styles.result}>
        <SamplingSteps tried={draft ?? running} />
      </div>
      {draft !== null && running !== null && (
        <section className={styles.foot}>
          <h3>Under the running file</h3>
          <p>{running.type === 'refused' ? running.message : wordsOf(running.trial)}</p>
        </section>
      )}
    </>
  )
}

const wordsOf = ({ sampled, why }: SamplingTrial): string => `${sampled ? 'sampled' : 'not sampled'}: ${why}`

function SamplingSteps({ tried }: { readonly tried: Tried<SamplingTrial> | null }) {
  if (tried === null) return null
  if (tried.type === 'refused') return <TrialRefused message={tried.message} />
  const { sampled, why, traceId, endpoint } = tried.trial
  return (
    <Steps label="From trace header to sampling">
      <Step state={sampled ? 'ok' : 'off'} number={1} title={sampled ? 'Sampled' : 'Not sampled'}>
        <p>{why}</p>
        {traceId !== '' && (
          <p>
            trace <code>{traceId}</code>
          </p>
        )}
      </Step>
      {sampled && (
        <Step state="ok" number={2} title="Sent to the collector">
          <p>
            <code>{endpoint}</code>
          </p>
        </Step>
      )}
    </Steps>
  )
}
