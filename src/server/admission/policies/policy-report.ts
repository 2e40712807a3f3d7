import { goJson } from '#api/field-error.ts'
import { decodeUtf8 } from '#go/utf8.ts'
import type { Attributes } from '#server/admission/chain/attributes.ts'
import type { Verdict } from './evaluate-policy.ts'
import type { Policy } from './policy.ts'
import type { Binding } from './policy-plan.ts'

interface Denial {
  readonly message: string
  readonly reason: string
}

/** Collects the results of policies for one request: denials, warnings and audit annotations. [VAP9] */
export interface Report {
  readonly denials: readonly Denial[]
  /** `binding` is `null` if the policy itself failed. */
  deny(policy: string, binding: string | null, denial: Denial): void
  add(policy: Policy, binding: Binding, verdict: Verdict): void
  /** Publishes the audit annotations of a policy, merged over its bindings. */
  publish(policy: string): void
}

const annotationBytesMax = 10 * 1024
const violationKey = 'validation.policy.admission.orch.io/validation_failure'

export function createReport(attributes: Attributes): Report {
  const denials: Denial[] = []
  const notes = new Map<string, Set<string>>()
  const deny: Report['deny'] = (policy, binding, { message, reason }) => {
    const by = binding === null ? '' : ` with binding '${binding}'`
    denials.push({ message: `ValidatingAdmissionPolicy '${policy}'${by} denied request: ${message}`, reason })
  }
  const act = (policy: Policy, { name, actions }: Binding, violation: Denial, at: number): void => {
    const { message } = violation
    for (const action of actions) {
      if (action === 'Deny') deny(policy.name, name, violation)
      if (action === 'Audit') attributes.annotate(violationKey, violationNote(policy, { name, actions }, message, at))
      if (action === 'Warn')
        attributes.warn(
          `Validation failed for ValidatingAdmissionPolicy '${policy.name}' with binding '${name}': ${message}`,
        )
    }
  }
  return {
    denials,
    deny,
    add(policy, binding, { decisions, annotations }) {
      for (const [at, decision] of decisions.entries()) if (decision.denied) act(policy, binding, decision, at)
      for (const annotation of annotations)
        if (annotation.type === 'error') deny(policy.name, binding.name, { message: annotation.message, reason: '' })
        else notes.set(annotation.key, (notes.get(annotation.key) ?? new Set()).add(cut(annotation.value)))
    },
    publish(policy) {
      for (const [key, values] of notes) attributes.annotate(`${policy}/${key}`, [...values].join(', '))
      notes.clear()
    },
  }
}

const violationNote = (
  { name: policy }: Policy,
  { name, actions }: Pick<Binding, 'name' | 'actions'>,
  message: string,
  at: number,
): string => goJson([{ message, policy, binding: name, expressionIndex: at, validationActions: [...actions] }])

/** Cuts a long text; each byte of a character that was cut becomes U+FFFD. */
function cut(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return bytes.length > annotationBytesMax ? decodeUtf8(bytes.subarray(0, annotationBytesMax)) : text
}
