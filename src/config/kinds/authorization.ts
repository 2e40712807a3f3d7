import type { ConfigKind, ConfigStruct, Snippet } from './config-field.ts'

const webhookLines = (indent: string): readonly string[] => [
  `${indent}webhook:`,
  `${indent}  timeout: \${2:3s}`,
  `${indent}  subjectAccessReviewVersion: v1`,
  `${indent}  matchConditionSubjectAccessReviewVersion: v1`,
  `${indent}  failurePolicy: \${3:Deny}`,
  `${indent}  connectionInfo:`,
  `${indent}    type: OrchConfigFile`,
  `${indent}    orchConfigFile: \${4:/etc/orch/authorizer.conf}`,
  `${indent}  matchConditions:`,
  `${indent}  - expression: \${5:has(request.resourceAttributes)}`,
]

const condition: ConfigStruct = {
  goName: 'WebhookMatchCondition',
  fields: [
    {
      name: 'expression',
      type: 'string',
      required: 'always',
      since: '1.30',
      expression: 'request',
      doc: 'CEL expression over `request`, the spec of the SubjectAccessReview in version v1; must be bool. Guard a half that may be absent: `has(request.resourceAttributes)`.',
    },
  ],
  snippets: [
    {
      label: 'resource requests only',
      doc: 'Leaves out paths such as /healthz',
      lines: ['expression: has(request.resourceAttributes)'],
    },
    {
      label: 'one namespace only',
      doc: 'Other requests skip the webhook',
      lines: [
        'expression: "has(request.resourceAttributes) && request.resourceAttributes.namespace == \'${1:default}\'"',
      ],
    },
    {
      label: 'not service accounts of the system',
      doc: 'The parts of the control plane never wait for the webhook',
      lines: ['expression: "!(\'system:serviceaccounts:${1:orch-system}\' in request.groups)"'],
    },
  ],
}

const connectionInfo: ConfigStruct = {
  goName: 'WebhookConnectionInfo',
  fields: [
    {
      name: 'type',
      type: 'string',
      required: 'always',
      since: '1.29',
      doc: 'How the webhook is found.',
      values: [
        {
          value: 'OrchConfigFile',
          originalValue: 'KubeConfigFile',
          doc: 'By a connection file with address and credentials.',
        },
        { value: 'InClusterConfig', doc: 'By the in-cluster configuration; the API server itself can’t use it.' },
      ],
    },
    {
      name: 'orchConfigFile',
      originalName: 'kubeConfigFile',
      type: 'string',
      isPointer: true,
      isPath: true,
      required: 'sometimes',
      since: '1.29',
      doc: 'Absolute path of the connection file. Needed with its type, not allowed with the other.',
    },
  ],
}

const webhook: ConfigStruct = {
  goName: 'WebhookConfiguration',
  fields: [
    {
      name: 'authorizedTTL',
      type: 'duration',
      default: '5m0s',
      since: '1.29',
      doc: 'How long an answer that allowed is used again. Zero counts as unset.',
    },
    {
      name: 'cacheAuthorizedRequests',
      type: 'bool',
      goType: 'bool',
      isPointer: true,
      default: 'true',
      since: '1.34',
      isNewer: true,
      doc: 'Whether answers that allowed are kept at all.',
    },
    {
      name: 'unauthorizedTTL',
      type: 'duration',
      default: '30s',
      since: '1.29',
      doc: 'How long any other answer is used again. Zero counts as unset.',
    },
    {
      name: 'cacheUnauthorizedRequests',
      type: 'bool',
      isPointer: true,
      default: 'true',
      since: '1.34',
      isNewer: true,
      doc: 'Whether other answers are kept at all.',
    },
    {
      name: 'timeout',
      type: 'duration',
      required: 'always',
      since: '1.29',
      doc: 'How long one request may wait for the webhook: more than 0s, at most 30s.',
    },
    {
      name: 'subjectAccessReviewVersion',
      type: 'string',
      required: 'always',
      since: '1.29',
      doc: 'Version of the SubjectAccessReview that is sent and expected back.',
      values: [
        { value: 'v1', doc: 'The stable version.' },
        { value: 'v1beta1', doc: 'The older one; its groups member is named `group`.' },
      ],
    },
    {
      name: 'matchConditionSubjectAccessReviewVersion',
      type: 'string',
      required: 'sometimes',
      since: '1.29',
      doc: 'Version that the match conditions see. Needed when there are any.',
      values: [{ value: 'v1', doc: 'The only one.' }],
    },
    {
      name: 'failurePolicy',
      type: 'string',
      required: 'always',
      since: '1.29',
      doc: 'What an unreachable webhook, a malformed answer or a failing condition means.',
      values: [
        {
          value: 'NoOpinion',
          doc: 'The next authorizer is asked: an outage opens nothing that others would not allow.',
        },
        { value: 'Deny', doc: 'The request is refused, and nobody else is asked.' },
      ],
    },
    {
      name: 'connectionInfo',
      type: connectionInfo,
      required: 'always',
      since: '1.29',
      doc: 'How to reach the webhook.',
    },
    {
      name: 'matchConditions',
      type: { items: condition },
      since: '1.29',
      doc: 'All must be true for the webhook to be asked; one that is false skips it. None means every request. At most 64.',
    },
  ],
}

const plain = (type: string, doc: string): Snippet => ({
  label: type,
  doc,
  lines: [`type: ${type}`, `name: ${type.toLowerCase()}`],
})

const authorizer: ConfigStruct = {
  goName: 'AuthorizerConfiguration',
  snippets: [
    {
      label: 'Webhook',
      doc: 'Asks a service over HTTPS',
      lines: ['type: Webhook', 'name: ${1:my-webhook}', ...webhookLines('')],
    },
    plain('Node', 'What kubelets may do'),
    plain('RBAC', 'Roles and their bindings'),
  ],
  fields: [
    {
      name: 'type',
      type: 'string',
      required: 'always',
      since: '1.29',
      doc: 'Which authorizer. Only `Webhook` may be there more than once.',
      values: [
        { value: 'Webhook', doc: 'Asks a service over HTTPS.' },
        { value: 'RBAC', doc: 'Roles and their bindings.' },
        { value: 'Node', doc: 'What kubelets may do.' },
        { value: 'ABAC', doc: 'Rules of a policy file.' },
        { value: 'AlwaysAllow', doc: 'Everybody may everything.' },
        { value: 'AlwaysDeny', doc: 'Nobody may anything.' },
      ],
    },
    {
      name: 'name',
      type: 'string',
      required: 'always',
      since: '1.29',
      doc: 'A DNS subdomain that names it in metrics and messages. Each name once; the server’s own types are named by their type in lower case.',
    },
    {
      name: 'webhook',
      type: webhook,
      isPointer: true,
      required: 'sometimes',
      since: '1.29',
      doc: 'Needed with type `Webhook`, not allowed with others.',
    },
  ],
}

export const authorizationConfiguration: ConfigKind = {
  name: 'AuthorizationConfiguration',
  doc: 'Which authorizers decide, and in which order.',
  since: '1.29',
  originalGroup: 'apiserver.config.k8s.io',
  originalVersions: ['v1alpha1', 'v1beta1', 'v1'],
  starter: {
    label: 'AuthorizationConfiguration',
    doc: 'A whole file: nodes, roles, then a webhook',
    lines: [
      'authorizers:',
      '- type: Node',
      '  name: node',
      '- type: RBAC',
      '  name: rbac',
      '- type: Webhook',
      '  name: ${1:my-webhook}',
      ...webhookLines('  '),
    ],
  },
  root: {
    goName: 'AuthorizationConfiguration',
    fields: [
      {
        name: 'authorizers',
        type: { items: authorizer },
        required: 'always',
        since: '1.29',
        doc: 'Asked in this order until one allows or denies. At least one.',
      },
    ],
  },
}
