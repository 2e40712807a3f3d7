import type { ClusterWords } from '#facts/clusters-api.ts'
import { templateIn } from '#ui/model/names/vocabulary.ts'
import type { PolicyKind } from './policy-items.ts'

/** A text to begin with. */
export interface PolicyTemplate {
  readonly kind: PolicyKind
  readonly title: string
  readonly name: string
  /** The feature gate without which the kind is not served. */
  readonly gate?: string
  /** With the names of orch.io. */
  readonly lines: readonly string[]
}

export const policyTemplates: readonly PolicyTemplate[] = [
  {
    kind: 'ValidatingAdmissionPolicy',
    title: 'Validating policy',
    name: 'replica-limit',
    lines: [
      'apiVersion: admissionregistration.orch.io/v1',
      'kind: ValidatingAdmissionPolicy',
      'metadata:',
      '  name: replica-limit',
      'spec:',
      '  failurePolicy: Fail',
      '  matchConstraints:',
      '    resourceRules:',
      '    - apiGroups: [apps]',
      '      apiVersions: [v1]',
      '      operations: [CREATE, UPDATE]',
      '      resources: [deployments]',
      '  variables:',
      '  - name: replicas',
      '    expression: object.spec.?replicas.orValue(1)',
      '  validations:',
      '  - expression: variables.replicas <= 5',
      '    messageExpression: "\'at most 5 replicas, not %d\'.format([variables.replicas])"',
    ],
  },
  {
    kind: 'ValidatingAdmissionPolicyBinding',
    title: 'Binding of a validating policy',
    name: 'replica-limit',
    lines: [
      'apiVersion: admissionregistration.orch.io/v1',
      'kind: ValidatingAdmissionPolicyBinding',
      'metadata:',
      '  name: replica-limit',
      'spec:',
      '  policyName: replica-limit',
      '  validationActions: [Deny]',
    ],
  },
  {
    kind: 'MutatingAdmissionPolicy',
    gate: 'MutatingAdmissionPolicy',
    title: 'Mutating policy',
    name: 'default-team',
    lines: [
      'apiVersion: admissionregistration.orch.io/v1beta1',
      'kind: MutatingAdmissionPolicy',
      'metadata:',
      '  name: default-team',
      'spec:',
      '  failurePolicy: Fail',
      '  reinvocationPolicy: Never',
      '  matchConstraints:',
      '    resourceRules:',
      "    - apiGroups: ['']",
      '      apiVersions: [v1]',
      '      operations: [CREATE]',
      '      resources: [configmaps]',
      '  mutations:',
      '  - patchType: ApplyConfiguration',
      '    applyConfiguration:',
      '      expression: >-',
      "        Object{metadata: Object.metadata{labels: {'team': 'shop'}}}",
    ],
  },
  {
    kind: 'MutatingAdmissionPolicyBinding',
    gate: 'MutatingAdmissionPolicy',
    title: 'Binding of a mutating policy',
    name: 'default-team',
    lines: [
      'apiVersion: admissionregistration.orch.io/v1beta1',
      'kind: MutatingAdmissionPolicyBinding',
      'metadata:',
      '  name: default-team',
      'spec:',
      '  policyName: default-team',
    ],
  },
  {
    kind: 'CustomResourceDefinition',
    title: 'Custom resource with rules',
    name: 'loans.library.example',
    lines: [
      'apiVersion: apiextensions.orch.io/v1',
      'kind: CustomResourceDefinition',
      'metadata:',
      '  name: loans.library.example',
      'spec:',
      '  group: library.example',
      '  scope: Namespaced',
      '  names: {plural: loans, singular: loan, kind: Loan, listKind: LoanList}',
      '  versions:',
      '  - name: v1',
      '    served: true',
      '    storage: true',
      '    schema:',
      '      openAPIV3Schema:',
      '        type: object',
      '        properties:',
      '          spec:',
      '            type: object',
      '            required: [days]',
      '            properties:',
      '              days: {type: integer, minimum: 1}',
      '              books: {type: array, maxItems: 20, items: {type: string, maxLength: 80}}',
      '            x-orch-validations:',
      '            - rule: self.days <= 28',
      '              message: a loan ends after four weeks',
      '            - rule: self.days >= oldSelf.days',
      '              message: a loan is never shortened',
    ],
  },
]

/** Returns the text of a template in the vocabulary of a cluster. */
export const templateText = ({ lines }: PolicyTemplate, vocabulary: ClusterWords): string =>
  templateIn(vocabulary, `${lines.join('\n')}\n`)
