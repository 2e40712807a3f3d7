import { type Json, type JsonObject, isObject } from '#api/json.ts'
import { type Atom, mapOf, memberAtom } from '#server/merge/apply/atom.ts'
import { ApplyConflicts, type Owners } from '#server/merge/apply/conflict.ts'
import { ApplyTypeError } from '#server/merge/apply/errors.ts'
import { atomOfStructural } from '#server/merge/apply/structural.ts'
import { type MergeRules, applyConfig, updateOwners } from '#server/merge/apply/updater.ts'
import { checkTyped } from '#server/merge/apply/validate.ts'
import { toFieldsV1 } from '#server/merge/managed-fields/field-set-json.ts'
import { pathText } from '#server/merge/managed-fields/field-set-element.ts'
import { type Family, type Outcome, judge, readCases } from './family.ts'

type Schemas = { readonly [version: string]: JsonObject }

interface Write {
  readonly op: 'Apply' | 'Update'
  readonly manager: string
  readonly version: string
  readonly force: boolean
  readonly spec: Json
  readonly expect: {
    readonly status: '2xx' | '4xx' | 409
    readonly conflicts?: readonly { readonly manager: string; readonly operation: string; readonly path: string }[]
    readonly spec: Json
    readonly managedFields: readonly JsonObject[]
  }
}

type Step = Write | { readonly op: 'ChangeSchema'; readonly specSchemaByVersion: Schemas }

interface Case {
  readonly id: string
  readonly schemaHint: { readonly specSchemaByVersion: Schemas }
  readonly steps: readonly Step[]
}

/** Server-side apply: sequences of writes, each with the expected object, owners and conflicts. */
export const ssa: Family = {
  name: 'ssa',
  async run(dir) {
    const file = readCases<{ readonly cases: readonly Case[] }>(dir, 'ssa/cases.json')
    return file === null ? null : file.cases.flatMap((each) => new Trial(each).run())
  },
}

/** The state of one case: an object under `.spec` and its owners, changed by each step. */
class Trial {
  private readonly id: string
  private readonly steps: readonly Step[]
  private atoms: ReadonlyMap<string, Atom>
  private live: JsonObject = {}
  private owners: Owners = new Map()

  constructor(each: Case) {
    this.id = each.id
    this.steps = each.steps
    this.atoms = toAtoms(each.schemaHint.specSchemaByVersion)
  }

  run(): Outcome[] {
    const wrong = this.steps.findIndex((step) => step.op !== 'ChangeSchema' && this.contradicts(step))
    if (wrong >= 0) {
      const note = 'the expected owners name items of a list or map that is atomic in the schema'
      return this.steps.map((_step, at) => ({ id: `${this.id}#${at}`, result: 'skipped', note }))
    }
    return this.steps.map((step, at) => this.step(step, `${this.id}#${at}`))
  }

  /** Reports whether the expected owners contradict the schema: the recorded schemas lost the annotations beside a `$ref`. */
  private contradicts({ expect }: Write): boolean {
    return expect.managedFields.some(({ apiVersion, fieldsV1 }) => {
      const atom = this.atoms.get(String(apiVersion))
      return atom !== undefined && isObject(fieldsV1) && namesItemsOfWhole(atom, fieldsV1)
    })
  }

  private step(step: Step, id: string): Outcome {
    if (step.op === 'ChangeSchema') {
      this.atoms = toAtoms(step.specSchemaByVersion)
      return { id, result: 'passed' }
    }
    const refusal = this.write(step)
    const { status, conflicts, spec, managedFields } = step.expect
    return judge(
      id,
      { ...refusal, spec: this.live.spec ?? null, owners: shownOwners(this.owners) },
      {
        status,
        conflicts: (conflicts ?? [])
          .map(({ manager, operation, path }) => `${operation} ${manager} ${path}`)
          .toSorted(),
        spec,
        owners: managedFields.map(shownEntry).toSorted(),
      },
    )
  }

  private write(step: Write): { readonly status: string | number; readonly conflicts: readonly string[] } {
    const rules: MergeRules = {
      apiVersion: step.version,
      convert: (value, _from, to) => {
        const atom = this.atoms.get(to)
        return atom === undefined ? null : { atom, value }
      },
      touched: null,
    }
    try {
      this.change(rules, step)
      return { status: '2xx', conflicts: [] }
    } catch (error) {
      if (error instanceof ApplyTypeError) return { status: '4xx', conflicts: [] }
      if (!(error instanceof ApplyConflicts)) throw error
      const texts = error.conflicts.map(
        ({ manager, path }) => `${operationOf(manager)} ${nameOf(manager)} ${pathText(path)}`,
      )
      return { status: 409, conflicts: texts.toSorted() }
    }
  }

  private change(rules: MergeRules, { op, spec, manager, version, force }: Write): void {
    // The cases are bare documents; a null document means an object without `spec`.
    const sent = spec === null ? {} : { spec }
    const atom = this.atoms.get(version)
    if (atom === undefined) throw new Error(`no schema of ${version}`)
    const id = JSON.stringify(op === 'Apply' ? [op, manager] : [op, manager, version])
    checkTyped(atom, sent, { allowDoubles: op === 'Update' })
    if (op === 'Apply') {
      const applied = applyConfig(rules, this.owners, { live: this.live, config: sent, manager: id, force })
      if (applied.value !== undefined) this.live = isObject(applied.value) ? applied.value : {}
      this.owners = applied.owners
      return
    }
    this.owners = updateOwners(rules, this.owners, { live: this.live, next: sent, manager: id })
    this.live = sent
  }
}

const operationOf = (id: string): string => String((JSON.parse(id) as string[])[0])
const nameOf = (id: string): string => String((JSON.parse(id) as string[])[1])

const toAtoms = (schemas: Schemas): ReadonlyMap<string, Atom> =>
  new Map(
    Object.entries(schemas).map(([version, schema]) => [
      version,
      mapOf(new Map([['spec', { atom: atomOfStructural(schema) }]])),
    ]),
  )

function namesItemsOfWhole({ map, list }: Atom, fields: JsonObject): boolean {
  return Object.entries(fields).some(([element, below]) => {
    if (/^[kv]:/.test(element)) return map === undefined && list?.associative === false
    const atom = map === undefined ? null : memberAtom(map, element.slice(2))
    return atom !== null && isObject(below) && namesItemsOfWhole(atom, below)
  })
}

/** Returns the owners in a comparable form: manager, operation, for updates the version, and the field set. */
function shownOwners(owners: Owners): readonly string[] {
  return [...owners]
    .map(([id, { set, apiVersion }]) =>
      shownEntry({
        manager: nameOf(id),
        operation: operationOf(id),
        apiVersion,
        fieldsV1: toFieldsV1(set),
      }),
    )
    .toSorted()
}

const shownEntry = ({ manager, operation, apiVersion, fieldsV1 }: JsonObject): string =>
  JSON.stringify([manager, operation, operation === 'Update' ? apiVersion : '', sorted(fieldsV1 ?? null)])

function sorted(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner ?? null)]),
  )
}
