import { type AttemptKind, changeStep, type DraftStep } from '#lesson/build/draft.ts'
import type { LessonRequest, LessonStep } from '#lesson/lesson.ts'
import { wordsMax } from '#lesson/lesson.ts'
import { countWords } from '#lesson/words.ts'
import { Button } from '#ui/kit/button.tsx'
import { Segments } from '#ui/kit/segments.tsx'
import type { Build } from './build.ts'
import { ChecksField } from './checks-field.tsx'
import { Field, TextField } from './field.tsx'
import { FocusField } from './focus-field.tsx'
import { MistakesField } from './mistakes-field.tsx'
import { Problems } from './problems.tsx'
import builderStyles from './builder.module.css'
import styles from './form.module.css'

const attempts: readonly { readonly value: AttemptKind; readonly label: string }[] = [
  { value: 'none', label: 'Nothing' },
  { value: 'line', label: 'Method and path' },
  { value: 'whole', label: 'The whole request' },
]

const isAttempt = (value: string): value is AttemptKind => attempts.some((one) => one.value === value)

function Request({ request }: { readonly request: LessonRequest }) {
  const { method, target, as, body } = request
  return (
    <li>
      <code data-method={method}>{method}</code> <code>{target}</code>
      <small>
        {as !== '' && ` as ${as}`}
        {body !== undefined && ' with a body'}
      </small>
    </li>
  )
}

function Requests({ requests, none }: { readonly requests: readonly LessonRequest[]; readonly none: string }) {
  if (requests.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <ul className={styles.requests}>
      {requests.map((request, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same request can be sent twice
        <Request key={at} request={request} />
      ))}
    </ul>
  )
}

interface StepFormProps {
  readonly build: Build
  readonly stepKey: number
}

interface MadeStep {
  readonly step: DraftStep
  readonly made: LessonStep
  readonly isRecorded: boolean
  readonly set: (part: Partial<DraftStep>) => void
}

function madeStep({ draft, lesson, change }: Build, stepKey: number): MadeStep | null {
  const at = draft.steps.findIndex(({ key }) => key === stepKey)
  const [step, made] = [draft.steps[at], lesson.steps[at]]
  if (step === undefined || made === undefined) return null
  const set = (part: Partial<DraftStep>) => change((now) => changeStep(now, stepKey, part))
  return { step, made, isRecorded: step.ids.length > 0, set }
}

/** The requests of others, and what is filled in. They come from the recording, or from the file. */
function TryField({ build, stepKey }: StepFormProps) {
  const one = madeStep(build, stepKey)
  if (one === null) return null
  const { step, made, isRecorded, set } = one
  return (
    <>
      {made.scene.length > 0 && (
        <Field label="Scene" note="others, when the step begins">
          {() => <Requests requests={made.scene} none="" />}
        </Field>
      )}
      <Field label="Try" note="filled in, not sent">
        {() => (
          <>
            {isRecorded && (
              <Segments
                label="What is filled in"
                choices={attempts}
                value={step.attempt}
                onChange={(value) => isAttempt(value) && set({ attempt: value })}
              />
            )}
            <Requests requests={made.attempt === null ? [] : [made.attempt]} none="Nothing is filled in." />
          </>
        )}
      </Field>
    </>
  )
}

function AnswerField({ build, stepKey }: StepFormProps) {
  const one = madeStep(build, stepKey)
  if (one === null) return null
  const { step, made, isRecorded, set } = one
  return (
    <Field label="Answer" note={isRecorded ? 'from the recording' : 'from lesson.yaml'}>
      {() => (
        <>
          <Requests requests={made.answer} none="This step has no answer: whoever plays it finds their own." />
          <div className={builderStyles.tools}>
            <label>
              <input
                type="checkbox"
                checked={step.hasAnswer}
                onChange={({ target }) => set({ hasAnswer: target.checked })}
              />{' '}
              Show an answer
            </label>
            <Button size="small" look="ghost" onClick={() => build.setView({ type: 'yaml' })}>
              Edit requests in lesson.yaml
            </Button>
          </div>
        </>
      )}
    </Field>
  )
}

/** The form of one step. [LSN21] */
export function StepForm({ build, stepKey }: StepFormProps) {
  const { draft, change } = build
  const step = draft.steps.find(({ key }) => key === stepKey)
  if (step === undefined) return null
  const set = (part: Partial<DraftStep>) => change((now) => changeStep(now, stepKey, part))
  const words = countWords(step.say)
  return (
    <div className={styles.form}>
      <Problems build={build} />
      <TextField label="Title" value={step.title} onChange={(title) => set({ title })} />
      <TextField
        label="Say"
        note={`${words} of ${wordsMax} words`}
        isOver={words > wordsMax}
        lines={3}
        value={step.say}
        onChange={(say) => set({ say })}
      />
      <FocusField build={build} step={step} />
      <TryField build={build} stepKey={stepKey} />
      <ChecksField build={build} step={step} />
      <TextField
        label="Hints"
        note="one per line, shown one at a time"
        lines={2}
        value={step.hints.join('\n')}
        onChange={(text) => set({ hints: text === '' ? [] : text.split('\n') })}
      />
      <AnswerField build={build} stepKey={stepKey} />
      <MistakesField build={build} step={step} />
      <TextField label="After" note="why, in one line" value={step.after} onChange={(after) => set({ after })} />
    </div>
  )
}
