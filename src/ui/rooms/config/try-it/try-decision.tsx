import type { DecisionStep, DecisionTrial, TrialAction } from '#facts/config-api.ts'
import { FormField } from '#ui/kit/forms/form-field.tsx'
import { numberText } from '#ui/model/words.ts'
import { lineOfField } from './line-of-field.ts'
import { textOf } from '#ui/rooms/config/state/room-store.ts'
import { Step, Steps, TrialRefused } from './steps-list.tsx'
import type { StepState, Tried } from '#ui/rooms/config/state/try-store.ts'
import { useRoom, useRoomState, useTryState } from '#ui/rooms/config/state/use-room.ts'
import styles from './try.module.css'

/** Tries authorization: a request and its decision. */
export function TryDecision() {
  const { draft, running } = useTryState((state) => state.decision)
  return (
    <>
      <ActionForm />
      <div className={styles.result}>
        <DecisionSteps tried={draft ?? running} />
      </div>
      {draft !== null && running !== null && <RunningDecision tried={running} />}
    </>
  )
}

const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'] as const

const listOf = (text: string): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== '')

function ActionForm() {
  const { attempts } = useRoom()
  const action = useTryState((state) => state.input.action)
  const set = (change: Partial<TrialAction>) => attempts.changeAction(change)
  const { user, isResource } = action
  return (
    <div className={styles.form}>
      <FormField label="User" wide value={user.name} onChange={(name) => set({ user: { ...user, name } })} />
      <FormField
        label="Groups"
        value={user.groups.join(' ')}
        wide
        onChange={(text) => set({ user: { ...user, groups: listOf(text) } })}
      />
      <FormField label="Verb" value={action.verb} list={verbs} onChange={(verb) => set({ verb })} />
      <label className={styles.check}>
        <input type="checkbox" checked={isResource} onChange={() => set({ isResource: !isResource })} />
        a resource
      </label>
      {isResource ? (
        <>
          <FormField label="Resource" value={action.resource} onChange={(resource) => set({ resource })} />
          <FormField label="API group" value={action.group} onChange={(group) => set({ group })} />
          <FormField label="Namespace" value={action.namespace} onChange={(namespace) => set({ namespace })} />
          <FormField label="Name" value={action.name} onChange={(name) => set({ name })} />
        </>
      ) : (
        <FormField label="Path" value={action.path} onChange={(path) => set({ path })} />
      )}
    </div>
  )
}

const states: Readonly<Record<DecisionStep['decision'], StepState>> = {
  allowed: 'ok',
  denied: 'bad',
  'no-opinion': 'off',
  'not asked': 'off',
}

function DecisionSteps({ tried }: { readonly tried: Tried<DecisionTrial> | null }) {
  const text = useRoomState((state) => textOf(state, 'authorization'))
  if (tried === null) return null
  if (tried.type === 'refused') return <TrialRefused message={tried.message} />
  const { steps, decision, code, message } = tried.trial
  return (
    <Steps label="From request to decision">
      {steps.map((step, at) => (
        <AuthorizerStep key={step.name} step={step} number={at + 1} text={text} />
      ))}
      <Step
        state={decision === 'allowed' ? 'ok' : 'bad'}
        number={steps.length + 1}
        title={code === 200 ? 'Allowed' : `${code} Forbidden`}
      >
        {message !== '' && <p>{message}</p>}
      </Step>
    </Steps>
  )
}

interface AuthorizerStepProps {
  readonly step: DecisionStep
  readonly number: number
  readonly text: string
}

function AuthorizerStep({ step, number, text }: AuthorizerStepProps) {
  const { type, name, decision, by, why, error, conditions } = step
  return (
    <Step
      state={states[decision]}
      number={number}
      title={
        <>
          {name} <em>{type === name ? '' : type}</em>
        </>
      }
      value={decision === 'no-opinion' ? 'no opinion' : decision}
      line={lineOfAuthorizer(text, name)}
    >
      {[by, why === by ? '' : why, error]
        .filter((words) => words !== '')
        .map((words) => (
          <p key={words}>{words}</p>
        ))}
      {conditions.map((condition) => (
        <p key={condition.expression}>
          <code>{condition.expression}</code> is <b data-value={condition.value}>{String(condition.value)}</b>
          {condition.error !== '' && `, ${condition.error}`} <em>cost {numberText(condition.cost)}</em>
        </p>
      ))}
    </Step>
  )
}

/** Returns the authorizer's line in the file; `null` for authorizers that the server adds. */
function lineOfAuthorizer(text: string, name: string): number | null {
  const index = [...text.matchAll(/^\s*(?:-\s+)?name:\s*["']?([^"'\s#]+)/gm)].findIndex(([, found]) => found === name)
  return index === -1 ? null : lineOfField(text, `authorizers[${index}].name`)
}

function RunningDecision({ tried }: { readonly tried: Tried<DecisionTrial> }) {
  return (
    <section className={styles.foot}>
      <h3>Decision under the running file</h3>
      <p>
        {tried.type === 'refused'
          ? tried.message
          : tried.trial.code === 200
            ? `allowed${deciderOf(tried.trial)}`
            : `${tried.trial.code}: ${tried.trial.message}`}
      </p>
    </section>
  )
}

const deciderOf = ({ steps }: DecisionTrial): string => {
  const name = steps.find(({ decision }) => decision === 'allowed')?.name
  return name === undefined ? '' : ` by ${name}`
}
