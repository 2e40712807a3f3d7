import type { ConfigKind } from './config-field.ts'

export const tracingConfiguration: ConfigKind = {
  name: 'TracingConfiguration',
  doc: 'The collector of request spans, and the sampling rate.',
  since: '1.22',
  originalGroup: 'apiserver.config.k8s.io',
  originalVersions: ['v1alpha1', 'v1beta1'],
  starter: {
    label: 'TracingConfiguration',
    doc: 'A complete file: one request in a hundred is sampled',
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
        doc: 'Address of the collector as a gRPC target name: `host:port`, `dns://…`, `unix://…`. No `http://`; the connection has no TLS.',
      },
      {
        name: 'samplingRatePerMillion',
        type: 'int32',
        isPointer: true,
        default: '0',
        since: '1.22',
        doc: 'Number of spans without a parent that are sampled per million, 0 to 1000000. By default only children of sampled spans are sampled.',
      },
    ],
  },
}
