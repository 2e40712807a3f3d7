import { metaV1 } from '#server/kinds/schemas/meta-v1.ts'
import { versionInfo } from './version-info.ts'
import { type Operation, type Route, plainTypes, struct } from './operation.ts'
import { operationId, tagOf } from './operation-ids.ts'
import type { StructSchema } from '#schema/schema.ts'

interface Place {
  readonly path: string
  /** The part of the operation id after verb and group version. */
  readonly rest: string
}

const reading = ({ path, rest }: Place, schema: StructSchema, description: string): Route => ({
  path,
  operations: [
    {
      method: 'get',
      id: operationId(path, 'get', rest),
      tag: tagOf(path),
      description,
      parameters: [],
      consumes: plainTypes,
      produces: plainTypes,
      answers: [{ code: 200, model: struct(schema) }],
    },
  ],
})

const meta = (name: string): StructSchema => metaV1.schema(name)

/** Returns a path with one response of one media type. */
const textAt = ({ path, rest }: Place, mediaType: string, description: string): Route => ({
  path,
  operations: [
    {
      method: 'get',
      id: operationId(path, 'get', rest),
      tag: tagOf(path.split('/')[1] ?? ''),
      description,
      parameters: [],
      consumes: [],
      produces: [mediaType],
      answers: [{ code: 200, model: { type: 'text' } }],
    },
  ],
})

/** The paths of discovery. [OA4] */
export const rootRoutes = {
  versions: (): Route =>
    reading({ path: '/api/', rest: 'APIVersions' }, meta('APIVersions'), 'Tells the versions of the core group.'),
  groups: (): Route =>
    reading({ path: '/apis/', rest: 'APIVersions' }, meta('APIGroupList'), 'Tells the groups that are served.'),
  group: (name: string): Route =>
    reading({ path: `/apis/${name}/`, rest: 'APIGroup' }, meta('APIGroup'), 'Tells the versions of this group.'),
  resources: (path: string): Route =>
    reading(
      { path: `${path}/`, rest: 'APIResources' },
      meta('APIResourceList'),
      'Tells the resources of this version.',
    ),
  issuer: (): Route =>
    textAt(
      { path: '/.well-known/openid-configuration/', rest: 'ServiceAccountIssuerOpenIDConfiguration' },
      'application/json',
      'Tells who signs the tokens of service accounts, and where the keys are.',
    ),
  issuerKeys: (): Route =>
    textAt(
      { path: '/openid/v1/jwks/', rest: 'ServiceAccountIssuerOpenIDKeyset' },
      'application/jwk-set+json',
      'Tells the keys by which tokens of service accounts are checked.',
    ),
  version: (): Route => {
    const route = reading(
      { path: '/version/', rest: 'CodeVersion' },
      versionInfo,
      'Tells which version this server is.',
    )
    const json = ['application/json']
    return {
      ...route,
      operations: route.operations.map((each): Operation => ({ ...each, consumes: json, produces: json })),
    }
  },
}
