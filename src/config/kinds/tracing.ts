import type { ConfigKind } from './config-field.ts'

export const tracingConfiguration: ConfigKind = {
  name: 'TracingConfiguration',
  doc: 'Where spans of requests are sent, and how many.',
  since: '1.22',
  originalGroup: 'apiserver.config.k8s.io',
  originalVersions: ['v1alpha1', 'v1beta1'],
  starter: {
    label: 'TracingConfiguration',
    doc: 'A whole file: one request in a hundred',
    lines: ['endpoint: ${1:localhost:4317}', 'samplingRatePerMillion: ${2:10000}'],
  },
  root: {
    goName: 'TracingConfiguration',
    fields: [
      {
        name: 'endpoint',
        type: 'string',
        isPointer: true,
        default: 'localhost:4317',
        since: '1.22',
        doc: 'Address of the collector, a gRPC name: `host:port`, `dns://…`, `unix://…`. No `http://`; the connection has no TLS.',
      },
      {
        name: 'samplingRatePerMillion',
        type: 'int32',
        isPointer: true,
        default: '0',
        since: '1.22',
        doc: 'How many of a million spans without a parent are sampled, 0 to 1000000. Unset, only children of sampled spans are.',
      },
    ],
  },
}
