import { useMemo } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { CodeBox } from '#ui/kit/code/code-box.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { type PolicyParam, policyParams } from '#ui/rooms/config/policy-state/params.ts'
import { trialSubject } from '#ui/rooms/config/policy-state/subject.ts'
import { usePolicyRoom, usePolicyState, usePolicyText } from '#ui/rooms/config/policy-state/use-policy.ts'
import styles from './policies.module.css'

/** The parameters of the open policy, which can be edited for the trial; nothing is stored. [CB16] */
export function ParamsForm() {
  const lab = useLab()
  const open = usePolicyState((state) => state.open)
  const drafts = usePolicyState((state) => state.drafts)
  const text = usePolicyText()
  const objects = useStore(lab.objects)
  const params = useMemo(() => {
    const subject = open === null || text === '' ? null : trialSubject({ drafts }, objects, open)
    return subject === null ? [] : policyParams(objects, subject)
  }, [open, drafts, text, objects])
  if (params.length === 0) return null
  return (
    <section className={styles.form} aria-label="Parameters" data-testid="policy-params">
      {params.map((param) => (
        <ParamBox key={param.place} param={param} />
      ))}
    </section>
  )
}

function ParamBox({ param: { place, name, text, isStored } }: { readonly param: PolicyParam }) {
  const { store } = usePolicyRoom()
  const edited = usePolicyState((state) => state.params[place])
  return (
    <div className={styles.object}>
      <div className={styles.paramHead}>
        <h3>params</h3>
        <span>
          {place}
          {!isStored && ', not in the cluster'}
          {edited !== undefined && ', edited for this trial'}
        </span>
        {edited !== undefined && (
          <Button look="ghost" size="small" onClick={() => store.setParam(place, null)}>
            As stored
          </Button>
        )}
      </div>
      <CodeBox
        text={edited ?? text}
        language="yaml"
        label={`Parameters ${name}`}
        fit={{ min: 60, max: 160 }}
        onChange={(next) => store.setParam(place, next === text ? null : next)}
      />
    </div>
  )
}
