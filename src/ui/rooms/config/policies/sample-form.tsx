import { Button } from '#ui/kit/button.tsx'
import { CodeBox } from '#ui/kit/code/code-box.tsx'
import { FormField } from '#ui/kit/forms/form-field.tsx'
import type { TriedSample } from '#ui/rooms/config/policy-state/samples.ts'
import { usePolicyRoom } from '#ui/rooms/config/policy-state/use-policy.ts'
import styles from './policies.module.css'

const operations = ['CREATE', 'UPDATE', 'DELETE'] as const

/** The write that a sample stands for: operation, user, the old and the new object. */
export function SampleForm({ sample }: { readonly sample: TriedSample }) {
  const { store } = usePolicyRoom()
  const change = (part: Partial<TriedSample>) => store.changeSample(sample.id, part)
  const { operation } = sample
  return (
    <section className={styles.form} aria-label={`The write of ${sample.name}`}>
      <Fields sample={sample} change={change} />
      {operation !== 'DELETE' && (
        <div className={styles.object}>
          <h3>object</h3>
          <CodeBox
            text={sample.text}
            language="yaml"
            label={`New object ${sample.name}`}
            fit={{ min: 96, max: 220 }}
            onChange={(text) => change({ text })}
          />
        </div>
      )}
      {operation !== 'CREATE' && (
        <div className={styles.object}>
          <h3>oldObject</h3>
          <CodeBox
            text={sample.oldText}
            language="yaml"
            label={`Old object ${sample.name}`}
            fit={{ min: 60, max: 140 }}
            onChange={(oldText) => change({ oldText })}
          />
        </div>
      )}
    </section>
  )
}

interface FieldsProps {
  readonly sample: TriedSample
  readonly change: (part: Partial<TriedSample>) => void
}

/** Chooses the user and the operation of the write. */
function Fields({ sample: { id, operation, user }, change }: FieldsProps) {
  const { store } = usePolicyRoom()
  return (
    <div className={styles.fields}>
      <label className={styles.choice}>
        Operation
        <select
          value={operation}
          onChange={({ target }) =>
            change({ operation: operations.find((each) => each === target.value) ?? operation })
          }
        >
          {operations.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <FormField label="User" value={user.name} onChange={(name) => change({ user: { ...user, name } })} />
      <FormField
        label="Groups"
        value={user.groups.join(' ')}
        onChange={(text) => change({ user: { ...user, groups: text.split(/[\s,]+/).filter((word) => word !== '') } })}
      />
      <Button
        look="ghost"
        size="small"
        onClick={() => store.setSamples(store.getState().samples.filter((each) => each.id !== id))}
      >
        Remove
      </Button>
    </div>
  )
}
