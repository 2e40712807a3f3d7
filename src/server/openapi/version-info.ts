import type { StructField, StructSchema } from '#schema/schema.ts'

const field = (name: string, required: boolean): StructField => ({
  name,
  schema: { type: 'scalar', scalar: 'string' },
  pointer: false,
  omitEmpty: !required,
  required,
})

const needed = [
  'major',
  'minor',
  'gitVersion',
  'gitCommit',
  'gitTreeState',
  'buildDate',
  'goVersion',
  'compiler',
  'platform',
]
const further = ['emulationMajor', 'emulationMinor', 'minCompatibilityMajor', 'minCompatibilityMinor']

/** The type of the response of `/version`. */
export const versionInfo: StructSchema = {
  type: 'struct',
  name: 'version.Info',
  fields: new Map(
    [...needed.map((name) => field(name, true)), ...further.map((name) => field(name, false))].map((each) => [
      each.name,
      each,
    ]),
  ),
}
