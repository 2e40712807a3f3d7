import type { ConfigKind, ConfigStruct } from './config-field.ts'

const tlsConfig: ConfigStruct = {
  goName: 'TLSConfig',
  fields: [
    {
      name: 'caBundle',
      type: 'string',
      isPath: true,
      since: '1.18',
      doc: 'Path of the CA bundle for the proxy’s certificate. By default the system’s CAs are trusted.',
    },
    {
      name: 'clientKey',
      type: 'string',
      isPath: true,
      required: 'always',
      since: '1.18',
      doc: 'Path of the client key for mutual TLS.',
    },
    {
      name: 'clientCert',
      type: 'string',
      isPath: true,
      required: 'always',
      since: '1.18',
      doc: 'Path of the client certificate for mutual TLS.',
    },
  ],
}

const transport: ConfigStruct = {
  goName: 'Transport',
  fields: [
    {
      name: 'tcp',
      type: {
        goName: 'TCPTransport',
        fields: [
          {
            name: 'url',
            type: 'string',
            required: 'always',
            since: '1.18',
            doc: 'URL of the proxy, with `https://` or `http://`.',
          },
          {
            name: 'tlsConfig',
            type: tlsConfig,
            isPointer: true,
            required: 'sometimes',
            since: '1.18',
            doc: 'Required with `https://`, not allowed with `http://`.',
          },
        ],
      },
      isPointer: true,
      since: '1.18',
      doc: 'Connects over TCP. Not allowed with `GRPC`.',
    },
    {
      name: 'uds',
      type: {
        goName: 'UDSTransport',
        fields: [
          {
            name: 'udsName',
            type: 'string',
            required: 'always',
            isPath: true,
            since: '1.18',
            doc: 'Path of the socket, without `unix://`.',
          },
        ],
      },
      isPointer: true,
      since: '1.18',
      doc: 'Connects over a unix domain socket.',
    },
  ],
}

const selection: ConfigStruct = {
  goName: 'EgressSelection',
  snippets: [
    {
      label: 'direct',
      doc: 'Dials without a proxy',
      lines: ['name: ${1:etcd}', 'connection:', '  proxyProtocol: Direct'],
    },
    {
      label: 'GRPC over a socket',
      doc: 'A tunnel through the konnectivity server',
      lines: [
        'name: ${1:cluster}',
        'connection:',
        '  proxyProtocol: GRPC',
        '  transport:',
        '    uds:',
        '      udsName: ${2:/run/konnectivity/konnectivity-server.sock}',
      ],
    },
    {
      label: 'HTTPConnect over TCP',
      doc: 'CONNECT with mutual TLS',
      lines: [
        'name: ${1:cluster}',
        'connection:',
        '  proxyProtocol: HTTPConnect',
        '  transport:',
        '    tcp:',
        '      url: ${2:https://127.0.0.1:8131}',
        '      tlsConfig:',
        '        caBundle: ${3:/etc/orch/proxy/ca.crt}',
        '        clientCert: ${4:/etc/orch/proxy/client.crt}',
        '        clientKey: ${5:/etc/orch/proxy/client.key}',
      ],
    },
  ],
  fields: [
    {
      name: 'name',
      type: 'string',
      required: 'always',
      since: '1.18',
      doc: 'The connections that the selection applies to. Unique.',
      values: [
        { value: 'cluster', doc: 'To nodes, pods and services.' },
        {
          value: 'controlplane',
          doc: 'To webhooks and aggregated API servers in the control plane, and to the trace collector.',
        },
        { value: 'etcd', doc: 'To the store.' },
      ],
    },
    {
      name: 'connection',
      type: {
        goName: 'Connection',
        fields: [
          {
            name: 'proxyProtocol',
            type: 'string',
            goType: 'ProtocolType',
            required: 'always',
            since: '1.18',
            doc: 'The protocol of the proxy.',
            values: [
              { value: 'Direct', doc: 'No proxy, and no `transport`.' },
              { value: 'HTTPConnect', doc: 'HTTP CONNECT, over TCP or a socket.' },
              { value: 'GRPC', doc: 'A gRPC tunnel, over a socket.' },
            ],
          },
          {
            name: 'transport',
            type: transport,
            isPointer: true,
            required: 'sometimes',
            since: '1.18',
            doc: 'The connection to the proxy. Required with `HTTPConnect` and `GRPC`.',
          },
        ],
      },
      required: 'always',
      since: '1.18',
      doc: 'The route of these connections.',
    },
  ],
}

export const egressSelectorConfiguration: ConfigKind = {
  name: 'EgressSelectorConfiguration',
  doc: 'The proxies for the server’s outgoing connections.',
  since: '1.18',
  originalGroup: 'apiserver.k8s.io',
  originalVersions: ['v1alpha1', 'v1beta1'],
  starter: {
    label: 'EgressSelectorConfiguration',
    doc: 'A complete file: connections to the cluster through a socket',
    lines: [
      'egressSelections:',
      '- name: cluster',
      '  connection:',
      '    proxyProtocol: GRPC',
      '    transport:',
      '      uds:',
      '        udsName: ${1:/run/konnectivity/konnectivity-server.sock}',
    ],
  },
  root: {
    goName: 'EgressSelectorConfiguration',
    fields: [
      {
        name: 'egressSelections',
        type: { items: selection },
        since: '1.18',
        doc: 'Connections that are not listed here are dialled directly.',
      },
    ],
  },
}
