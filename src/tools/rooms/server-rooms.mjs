// The walls of the server: its rooms, and which they may import. Part of the table in make-room-tsconfigs.mjs.
const inner = ['go', 'api', 'facts', 'schema']

/** room: [may import, lib], from the lowest layer to the whole server */
export const serverRooms = (worker) => ({
  // Feature gates: their maturity, and which are enabled.
  'server/features': [['facts'], worker],
  // Outbound connections of the server, each on its configured route.
  'server/egress': [['go', 'api', 'facts', 'syntax', 'tracing', 'egress'], worker],
  'server/storage': [['api', 'go'], worker],
  // Fields of the built-in kinds: facts, the schemas compiled from them, TypeScript types.
  'server/kinds': [['api', 'schema'], worker],
  // Protobuf is encoded by the schemas of kinds.
  'server/serializer': [['api', 'schema', 'go', 'syntax', 'server/kinds'], worker],
  'server/merge': [['go', 'api', 'schema'], worker],
  'server/registry': [['api', 'schema', 'go', 'server/storage', 'server/merge'], worker],
  'server/auth': [['api', 'facts', 'go'], worker],
  // Configuration files at run time.
  'server/settings': [['api', 'facts', 'go', 'syntax', 'cel', 'config', 'egress', 'tracing', 'server/auth'], worker],
  'server/admission': [
    [
      'api',
      'schema',
      'go',
      'cel',
      'server/storage',
      'server/merge',
      'server/registry',
      'server/auth',
      'expressions',
      'server/egress',
    ],
    worker,
  ],
  // OpenAPI schemas of custom resources: defaults, pruning, validation.
  'server/structural': [['go', 'api', 'cel'], worker],
  // Shared by several kinds: pod templates, selectors, devices, policy rules.
  'server/resources/parts': [['api', 'schema', 'go', 'cel', 'server/kinds', 'server/registry', 'expressions'], worker],
  'server/resources': [
    [
      'api',
      'schema',
      'go',
      'cel',
      'server/kinds',
      'server/registry',
      'expressions',
      'server/structural',
      'server/resources/parts',
    ],
    worker,
  ],
  // Kinds that a server has together, with the admission plugins that act on them.
  'server/kind-sets': [['server/registry', 'server/admission', 'server/resources'], worker],
  'server/custom-resources': [
    [
      'api',
      'schema',
      'go',
      'server/features',
      'server/egress',
      'server/kinds',
      'server/storage',
      'server/merge',
      'server/registry',
      'server/structural',
      'server/resources/parts',
      'server/resources',
    ],
    worker,
  ],
  // OpenAPI documents of everything that is served.
  'server/openapi': [
    ['api', 'schema', 'server/kinds', 'server/serializer', 'server/registry', 'server/structural'],
    worker,
  ],
  // Metric families, and the counters of request stages.
  'server/metrics': [['facts', 'server/auth'], worker],
  // The context of a request in filters and endpoints, and its responses.
  'server/request': [['api', 'facts', 'server/auth', 'server/serializer', 'go'], worker],
  // Group versions that other servers serve: discovery, proxying, availability.
  'server/aggregation': [['api', 'server/storage', 'server/registry', 'server/auth', 'server/request'], worker],
  'server/filters': [
    ['api', 'facts', 'go', 'tracing', 'server/serializer', 'server/auth', 'server/metrics', 'server/request'],
    worker,
  ],
  'server/endpoints': [
    [
      ...inner,
      'server/features',
      'syntax',
      'server/openapi',
      'server/storage',
      'server/serializer',
      'server/merge',
      'server/registry',
      'server/auth',
      'server/admission',
      'server/metrics',
      'server/aggregation',
      'server/request',
    ],
    worker,
  ],
  // Objects that a server creates in its own store when it starts.
  'server/seed': [['api', 'server/registry', 'server/auth', 'server/resources/parts', 'server/resources'], worker],
  // Authentication, authorization and their settings, assembled over the store.
  'server/access': [
    ['api', 'server/storage', 'server/registry', 'server/kinds', 'server/auth', 'server/egress', 'server/seed'],
    worker,
  ],
  // Only quota evaluation is shared with admission: the controller and the plugin must agree. The types of expressions
  // are declared as for policies.
  'server/controllers': [
    ['go', 'api', 'facts', 'client', 'syntax', 'server/kinds', 'expressions', 'policy', 'server/admission'],
    worker,
  ],
  // Policies and schemas tried on objects before they are in force.
  'server/trials': [
    [
      'api',
      'facts',
      'schema',
      'cel',
      'expressions',
      'server/kinds',
      'server/registry',
      'server/admission',
      'server/structural',
      'server/custom-resources',
      'server/endpoints',
    ],
    worker,
  ],
  'server/debug': [
    [
      'api',
      'facts',
      'schema',
      'server/features',
      'server/storage',
      'server/registry',
      'server/request',
      'server/endpoints',
      'server/kinds',
      'server/trials',
    ],
    worker,
  ],
  server: [
    [
      'api',
      'facts',
      'egress',
      'server/settings',
      'server/serializer',
      'server/features',
      'server/storage',
      'server/auth',
      'server/admission',
      'server/kind-sets',
      'server/custom-resources',
      'server/egress',
      'server/metrics',
      'server/request',
      'server/aggregation',
      'server/filters',
      'server/endpoints',
      'server/seed',
      'server/access',
      'server/controllers',
      'server/debug',
    ],
    worker,
  ],
})
