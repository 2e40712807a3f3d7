import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Status } from '#api/status.ts'
import type { DecisionTrial, TrialAction } from '#facts/config-api.ts'
import { Refusal } from '#client/refusal.ts'
import { refusedAction } from '#ui/exchange/explain/refused-action.ts'
import { Button } from '#ui/kit/button.tsx'
import type { Lab } from '#ui/lab/lab.ts'
import { type NearestChange, nearestChange, placeOf } from '#ui/lab/nearest-change.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { AddRight } from './add-right.tsx'
import { AuthorizerChain } from './authorizer-chain.tsx'
import { postJson } from '#ui/model/api.ts'

/**
 * Asks the server why it refused an action. The same action is asked about once: after the permission was added the server
 * would answer that nothing is missing.
 */
function useDecision(lab: Lab, action: TrialAction | null): DecisionTrial | null {
  const [found, setFound] = useState<{ readonly of: TrialAction; readonly trial: DecisionTrial } | null>(null)
  useEffect(() => {
    if (action === null) return undefined
    let isCurrent = true
    postJson<DecisionTrial>(lab.read, '/debug/trials/decision', { text: null, action })
      .then((trial) => {
        if (isCurrent) setFound({ of: action, trial })
      })
      .catch((error: unknown) => {
        // A server without trial endpoints: only the general explanation is shown.
        if (!(error instanceof Refusal || error instanceof TypeError)) throw error
      })
    return () => {
      isCurrent = false
    }
  }, [lab, action])
  return found?.of === action ? (found?.trial ?? null) : null
}

function Words({ change, action }: { readonly change: NearestChange; readonly action: TrialAction }) {
  if (change.type === 'binding') {
    return (
      <>
        Bind <b>{action.user.name}</b> to a role with <code>{action.verb}</code> on <code>{action.resource}</code>
        {change.namespace === '' ? ' for the whole cluster.' : ` in ${change.namespace}.`}
      </>
    )
  }
  const { kind, name } = change.role
  return (
    <>
      Add{' '}
      {change.add.map(({ miss, value }, at) => (
        <span key={miss}>
          {at > 0 && ' and '}
          <code>{value}</code> to <code>{placeOf(miss)}</code>
        </span>
      ))}{' '}
      of {kind === 'Role' ? 'role' : 'cluster role'} <b>{name}</b>.
    </>
  )
}

interface NearestRightProps {
  readonly status: Status
  readonly sendAgain: (() => void) | undefined
}

/** For a 403 of authorization: the authorizers that were asked, and the nearest change of roles that would allow it. [EX4] */
export function NearestRight({ status, sendAgain }: NearestRightProps) {
  const lab = useLab()
  const actor = useStore(lab.actor)
  // By its text: a render may bring an equal status anew.
  const text = JSON.stringify(refusedAction(status, actor))
  const action = useMemo(() => JSON.parse(text) as TrialAction | null, [text])
  const trial = useDecision(lab, action)
  if (action === null || trial === null) return null
  const change = nearestChange(trial, action)
  return (
    <>
      <dt>Asked</dt>
      <dd>
        <AuthorizerChain steps={trial.steps} verb={action.verb} />
        <Button size="small" look="ghost" onClick={() => openTrace(lab, action)}>
          Open the trace in Access
        </Button>
      </dd>
      {change !== null && (
        <>
          <dt>Nearest</dt>
          <dd data-testid="nearest-right">
            <Words change={change} action={action} />
            <AddRight change={change} action={action} sendAgain={sendAgain} />
          </dd>
        </>
      )}
    </>
  )
}

/** Opens the Access room with the refused action as its question. */
function openTrace(lab: Lab, { user, verb, group, resource, subresource, namespace, name }: TrialAction): void {
  const found = [...lab.objects.getState().collections.values()].find(
    (each) => each.resource.group === group && each.resource.resource === resource,
  )
  if (found !== undefined) {
    const question = [`session/${user.name}`, verb, found.resource.id, subresource, namespace, name]
    lab.layout.setBench('access', question.join(';').replace(/;+$/, ''))
  }
  lab.goTo('access')
}
