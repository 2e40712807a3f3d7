import type { ScalarType, Schema, StructSchema } from './schema.ts'

const scalarNames: Readonly<Record<ScalarType, string>> = {
  string: 'string',
  boolean: 'bool',
  int32: 'int32',
  int64: 'int64',
  float64: 'float64',
  bytes: '[]uint8',
  Time: 'v1.Time',
  MicroTime: 'v1.MicroTime',
  Duration: 'v1.Duration',
  Quantity: 'resource.Quantity',
  IntOrString: 'intstr.IntOrString',
  RawExtension: 'runtime.RawExtension',
  FieldsV1: 'v1.FieldsV1',
  any: 'interface {}',
}

/** Returns `DeploymentSpec` for `apps.v1.DeploymentSpec`. */
export const shortName = (schema: StructSchema): string => schema.name.slice(schema.name.lastIndexOf('.') + 1)

/** Returns a type's name in decode errors: `v1.DeploymentSpec`, `[]v1.Container`, `map[string]string`. */
export function goTypeName(schema: Schema): string {
  switch (schema.type) {
    case 'scalar':
      return schema.goName ?? scalarNames[schema.scalar]
    case 'list':
      return schema.goName ?? `[]${goTypeName(schema.items)}`
    case 'map':
      return schema.goName ?? `map[string]${goTypeName(schema.values)}`
    case 'struct':
      return schema.name.split('.').slice(-2).join('.')
  }
}
