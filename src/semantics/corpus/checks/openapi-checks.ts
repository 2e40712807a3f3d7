import {
  type Check,
  type CheckedServer,
  type Loose,
  crds,
  define,
  definition,
  is,
  said,
  spec,
  steps,
  strict,
  thing,
  things,
  until,
} from './check-steps.ts'

const documentPath = (version = 'v1', group = 'x.example.com'): string => `/openapi/v3/apis/${group}/${version}`
const nameOf = (version = 'v1', kind = 'Thing', group = 'com.example.x'): string => `${group}.${version}.${kind}`

/** The schema of a kind in the OpenAPI documents of version 3 and 2; `undefined` where it is absent. */
async function published(
  server: CheckedServer,
  name = nameOf(),
  path = documentPath(),
): Promise<readonly [Loose, Loose]> {
  const [newer, older] = await Promise.all([server.get(path), server.get('/openapi/v2')])
  return [newer.body?.components?.schemas?.[name], older.body.definitions[name]]
}

const isPublished = (server: CheckedServer, wanted: boolean, name?: string, path?: string): Promise<string> =>
  until(async () => {
    const schemas = await published(server, name, path)
    return is(
      `${name ?? nameOf()} published`,
      schemas.map((each) => each !== undefined),
      [wanted, wanted],
    )
  })

const own = `${crds}/things.x.example.com`

/** A second definition, or another version of the first. */
const variant = (change: (definition: Loose) => void): Loose => {
  const made: Loose = structuredClone(definition())
  change(made)
  return made
}

const addVersion =
  (more: object) =>
  async (server: CheckedServer): Promise<string> => {
    const [first] = (definition() as Loose).spec.versions
    const versions = [first, { ...first, storage: false, name: 'v2', ...more }]
    return said(await server.patch(own, { spec: { versions } }), 200)
  }

const notServed: Check = async (server) =>
  steps(
    () => define(server),
    () => addVersion({})(server),
    () => isPublished(server, true, nameOf('v2'), documentPath('v2')),
    () => addVersion({ served: false })(server),
    () => isPublished(server, false, nameOf('v2'), documentPath('v2')),
    () => isPublished(server, true),
  )

const renamed: Check = async (server) =>
  steps(
    () => define(server),
    () => addVersion({})(server),
    () => isPublished(server, true, nameOf('v2'), documentPath('v2')),
    () => addVersion({ name: 'v3' })(server),
    () => isPublished(server, true, nameOf('v3'), documentPath('v3')),
    () => isPublished(server, false, nameOf('v2'), documentPath('v2')),
  )

/** Unknown fields are accepted strictly, and the published schema allows them. */
const preserving =
  (schema: object, object: object, fieldOf: (schema: Loose) => Loose): Check =>
  async (server) =>
    steps(
      () => define(server, schema),
      async () => said(await server.post(strict, thing('a', object)), 201),
      () =>
        until(async () => {
          const [newer] = await published(server)
          return is('mark', fieldOf(newer ?? {})?.['x-orch-preserve-unknown-fields'], true)
        }),
    )

const keep = { 'x-orch-preserve-unknown-fields': true }

const validating: Check = async (server) => {
  const schema = {
    properties: {
      spec: { type: 'object', required: ['a'], description: 'What is wanted', properties: { a: { type: 'string' } } },
    },
  }
  return steps(
    () => define(server, schema),
    () => isPublished(server, true),
    async () => {
      const [newer] = await published(server)
      const { description, required } = newer.properties.spec
      return is('spec', [description, required], ['What is wanted', ['a']])
    },
    async () => said(await server.post(strict, thing('a', { spec: { a: 'x' } })), 201),
    async () => said(await server.post(strict, thing('b', { spec: { a: 'x', b: 'y' } })), 400),
    async () => said(await server.post(strict, thing('b', { spec: {} })), 422),
  )
}

const another =
  (change: (definition: Loose) => void, name: string, path: string): Check =>
  async (server) =>
    steps(
      () => define(server, spec),
      async () => said(await server.post(crds, variant(change)), 201),
      () => isPublished(server, true, name, path),
      () => isPublished(server, true),
    )

const differentVersions: Check = async (server) =>
  steps(
    () => define(server),
    () => addVersion({})(server),
    () => isPublished(server, true, nameOf('v2'), documentPath('v2')),
    () => isPublished(server, true),
    async () => said(await server.get(things), 200),
  )

/** The OpenAPI documents of custom resources. */
export const openapiChecks: readonly (readonly [string, Check])[] = [
  ['CustomResourcePublishOpenAPI: version not served', notServed],
  ['CustomResourcePublishOpenAPI: version renamed', renamed],
  [
    'CustomResourcePublishOpenAPI: preserve unknown at root',
    preserving(keep, { any: { thing: 1 } }, (schema) => schema),
  ],
  [
    'CustomResourcePublishOpenAPI: preserve unknown in embedded',
    preserving(
      { properties: { spec: { type: 'object', 'x-orch-embedded-resource': true, ...keep } } },
      { spec: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, any: 1 } },
      (schema) => schema.properties?.spec,
    ),
  ],
  ['CustomResourcePublishOpenAPI: with validation schema', validating],
  [
    'CustomResourcePublishOpenAPI: without validation schema',
    preserving(keep, { spec: { b: [1] } }, (schema) => schema),
  ],
  [
    'CustomResourcePublishOpenAPI: different groups',
    another(
      (made) => {
        made.metadata.name = 'things.y.example.com'
        made.spec.group = 'y.example.com'
      },
      nameOf('v1', 'Thing', 'com.example.y'),
      documentPath('v1', 'y.example.com'),
    ),
  ],
  [
    'CustomResourcePublishOpenAPI: different kinds',
    another(
      (made) => {
        made.metadata.name = 'others.x.example.com'
        made.spec.names = { plural: 'others', kind: 'Other' }
      },
      nameOf('v1', 'Other'),
      documentPath(),
    ),
  ],
  ['CustomResourcePublishOpenAPI: different versions', differentVersions],
]
