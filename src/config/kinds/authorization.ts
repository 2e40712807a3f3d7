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
      doc: 'CEL expression over `request`, the spec of the SubjectAccessReview in version v1; must be bool. Check optional fields before you read them: `has(request.resourceAttributes)`.',
    },
  ],
  snippets: [
    {
      label: 'resource requests only',
      doc: 'Skips non-resource paths such as /healthz',
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
      doc: 'Requests of system service accounts skip the webhook',
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
      doc: 'The source of the connection settings.',
      values: [
        {
          value: 'OrchConfigFile',
          originalValue: 'KubeConfigFile',
          doc: 'A connection file with address and credentials.',
        },
        { value: 'InClusterConfig', doc: 'The in-cluster configuration; the API server itself cannot use it.' },
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
      doc: 'Absolute path of the connection file. Required with the type `OrchConfigFile`, not allowed with `InClusterConfig`.',
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
      doc: 'How long an allow decision is cached. Zero means the default.',
    },
    {
      name: 'cacheAuthorizedRequests',
      type: 'bool',
      goType: 'bool',
      isPointer: true,
      default: 'true',
      since: '1.34',
      isNewer: true,
      doc: 'Whether allow decisions are cached.',
    },
    {
      name: 'unauthorizedTTL',
      type: 'duration',
      default: '30s',
      since: '1.29',
      doc: 'How long any other decision is cached. Zero means the default.',
    },
    {
      name: 'cacheUnauthorizedRequests',
      type: 'bool',
      isPointer: true,
      default: 'true',
      since: '1.34',
      isNewer: true,
      doc: 'Whether other decisions are cached.',
    },
    {
      name: 'timeout',
      type: 'duration',
      required: 'always',
      since: '1.29',
      doc: 'Timeout of a webhook call: more than 0s, at most 30s.',
    },
    {
      name: 'subjectAccessReviewVersion',
      type: 'string',
      required: 'always',
      since: '1.29',
      doc: 'Version of the SubjectAccessReview in request and response.',
      values: [
        { value: 'v1', doc: 'The stable version.' },
        { value: 'v1beta1', doc: 'The older version; its field for groups is named `group`.' },
      ],
    },
    {
      name: 'matchConditionSubjectAccessReviewVersion',
      type: 'string',
      required: 'sometimes',
      since: '1.29',
      doc: 'Version of the review that match conditions evaluate. Required if there are match conditions.',
      values: [{ value: 'v1', doc: 'The only supported version.' }],
    },
    {
      name: 'failurePolicy',
      type: 'string',
      required: 'always',
      since: '1.29',
      doc: 'The decision if the webhook is unreachable, its response is malformed, or a match condition fails.',
      values: [
        {
          value: 'NoOpinion',
          doc: 'The next authorizer decides: during an outage only what other authorizers allow is allowed.',
        },
        { value: 'Deny', doc: 'The request is denied without consulting further authorizers.' },
      ],
    },
    {
      name: 'connectionInfo',
      type: connectionInfo,
      required: 'always',
      since: '1.29',
      doc: 'The connection to the webhook.',
    },
    {
      name: 'matchConditions',
      type: { items: condition },
      since: '1.29',
      doc: 'The webhook is called only if all conditions are true. Without conditions it is called for every request. At most 64.',
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
      doc: 'Calls a service over HTTPS',
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
      doc: 'Type of the authorizer. Only `Webhook` can be used more than once.',
      values: [
        { value: 'Webhook', doc: 'Calls a service over HTTPS.' },
        { value: 'RBAC', doc: 'Decides by roles and their bindings.' },
        { value: 'Node', doc: 'Authorizes requests of kubelets.' },
        { value: 'ABAC', doc: 'Decides by the rules of a policy file.' },
        { value: 'AlwaysAllow', doc: 'Allows every request.' },
        { value: 'AlwaysDeny', doc: 'Denies every request.' },
      ],
    },
    {
      name: 'name',
      type: 'string',
      required: 'always',
      since: '1.29',
      doc: 'A DNS subdomain that identifies the authorizer in metrics and messages. Unique; the name of a type other than `Webhook` is the type in lower case.',
    },
    {
      name: 'webhook',
      type: webhook,
      isPointer: true,
      required: 'sometimes',
      since: '1.29',
      doc: 'Required with type `Webhook`, not allowed with others.',
    },
  ],
}

export const authorizationConfiguration: ConfigKind = {
  name: 'AuthorizationConfiguration',
  doc: 'The authorizers and their order.',
  since: '1.29',
  originalGroup: 'apiserver.config.k8s.io',
  originalVersions: ['v1alpha1', 'v1beta1', 'v1'],
  starter: {
    label: 'AuthorizationConfiguration',
    doc: 'A complete file: Node, RBAC, then a webhook',
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
        doc: 'Consulted in this order until one allows or denies. At least one.',
      },
    ],
  },
}
